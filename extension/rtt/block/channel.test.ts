import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Channel, pendingIn, readUp, writeDown } from './channel';
import { access, type Direction, findChannel, readControlBlock } from './control-block';
import { SAMPLE_BLOCK, SAMPLE_RAM, sampleMemory } from './testing';

/** A target's side of the rings: what a core does, byte by byte. */
function target(size: number) {
  const sample = sampleMemory({ up: [{ name: 'c', size }], down: [{ name: 'c', size }] });
  const word = (channel: Channel, field: number) => channel.descriptor - SAMPLE_BLOCK + field;
  const at = (channel: Channel, offset: number) => channel.buffer - SAMPLE_BLOCK + offset;
  const get = (channel: Channel, field: number) =>
    sample.view.getUint32(word(channel, field), true);
  const set = (channel: Channel, field: number, value: number) =>
    sample.view.setUint32(word(channel, field), value, true);
  return {
    ...sample,
    set,
    up: channelOf(sample.memory, 'up'),
    down: channelOf(sample.memory, 'down'),
    write(channel: Channel, byte: number): boolean {
      const next = (get(channel, 12) + 1) % size;
      if (next === get(channel, 16)) return false;
      sample.bytes[at(channel, get(channel, 12))] = byte;
      set(channel, 12, next);
      return true;
    },
    read(channel: Channel): number | undefined {
      if (get(channel, 12) === get(channel, 16)) return undefined;
      const byte = sample.bytes[at(channel, get(channel, 16))];
      set(channel, 16, (get(channel, 16) + 1) % size);
      return byte;
    },
  };
}

function channelOf(
  memory: ReturnType<typeof sampleMemory>['memory'],
  direction: Direction,
): Channel {
  const block = access(memory, readControlBlock(SAMPLE_BLOCK));
  if ('problem' in block) throw new Error(block.problem);
  const found = access(memory, findChannel(block.value, [SAMPLE_RAM], direction, 'c'));
  if ('problem' in found) throw new Error(found.problem);
  return found.value;
}

const sizes = fc.integer({ min: 2, max: 20 });

test('whatever the target writes is read once and in order', () => {
  const steps = fc.array(fc.record({ writes: fc.nat(25), limit: fc.integer({ min: 1, max: 25 }) }));
  fc.assert(
    fc.property(sizes, steps, (size, script) => {
      const { memory, up, write } = target(size);
      const written: number[] = [];
      const read: number[] = [];
      for (const { writes, limit } of script) {
        for (let count = 0; count < writes; count++) {
          const byte = written.length & 255;
          if (write(up, byte)) written.push(byte);
        }
        expect(pendingIn(memory, up)).toBe(written.length - read.length);
        const bytes = readUp(memory, up, limit) ?? [];
        expect(bytes.length).toBe(Math.min(limit, written.length - read.length));
        read.push(...bytes);
      }
      expect(read).toEqual(written.slice(0, read.length));
    }),
  );
});

test('whatever the host writes reaches the target once and in order', () => {
  const steps = fc.array(fc.record({ bytes: fc.uint8Array({ maxLength: 25 }), reads: fc.nat(25) }));
  fc.assert(
    fc.property(sizes, steps, (size, script) => {
      const { memory, down, read } = target(size);
      const sent: number[] = [];
      const received: number[] = [];
      for (const { bytes, reads } of script) {
        const waiting = sent.length - received.length;
        const count = writeDown(memory, down, bytes) ?? -1;
        expect(count).toBe(Math.min(bytes.length, size - 1 - waiting));
        sent.push(...bytes.subarray(0, count));
        for (let index = 0; index < reads; index++) {
          const byte = read(down);
          if (byte !== undefined) received.push(byte);
        }
      }
      expect(received).toEqual(sent.slice(0, received.length));
    }),
  );
});

describe('a descriptor that was destroyed', () => {
  test.each([
    ['size', 8, 0],
    ['write offset', 12, 16],
    ['read offset', 16, 0xffffffff],
  ])('is noticed by its %s', (_, field, value) => {
    const { memory, up, down, set } = target(16);
    set(up, field, value);
    set(down, field, value);
    expect(readUp(memory, up)).toBeUndefined();
    expect(writeDown(memory, down, Uint8Array.of(1))).toBeUndefined();
    expect(pendingIn(memory, up)).toBeUndefined();
  });
});

test('offsets are written as aligned 64-bit words and keep their neighbours', () => {
  const { memory, up, down, write, view } = target(16);
  const writes: [number, number][] = [];
  const watched = {
    ...memory,
    write: (address: number, bytes: Uint8Array) => {
      writes.push([address, bytes.length]);
      memory.write(address, bytes);
    },
  };
  write(up, 1);
  readUp(watched, up);
  writeDown(watched, down, Uint8Array.of(1));
  expect(writes).toEqual([
    [up.descriptor + 16, 8],
    [down.buffer, 1],
    [down.descriptor + 8, 8],
  ]);
  expect(view.getUint32(down.descriptor - SAMPLE_BLOCK + 8, true)).toBe(16);
});
