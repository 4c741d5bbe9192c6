import { beforeEach, describe, expect, it } from 'vitest';
import {
  createExchange,
  createFrameReader,
  decodeFrame,
  encodeFrame,
  type Exchange,
  type SerialFrame,
} from './exchange';

describe('exchange', () => {
  const ROOM = 0x40;
  const FRESH = 0x80;
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

  let exchange: Exchange;
  let events: string[];
  let answers: SerialFrame[];

  beforeEach(() => {
    events = [];
    answers = [];
    const reader = createFrameReader();
    exchange = createExchange(
      { write: (bytes) => void answers.push(...reader.push(bytes)) },
      {
        control: (bytes) => void events.push(`control ${text(bytes)}`),
        stream: (bytes) => void events.push(`stream ${text(bytes)}`),
        progress: (isDry) => void events.push(isDry ? 'dry' : 'more'),
        onStart: () => void events.push('started'),
        outOfStep: (isFresh) => void events.push(isFresh ? 'reset' : 'lost'),
      },
    );
  });

  const wire = (kind: number, sequence: number, payload = '') =>
    encodeFrame({ kind, sequence, payload: new TextEncoder().encode(payload) });
  const say = (kind: number, sequence: number, payload = '') =>
    exchange.bytes(wire(kind, sequence, payload));
  const listAnswers = () =>
    answers.map(({ kind, sequence, payload }) => [kind, sequence, text(payload)]);

  describe('the exchange', () => {
    it('answers and delivers each frame once', () => {
      say(FRESH, 0);
      say(1, 1, 'a');
      say(1, 1, 'a');
      say(2, 2, 'ok\n');
      expect(events).toEqual(['started', 'dry', 'stream a', 'more', 'control ok\n', 'dry']);
      expect(listAnswers()).toEqual([0, 1, 1, 2].map((sequence) => [0x10, sequence, '']));
    });

    it('answers a frame that arrived several times in a row once', () => {
      say(FRESH, 0);
      exchange.bytes(new Uint8Array([...wire(1, 1, 'a'), ...wire(1, 1, 'a'), ...wire(1, 1, 'a')]));
      expect(listAnswers()).toEqual([0, 1].map((sequence) => [0x10, sequence, '']));
    });

    it('returns as many bytes as there is room for, and the same ones for a repeated frame', () => {
      say(FRESH, 0);
      exchange.send(new TextEncoder().encode('x'.repeat(50)));
      say(0, 1);
      say(ROOM, 2);
      say(ROOM, 2);
      say(ROOM, 3);
      const [long, rest] = ['x'.repeat(48), 'xx'];
      expect(listAnswers().map(([, , payload]) => payload)).toEqual(['', '', long, long, rest]);
    });

    it('counts from 255 on to 0', () => {
      say(FRESH, 0);
      for (let sequence = 1; sequence <= 256; sequence++) say(1, sequence & 255, '.');
      expect(events.filter((each) => each === 'stream .')).toHaveLength(256);
    });

    it('restarts a running agent until it does', () => {
      say(1, 7, 'old');
      say(1, 7, 'old');
      say(FRESH, 0);
      expect(events).toEqual(['started', 'dry']);
      expect(listAnswers().map(([kind]) => kind)).toEqual([0x11, 0x11, 0x10]);
      exchange.restart();
      say(2, 1, 'late');
      say(FRESH | 1, 0, 'new');
      expect(events).toEqual(['started', 'dry', 'started', 'stream new', 'more']);
    });

    it('reports a missing frame, and an agent that started over', () => {
      say(FRESH, 0);
      say(1, 2, 'b');
      expect(events.at(-1)).toBe('lost');
      say(1, 1, 'a');
      say(FRESH, 0);
      expect(events.at(-1)).toBe('reset');
      expect(answers).toHaveLength(2);
    });

    it('skips damage, noise and its own echo', () => {
      say(FRESH, 0);
      exchange.bytes(new TextEncoder().encode('*** Booting Zephyr ***\r\n'));
      exchange.bytes(answers[0] ? encodeFrame(answers[0]) : new Uint8Array());
      say(0x0f, 1);
      expect(answers).toHaveLength(1);
      expect(exchange.seen()).toMatchObject({ answers: 1, earlier: 0, damaged: 1 });
    });
  });
});

describe('frame', () => {
  const text = (value: string) => new TextEncoder().encode(value);
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
  const makeFrame = (length: number, step: number) => ({
    kind: step,
    sequence: length,
    payload: Uint8Array.from({ length }, (_, i) => i * step),
  });

  describe('a frame', () => {
    // The agent's tests hold the same bytes.
    it.each([
      [{ kind: 0, sequence: 0, payload: text('') }, '00010105ff12d94100'],
      [
        { kind: 0xc1, sequence: 7, payload: Uint8Array.of(0, 1, 2, 3) },
        '0003c10708010203ade9ab7300',
      ],
      [{ kind: 0x10, sequence: 255, payload: text('hello\n') }, '000d10ff68656c6c6f0af135570c00'],
    ])('is the same on both sides', (frame, bytes) => {
      expect(hex(encodeFrame(frame))).toBe(bytes);
    });

    it('round-trips at every length', () => {
      const reader = createFrameReader();
      for (let length = 0; length <= 240; length++) {
        for (const step of [0, 1, 2]) {
          const frame = makeFrame(length, step);
          expect(reader.push(encodeFrame(frame))).toEqual([frame]);
        }
      }
      expect(reader.countDamaged()).toBe(0);
    });

    it('is rejected with any bit flipped', () => {
      const wire = encodeFrame(makeFrame(20, 7));
      for (let bit = 8; bit < 8 * (wire.length - 1); bit++) {
        const damaged = wire.slice();
        damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(createFrameReader().push(damaged)).toEqual([]);
      }
    });

    it('is read after a byte was lost in the previous one', () => {
      const frame = makeFrame(20, 7);
      const wire = encodeFrame(frame);
      for (let lost = 1; lost < wire.length - 1; lost++) {
        const reader = createFrameReader();
        const torn = new Uint8Array([...wire.subarray(0, lost), ...wire.subarray(lost + 1)]);
        expect(reader.push(torn)).toEqual([]);
        expect(reader.push(wire)).toEqual([frame]);
        expect(reader.countDamaged()).toBe(1);
      }
    });

    it('is incomplete without its start or its end', () => {
      expect(decodeFrame(new Uint8Array())).toBeUndefined();
      expect(decodeFrame(Uint8Array.of(2, 1))).toBeUndefined();
      expect(decodeFrame(Uint8Array.of(0, 1))).toBeUndefined();
      const reader = createFrameReader();
      expect(reader.push(new Uint8Array(100_000).fill(1))).toEqual([]);
      expect(reader.push(encodeFrame(makeFrame(3, 1)))).toEqual([makeFrame(3, 1)]);
    });
  });
});
