import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decode, type DecoderOptions, newDecoder, type Recording } from './decoder';
import {
  beginning,
  encodeString,
  onSecondCore,
  packetBytes,
  type PacketSource,
  SYNC,
  u32,
} from './encode';
import { FIRST_WITH_LENGTH, getFixedFields } from './ids';
import { forEachEvent } from './store';
import { summariseRecording } from './summary';

const integer = fc.oneof(fc.nat(200), fc.nat(0xffff_ffff), fc.constantFrom(0, 10, 127, 128));
const string = fc.oneof(fc.string({ maxLength: 20 }), fc.constant('x'.repeat(300)));

function generatePayload(id: number): fc.Arbitrary<number[]> {
  if (id >= FIRST_WITH_LENGTH) {
    return fc.array(fc.oneof(fc.nat(255), fc.constant(0)), { maxLength: 150 });
  }
  const parts = [...getFixedFields(id)].map((field) =>
    field === 's' ? string.map((value) => encodeString(value)) : integer.map(u32),
  );
  return fc.tuple(...parts).map((fields) => fields.flat());
}

const packet: fc.Arbitrary<PacketSource> = fc
  .oneof(fc.integer({ min: 1, max: 31 }), fc.integer({ min: 1, max: 20 }), fc.nat(32_767))
  .filter((id) => id > 0)
  .chain((id) => fc.record({ id: fc.constant(id), payload: generatePayload(id), delta: integer }));

const packets = fc.array(packet, { maxLength: 60 });

/** Realistic recordings: with syncs, zeros, truncated packets and garbage between the packets. */
const messy = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: packet.map((each) => packetBytes(each)) },
      { weight: 1, arbitrary: packet.map((each) => packetBytes(each).slice(0, 2)) },
      { weight: 1, arbitrary: fc.nat(20).map((count) => new Array<number>(count).fill(0)) },
      { weight: 1, arbitrary: fc.constant(beginning()) },
      { weight: 1, arbitrary: fc.constant(beginning().slice(SYNC.length)) },
      { weight: 1, arbitrary: fc.constant([...SYNC, 10, 3]) },
      { weight: 1, arbitrary: fc.array(fc.nat(255), { maxLength: 12 }) },
    ),
    { maxLength: 40 },
  )
  .map((parts) => Uint8Array.from([...beginning(), ...parts.flat()]));

const header = fc.constantFrom(
  '',
  ';\n; ESP_Extension\n;\n',
  '; Offset Core0 0\r\n; Offset Core1 70\r\n',
);

function withHeader(head: string, bytes: Uint8Array): Uint8Array {
  return Uint8Array.from([...new TextEncoder().encode(head), ...bytes]);
}

/** Everything that a decoder reports, in a comparable form. */
function outcome(recording: Recording, reported: readonly string[]): unknown {
  const events: unknown[] = [];
  for (const { store } of recording.streams) if (store) forEachEvent(store, (e) => events.push(e));
  return { summary: summariseRecording(recording, ''), events, reported };
}

function decodeChunks(chunks: readonly Uint8Array[], options: DecoderOptions): unknown {
  const reported: string[] = [];
  const decoder = newDecoder({
    ...options,
    onPacket: ({ id, core, ticks, payload }) =>
      reported.push(`${id} ${core} ${ticks} ${payload.join()}`),
    onLoss: (what) => reported.push(what),
  });
  for (const chunk of chunks) decoder.push(chunk);
  return outcome(decoder.finish(), reported);
}

function cutInto(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  return [...places, bytes.length].map((end, index) => bytes.slice(places[index - 1] ?? 0, end));
}

describe('decoder', () => {
  it('decodes alike whatever the size of its chunks', () => {
    fc.assert(
      fc.property(header, messy, fc.array(fc.nat(5000), { maxLength: 30 }), (head, bytes, cuts) => {
        const whole = withHeader(head, bytes);
        const options = { store: true };
        expect(decodeChunks(cutInto(whole, cuts), options)).toEqual(decodeChunks([whole], options));
      }),
      { numRuns: 200 },
    );
  });

  it('decodes alike on the slow path that a packet watcher forces', () => {
    fc.assert(
      fc.property(messy, (bytes) => {
        const watched = decode(bytes, { store: true, watchFrom: 0, onPacket: () => undefined });
        const walked = decode(bytes, { store: true });
        expect(outcome(watched, [])).toEqual(outcome(walked, []));
      }),
      { numRuns: 200 },
    );
  });

  it('decodes alike byte by byte', () => {
    fc.assert(
      fc.property(header, messy, (head, bytes) => {
        const whole = withHeader(head, bytes);
        const single = Array.from(whole, (byte) => Uint8Array.of(byte));
        expect(decodeChunks(single, { store: true })).toEqual(
          decodeChunks([whole], { store: true }),
        );
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ['one core', '', packetBytes],
    [
      'a second core',
      '; ESP_Extension\n',
      (source: PacketSource) => onSecondCore(packetBytes(source)),
    ],
  ])('recovers what was encoded for %s', (_, head, encode) => {
    // In a merged stream the last byte of an id has one bit less.
    const fits = ({ id }: PacketSource): boolean =>
      head === '' || id < 64 || (id > 126 && id < 8192);
    fc.assert(
      fc.property(packets, (all) => {
        const sources = all.filter(fits);
        const bytes = Uint8Array.from([...beginning(), ...sources.flatMap(encode)]);
        const received: PacketSource[] = [];
        let before = 0;
        decode(withHeader(head, bytes), {
          watchFrom: 0,
          onPacket: ({ id, ticks, payload }) => {
            received.push({ id, payload: [...payload], delta: ticks - before });
            before = ticks;
          },
        });
        expect(received.slice(2)).toEqual(sources);
      }),
      { numRuns: 150 },
    );
  });

  it('neither throws nor hangs on random bytes', () => {
    const flips = fc.array(fc.tuple(fc.nat(3000), fc.nat(255)), { maxLength: 20 });
    fc.assert(
      fc.property(header, messy, flips, fc.nat(3000), (head, bytes, changes, cut) => {
        for (const [place, value] of changes) if (place < bytes.length) bytes[place] = value;
        const { cores } = summariseRecording(decode(withHeader(head, bytes.subarray(0, cut))), '');
        for (const { events, durationTicks } of cores) {
          expect(events).toBeGreaterThanOrEqual(0);
          expect(durationTicks).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 200 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
        expect(() => decode(bytes, { store: true })).not.toThrow();
      }),
      { numRuns: 200 },
    );
  });
});
