import { expect, test } from 'vitest';
import { access } from './access';
import type { Memory } from './memory';
import { searchControlBlocks } from './search';

const START = 0x20000000;
const RAM = { start: START, end: START + 0x400 };
const ID = new TextEncoder().encode('SEGGER RTT\0');

/** Memory with identifiers at these places, unreachable in one part. */
function memoryWith(places: readonly number[], hole = { start: 0, end: 0 }) {
  const bytes = new Uint8Array(0x400);
  for (const place of places) bytes.set(ID, place);
  const reads: number[] = [];
  const memory: Memory = {
    read: (address, length) => {
      reads.push(length);
      const at = address - START;
      if (at < 0 || at + length > bytes.length) return undefined;
      if (at < hole.end && at + length > hole.start) return undefined;
      return bytes.slice(at, at + length);
    },
    write: () => undefined,
  };
  return { memory, reads };
}

const search = (memory: Memory, limits = { chunk: 0x100, bytes: 0x1000 }) =>
  access(memory, searchControlBlocks([RAM], limits));

test.each([
  ['at the beginning', 0],
  ['across two chunks', 0xfc],
  ['at the beginning of a chunk', 0x100],
  ['as far back as a header fits', 0x400 - 24],
])('finds a block %s, and once', (_, place) => {
  expect(search(memoryWith([place]).memory)).toEqual({
    candidates: [START + place],
    searched: [RAM],
  });
});

test.each([
  ['that is not aligned', 0x102],
  ['whose header does not fit', 0x400 - 20],
])('takes no identifier %s', (_, place) => {
  expect(search(memoryWith([place]).memory).candidates).toEqual([]);
});

test('gives every candidate', () => {
  expect(search(memoryWith([0x20, 0x208]).memory).candidates).toEqual([
    START + 0x20,
    START + 0x208,
  ]);
});

test('says what could not be read by leaving it out', () => {
  const { memory } = memoryWith([0x20, 0x308], { start: 0x180, end: 0x190 });
  expect(search(memory)).toEqual({
    candidates: [START + 0x20, START + 0x308],
    searched: [
      { start: START, end: START + 0x100 },
      { start: START + 0x200, end: START + 0x400 },
    ],
  });
});

test('reads no more than it may', () => {
  const { memory, reads } = memoryWith([0x308]);
  expect(search(memory, { chunk: 0x100, bytes: 0x200 })).toEqual({
    candidates: [],
    searched: [{ start: START, end: START + 0x200 }],
  });
  expect(reads).toHaveLength(2);
});
