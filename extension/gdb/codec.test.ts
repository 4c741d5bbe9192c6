import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeFrames, encodePacket, escapeBinary, type GdbFrame } from './codec';

const latin1 = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));
const makeFrame = (body: string) => {
  const sum = latin1(body).reduce((total, byte) => (total + byte) & 255, 0);
  return `$${body}#${sum.toString(16).padStart(2, '0')}`;
};

test('encodePacket adds the checksum', () => {
  expect(Buffer.from(encodePacket('OK')).toString()).toBe('$OK#9a');
});

describe('decodeFrames', () => {
  test.each<[string, string, GdbFrame[]]>([
    ['a packet', '$OK#9a', [{ kind: 'packet', payload: 'OK' }]],
    ['an empty one', '$#00', [{ kind: 'packet', payload: '' }]],
    ['acks', '+-', [{ kind: 'ack' }, { kind: 'nak' }]],
    ['noise before a packet', 'xy$OK#9A', [{ kind: 'packet', payload: 'OK' }]],
    ['a wrong checksum', '$OK#9b', [{ kind: 'damaged' }]],
    ['no checksum', '$OK#zz', [{ kind: 'damaged' }]],
    ['a run', makeFrame('0* '), [{ kind: 'packet', payload: '0000' }]],
    ['a run of an escaped byte', makeFrame('}\x03*!'), [{ kind: 'packet', payload: '#####' }]],
    ['a run of nothing', makeFrame('* '), [{ kind: 'damaged' }]],
    ['half an escape', makeFrame('a}'), [{ kind: 'damaged' }]],
    [
      'a notification',
      `%${makeFrame('Stop:T05').slice(1)}`,
      [{ kind: 'notification', payload: 'Stop:T05' }],
    ],
  ])('reads %s', (_, bytes, frames) => {
    expect(decodeFrames(latin1(bytes))).toEqual({ frames, rest: new Uint8Array() });
  });

  test.each(['$', '$OK', '$OK#', '$OK#9'])('keeps the incomplete %s', (bytes) => {
    expect(decodeFrames(latin1(bytes))).toEqual({
      frames: [],
      rest: Uint8Array.from(latin1(bytes)),
    });
  });
});

test('escaped and framed data round-trip, however they are split', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 40 })),
      fc.integer({ min: 1, max: 9 }),
      (all, size) => {
        const sent = Buffer.concat(all.map((bytes) => encodePacket(escapeBinary(bytes))));
        const received: string[] = [];
        let rest: Uint8Array = new Uint8Array();
        for (let at = 0; at < sent.length; at += size) {
          const decoded = decodeFrames(Buffer.concat([rest, sent.subarray(at, at + size)]));
          for (const frame of decoded.frames)
            received.push('payload' in frame ? frame.payload : frame.kind);
          rest = decoded.rest;
        }
        expect(received).toEqual(all.map((bytes) => Buffer.from(bytes).toString('latin1')));
      },
    ),
  );
});

test('random bytes never throw and are never kept as an incomplete frame', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const { rest } = decodeFrames(bytes);
      expect(rest.length === 0 || rest[0] === 0x24 || rest[0] === 0x25).toBe(true);
    }),
  );
});
