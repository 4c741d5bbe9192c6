import { expect, test } from 'vitest';
import { writeDwarf, writeImage } from '../../profile/image/testing';
import { findExecutionMarks } from './marks';

/** Instructions of Thumb: `ldr r3, [r3]`, and others that do nothing. */
const LOAD = [0x1b, 0x68];
const NOP = [0x00, 0xbf];

const open = { name: 'cyclescope_open_window', line: 1, from: 0x102, to: 0x104, called: 3 };
const close = { name: 'cyclescope_close_window', line: 2, from: 0x104, to: 0x106, called: 4 };
const functions = [
  { name: 'lock_sample', line: 3, from: 0x100, to: 0x108, inlined: [open, close] },
  { name: 'cyclescope_store', line: 9, from: 0x108, to: 0x10c },
];
const ends = ['cyclescope_measure_operation', 'cyclescope_measure_clock'];

/** Finds the marks of a program whose functions at 0x10c and 0x110 have the given names. */
function findMarks(names: readonly string[], debugInformation = writeDwarf(functions, 5)) {
  const bytes = Uint8Array.from([NOP, LOAD, LOAD, ...Array.from({ length: 7 }, () => NOP)].flat());
  const symbols = [
    ...functions.map(({ name, from, to }) => ({ name, address: from, size: to - from })),
    ...names.map((name, at) => ({ name, address: 0x10c + 4 * at, size: 4 })),
  ];
  const image = writeImage({ address: 0x100, bytes }, symbols, debugInformation);
  return findExecutionMarks(image, 'Build it.');
}

test('windows, stores, and the ends of an operation are marked', () => {
  expect(findMarks(ends)).toMatchObject({
    opens: [0x102],
    closes: [0x104],
    stores: [0x108, 0x10a],
    begins: [0x10c],
    ends: [0x110],
  });
});

test.each([ends[0], ends[1]])('without %s, link-time optimisation is the reason', (name = '') => {
  const findIt = () => findMarks(ends.map((each) => (each === name ? 'other' : each)));
  expect(findIt).toThrow(`link-time optimisation has inlined ${name}`);
  expect(findIt).toThrow(expect.objectContaining({ hint: expect.stringContaining('-flto') }));
});

test('without debug information, how to build an image with it is the hint', () => {
  const findIt = () => findMarks(ends, new Map());
  expect(findIt).toThrow('it has no debug information (DWARF)');
  expect(findIt).toThrow(expect.objectContaining({ code: 'bad-image', hint: 'Build it.' }));
});
