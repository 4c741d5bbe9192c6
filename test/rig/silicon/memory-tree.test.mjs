import { expect, it } from 'vitest';
import { parseMemoryTree } from './memory-tree.mjs';

const TREE = `FlatView #0
 AS "memory", root: system
 Root memory region: system
  0000000000000000-00000000000fffff (prio 0, rom): flash

FlatView #1
 AS "cpu-secure-memory-0", root: armv7m-container
 AS "cpu-memory-0", root: armv7m-container
 Root memory region: armv7m-container
  0000000000000000-00000000003fffff (prio 0, ram): ssram1
  0000000000400000-00000000007fffff (prio 0, ram): ssram1
  0000000008000000-00000000080fffff (prio 0, romd): flash
  0000000010000000-00000000103fffff (prio 0, i/o): tz-mpc-upstream
  0000000040000000-0000000040000fff (prio -1, i/o): uart
  0000000040001000-0000000040001fff (prio -1000, i/o): timer @0000000000001000

`;

it("reads the first core's memory and peripherals, neighbours as one", () => {
  expect(parseMemoryTree(TREE)).toEqual({
    memories: [
      { start: 0, end: 0x80_0000 },
      { start: 0x800_0000, end: 0x810_0000 },
      { start: 0x1000_0000, end: 0x1040_0000 },
    ],
    peripherals: [{ start: 0x4000_0000, end: 0x4000_2000 }],
  });
});

it('finds nothing where there is no such core', () => {
  expect(parseMemoryTree('')).toEqual({ memories: [], peripherals: [] });
});
