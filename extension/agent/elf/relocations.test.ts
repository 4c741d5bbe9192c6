import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Elf } from './elf';
import { packAddressWords, readAddressWords, WORDS_SECTION } from './relocations';

const TEXT = { name: '.text', type: 1, address: 0x2000_0000, offset: 0, size: 64, link: 0 };

/** A program of 64 bytes in the file's first half, with relocations in its second half. */
function elfWith(...entries: readonly (readonly [address: number, kind: number])[]) {
  const file = new Uint8Array(64 + 8 * entries.length);
  const view = new DataView(file.buffer);
  entries.forEach(([address, kind], index) => {
    view.setUint32(64 + 8 * index, address, true);
    view.setUint32(68 + 8 * index, kind, true);
  });
  const size = 8 * entries.length;
  const rel = { name: '.rel.text', type: 9, address: 0, offset: 64, size, link: 0 };
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
    [0x2000_000c, 10],
    [0x2000_003c, 2],
  ] as const;
  expect(readAddressWords(...elfWith(...entries))).toEqual({ words: [0x2000_0008, 0x2000_003c] });
});

test.each([
  ['half of an address', [[0x2000_0008, 47]], /\.text has relocations of kind 47/],
  ['a word outside', [[0x2000_003e, 2]], /0x2000003e is not in it/],
  ['no relocations', [], /without --emit-relocs/],
] as const)('a program with %s cannot be moved', (_, entries, problem) => {
  expect(readAddressWords(...elfWith(...entries)).problem).toMatch(problem);
});

/** A program of 8 kB whose addresses are packed. */
function packedElf(words: readonly number[]) {
  const [code, elf] = [new Uint8Array(8192), elfWith()[1]];
  const segments = elf.segments.map((each) => ({ ...each, data: code }));
  const packed = packAddressWords(words, { ...elf, segments });
  const section = { ...TEXT, name: WORDS_SECTION, address: 0, offset: 0, size: packed.length };
  return [packed, { ...elf, segments, sections: [TEXT, section] }] as const;
}

test('packed addresses are the same as before', () => {
  const halfword = fc.nat(4094).map((index) => 0x2000_0000 + 2 * index);
  fc.assert(
    fc.property(fc.uniqueArray(halfword, { minLength: 1 }), (words) => {
      const sorted = words.toSorted((a, b) => a - b);
      expect(readAddressWords(...packedElf(words))).toEqual({ words: sorted });
    }),
  );
  const outside = readAddressWords(...packedElf([0x2000_0000, 0x2000_2000]));
  expect(outside.problem).toMatch(/0x20002000 is not in it/);
});

test('never throws on random entries', () => {
  const word = fc.nat(0xffff_ffff);
  fc.assert(
    fc.property(fc.array(fc.tuple(word, word), { maxLength: 20 }), word, (entries, cut) => {
      const [file, elf] = elfWith(...entries);
      readAddressWords(file.subarray(0, cut % (file.length + 1)), elf);
    }),
  );
});
