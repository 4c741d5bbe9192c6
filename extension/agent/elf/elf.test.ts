import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesAt, LAYOUT_64, MACHINE_AARCH64, MACHINE_ARM, readElf, textAt, wordAt } from './elf';
import { readRegistry } from './registry';
import { writeElf } from './testing';

const code = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);
const content: Parameters<typeof writeElf> = [
  [
    { vaddr: 0, data: code },
    { vaddr: 0x20000000, paddr: 0x100, data: new TextEncoder().encode('data\0'), memSize: 16 },
  ],
  [
    { name: 'main', value: 4 },
    { name: 'twice', value: 1 },
    { name: 'twice', value: 2, local: true },
    { name: 'size', value: 44, absolute: true },
  ],
];
const file = writeElf(...content);
const wideFile = writeElf(content[0], content[1], LAYOUT_64);

describe.each([
  ['of 32 bits', file, MACHINE_ARM, 4],
  ['of 64 bits', wideFile, MACHINE_AARCH64, 8],
])('readElf %s', (_, bytes, machine, pointerSize) => {
  const elf = readElf(bytes);

  test('finds segments with both addresses', () => {
    expect(elf).toMatchObject({ machine, pointerSize, problems: [] });
    expect(elf.segments.map(({ vaddr, paddr, memSize }) => [vaddr, paddr, memSize])).toEqual([
      [0, 0, 8],
      [0x20000000, 0x100, 16],
    ]);
    expect(elf.segments[0]?.data).toEqual(code);
  });

  test('finds symbols by name, global before local', () => {
    expect(elf.symbols.get('main')).toMatchObject({ value: 4, absolute: false });
    expect(elf.symbols.get('twice')?.value).toBe(1);
    expect(elf.symbols.get('size')).toMatchObject({ value: 44, absolute: true });
    expect(elf.symbols.has('nowhere')).toBe(false);
  });

  test('lists section names', () => {
    expect(elf.sections.map(({ name }) => name)).toEqual(['', '.symtab', '.strtab']);
  });
});

describe('readElf', () => {
  test.each([
    ['nothing', new Uint8Array(), /0 bytes/],
    ['a text', new Uint8Array(60).fill(65), /magic/],
    ['a 16-bit file', patch(file, 4, 0), /neither a 32-bit nor a 64-bit/],
    ['half a 64-bit header', patch(file, 4, 2).subarray(0, 60), /60 bytes.*needs 64/],
    ['a big-endian file', patch(file, 5, 2), /little-endian/],
    ['a cut file', file.subarray(0, 120), /segment 1 lies outside/],
    ['sizes that cannot be', patch(file, 42, 8), /program headers have entries of 8/],
  ])('reports the problem with %s', (_, bytes, problem) => {
    expect(readElf(bytes).problems.join('; ')).toMatch(problem);
  });
});

describe('memory', () => {
  const elf = readElf(file);

  test('reads by the address the program uses', () => {
    expect(wordAt(elf, 4)).toBe(0x08070605);
    expect(textAt(elf, 0x20000000)).toBe('data');
    expect(bytesAt(elf, 0x20000004, 4)).toEqual(new Uint8Array(4));
  });

  test.each([5, 0x100, 0x2000000d])('returns no word at %i', (address) => {
    expect(wordAt(elf, address)).toBeUndefined();
  });

  test('returns no unterminated string', () => {
    expect(textAt(elf, 0)).toBeUndefined();
  });
});

test('never throws on truncated, flipped and random bytes', () => {
  const damage = fc.array(fc.tuple(fc.nat(file.length - 1), fc.nat(255)), { maxLength: 12 });
  const whole = fc.constantFrom(file, wideFile);
  const damaged = fc.tuple(whole, damage, fc.nat(wideFile.length)).map(([of, flips, length]) => {
    const bytes = of.slice();
    for (const [at, value] of flips) bytes[at] = value;
    return bytes.subarray(0, length);
  });
  fc.assert(
    fc.property(fc.oneof(damaged, fc.uint8Array({ maxLength: 300 })), (bytes) => {
      const elf = readElf(bytes);
      for (const { data, memSize } of elf.segments)
        expect(data.length).toBeLessThanOrEqual(memSize);
      readRegistry(elf);
    }),
    { numRuns: 2000 },
  );
});

function patch(bytes: Uint8Array, at: number, value: number): Uint8Array {
  const copy = bytes.slice();
  copy[at] = value;
  return copy;
}
