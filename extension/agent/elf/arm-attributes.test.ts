import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readArmAttributes } from './arm-attributes';
import type { Elf } from './elf';

const text = (value: string) => [...new TextEncoder().encode(value), 0];
const insertSize = (head: readonly number[], body: readonly number[], tail: readonly number[]) => {
  const size = head.length + 4 + body.length + tail.length;
  return [...head, size & 255, size >> 8, 0, 0, ...body, ...tail];
};
/** Attributes of a whole file, as written by a compiler. */
const encodeAttributes = (...values: number[]) => [
  0x41,
  ...insertSize([], text('aeabi'), insertSize([1], values, [])),
];

function elfOver(bytes: readonly number[]): [Uint8Array, Elf] {
  const section = { name: '.ARM.attributes', type: 0x70000003, address: 0, link: 0, alignment: 1 };
  const elf: Elf = {
    machine: 40,
    pointerSize: 4,
    entry: 0,
    segments: [],
    symbols: new Map(),
    problems: [],
    sections: [{ ...section, offset: 2, size: bytes.length }],
  };
  return [Uint8Array.from([9, 9, ...bytes]), elf];
}

describe('readArmAttributes', () => {
  test.each([
    ['a Cortex-M7 with all of its unit', [5, ...text('7E-M'), 6, 13, 7, 77, 10, 8], 13, 'double'],
    ['a Cortex-M4F', [6, 13, 10, 6, 27, 1], 13, 'single'],
    ['a Cortex-M33 without a unit', [6, 17, 7, 77], 17, 'none'],
    [
      'one with texts and long numbers',
      [67, ...text('2.09'), 32, 1, ...text('x'), 34, 0x81, 1, 6, 11],
      11,
      'none',
    ],
    ['one without a value', [], undefined, 'none'],
  ])('recognises %s', (_, values, architecture, floatingPoint) => {
    expect(readArmAttributes(...elfOver(encodeAttributes(...values)))).toEqual({
      architecture,
      floatingPoint,
    });
  });

  test('skips attributes of other vendors', () => {
    const gnu = insertSize([], text('gnu'), insertSize([1], [6, 1], []));
    const [version = 0, ...own] = encodeAttributes(6, 17);
    expect(readArmAttributes(...elfOver([version, ...gnu, ...own])).architecture).toBe(17);
  });

  test('never throws on random bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(255), { maxLength: 60 }), (bytes) => {
        readArmAttributes(...elfOver(bytes));
        readArmAttributes(...elfOver([...encodeAttributes(6, 13).slice(0, 10), ...bytes]));
      }),
    );
  });
});
