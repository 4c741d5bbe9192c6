import { describe, expect, test } from 'vitest';
import type { Elf, ElfSection } from './elf';
import { isOlderLibc, neededLibc } from './needed-libc';

const section = (name: string, address: number, size: number, link = 0): ElfSection => ({
  name,
  type: 0,
  offset: 0,
  address,
  size,
  link,
});

function elfWith(strings: string, versions = '.gnu.version_r'): Elf {
  const data = new TextEncoder().encode(strings);
  return {
    machine: 62,
    pointerSize: 8,
    entry: 0,
    symbols: new Map(),
    problems: [],
    segments: [{ vaddr: 0x100, paddr: 0x100, memSize: data.length, writable: false, data }],
    sections: [section('.dynstr', 0x100, data.length), section(versions, 0x100, 0, 0)],
  };
}

describe('the C library that a program needs', () => {
  test.each([
    ['\0malloc\0GLIBC_2.4\0GLIBC_2.34\0GLIBC_2.2.5\0libc.so.6\0', '2.34'],
    ['\0GLIBC_2.2.5\0', '2.2'],
    ['\0GLIBC_PRIVATE\0MYGLIBC_3.0\0', undefined],
  ])('is the newest that %j names', (strings, version) => {
    expect(neededLibc(elfWith(strings))).toBe(version);
  });

  test('is none where nothing is taken from a library', () => {
    expect(neededLibc(elfWith('\0GLIBC_2.34\0', '.text'))).toBeUndefined();
  });

  test.each([
    ['2.31', '2.34', true],
    ['2.34', '2.34', false],
    ['2.4', '2.34', true],
    ['3.0', '2.34', false],
  ])('%s is older than %s: %j', (version, than, isOlder) => {
    expect(isOlderLibc(version, than)).toBe(isOlder);
  });
});
