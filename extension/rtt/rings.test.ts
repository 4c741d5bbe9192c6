import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openRings } from './polling';
import { sampleAgent } from './testing';

const sizes = fc.integer({ min: 2, max: 20 });

function open(size: number) {
  const sample = sampleAgent(size);
  const { controlUp, stream, controlDown: down } = sample.channels;
  return { ...sample, rings: openRings(sample.memory, { up: [controlUp, stream], down }, true) };
}

test('everything the target writes is read once and in order, as far as the last poll saw it', async () => {
  const part = fc.uint8Array({ maxLength: 25 });
  const steps = fc.array(fc.record({ before: part, after: part }));
  await fc.assert(
    fc.asyncProperty(sizes, steps, async (size, script) => {
      const { rings, channels, agent } = open(size);
      const written: number[] = [];
      const read: number[] = [];
      const put = (bytes: Uint8Array) =>
        written.push(...bytes.subarray(0, agent.putStream([...bytes])));
      for (const { before, after } of script) {
        put(before);
        await rings.refresh();
        const seen = written.length;
        put(after);
        read.push(...(await rings.take(channels.stream)));
        expect(read).toEqual(written.slice(0, seen));
      }
    }),
  );
});

test('everything the host writes reaches the target once and in order', async () => {
  const steps = fc.array(fc.record({ bytes: fc.uint8Array({ maxLength: 25 }), reads: fc.nat(25) }));
  await fc.assert(
    fc.asyncProperty(sizes, steps, async (size, script) => {
      const { rings, agent } = open(size);
      const sent: number[] = [];
      const received: number[] = [];
      for (const { bytes, reads } of script) {
        const waiting = sent.length - received.length;
        await rings.refresh();
        const count = await rings.write((put) => put(bytes));
        expect(count).toBe(Math.min(bytes.length, size - 1 - waiting));
        sent.push(...bytes.subarray(0, count));
        received.push(...agent.take(reads));
      }
      expect(received).toEqual(sent.slice(0, received.length));
    }),
  );
});
