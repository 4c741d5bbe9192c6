import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Elf } from './elf';
import {
  branchTarget,
  directBranch,
  packAddresses,
  readRelocations,
  WORDS_SECTION,
} from './relocations';

const TEXT = {
  name: '.text',
  type: 1,
  address: 0x2000_0000,
  offset: 0,
  size: 64,
  link: 0,
  alignment: 4,
};

/** A program of 64 bytes in the file's first half, with relocations in its second half. */
function elfWith(...entries: readonly (readonly [address: number, kind: number])[]) {
  const file = new Uint8Array(64 + 8 * entries.length);
  const view = new DataView(file.buffer);
  entries.forEach(([address, kind], index) => {
    view.setUint32(64 + 8 * index, address, true);
    view.setUint32(68 + 8 * index, kind, true);
  });
  const size = 8 * entries.length;
  const rel = { ...TEXT, name: '.rel.text', type: 9, address: 0, offset: 64, size };
  const debug = { ...TEXT, name: '.debug_info', address: 0 };
  const elf: Elf = {
    machine: 40,
    pointerSize: 4,
    entry: 0,
    symbols: new Map(),
    problems: [],
    segments: [
      { vaddr: 0x2000_0000, paddr: 0, memSize: 64, writable: true, data: file.subarray(0, 64) },
    ],
    sections: [TEXT, debug, rel, { ...rel, name: '.rel.debug_info' }],
  };
  return [file, elf] as const;
}

test('addresses are listed, and what is right anywhere is not', () => {
  const entries = [
    [0x2000_0008, 2],
    [0x2000_000c, 3],
    [0x2000_003c, 2],
  ] as const;
  expect(readRelocations(...elfWith(...entries))).toEqual({
    words: [0x2000_0008, 0x2000_003c],
    branches: [],
  });
});

test.each([
  ['half of an address', [[0x2000_0008, 47]], /\.text has relocations of kind 47/],
  ['a word outside', [[0x2000_003e, 2]], /0x2000003e is not in it/],
  ['no relocations', [], /without --emit-relocs/],
] as const)('a program with %s cannot be moved', (_, entries, problem) => {
  expect(readRelocations(...elfWith(...entries)).problem).toMatch(problem);
});

/** A program of 8 kB whose addresses are packed. */
function makePackedElf(words: readonly number[]) {
  const [code, elf] = [new Uint8Array(8192), elfWith()[1]];
  const segments = elf.segments.map((each) => ({ ...each, data: code }));
  const packed = packAddresses(words, { ...elf, segments });
  const section = { ...TEXT, name: WORDS_SECTION, address: 0, offset: 0, size: packed.length };
  return [packed, { ...elf, segments, sections: [TEXT, section] }] as const;
}

test('packed addresses are the same as before', () => {
  const halfword = fc.nat(4094).map((index) => 0x2000_0000 + 2 * index);
  fc.assert(
    fc.property(fc.uniqueArray(halfword, { minLength: 1 }), (words) => {
      const sorted = words.toSorted((a, b) => a - b);
      expect(readRelocations(...makePackedElf(words))).toEqual({ words: sorted, branches: [] });
    }),
  );
  const outside = readRelocations(...makePackedElf([0x2000_0000, 0x2000_2000]));
  expect(outside.problem).toMatch(/0x20002000 is not in it/);
});

/** `bl` to the instruction behind it, as the assembler writes it: all bits of the distance are 0. */
const BL = [0xf000, 0xf800] as const;

test.each([
  [[0xf7ff, 0xfffe] as const, 0x2000_1000],
  [BL, 0x2000_1004],
  [[0xf3ff, 0xd7fe] as const, 0x2100_1000],
])('the branch %j at 0x20001000 leads to %d', (branch, target) => {
  expect(branchTarget(branch, 0x2000_1000)).toBe(target);
});

test('a branch that was directed somewhere leads there, and is still the same kind of branch', () => {
  const distance = fc
    .integer({ min: -(2 ** 23), max: 2 ** 23 - 1 })
    .map((halfwords) => 2 * halfwords);
  fc.assert(
    fc.property(distance, fc.constantFrom(BL, [0xf000, 0x9000] as const), (far, branch) => {
      const at = 0x2100_0000;
      const directed = directBranch(branch, at, at + 4 + far);
      expect(branchTarget(directed, at)).toBe(at + 4 + far);
      expect([directed[0] & 0xf800, directed[1] & 0xd000]).toEqual([0xf000, branch[1] & 0xd000]);
    }),
  );
});

test('branches to other sections are listed, and those within one are not', () => {
  const [file, elf] = elfWith([0x2000_0000, 2], [0x2000_0008, 10], [0x2000_0010, 30]);
  const halfwords = [...directBranch(BL, 0x2000_0008, 0x2000_0040), 0, 0, ...BL];
  file.set(
    halfwords.flatMap((half) => [half & 255, half >> 8]),
    8,
  );
  expect(readRelocations(file, elf).branches).toEqual([0x2000_0008]);
});

test('never throws on random entries', () => {
  const word = fc.nat(0xffff_ffff);
  fc.assert(
    fc.property(fc.array(fc.tuple(word, word), { maxLength: 20 }), word, (entries, cut) => {
      const [file, elf] = elfWith(...entries);
      readRelocations(file.subarray(0, cut % (file.length + 1)), elf);
    }),
  );
});
