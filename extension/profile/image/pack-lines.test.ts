import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Image, openImage } from './image';
import { readMarks, STORES } from './marks';
import { packLines } from './pack-lines';
import { LINES_SECTION } from './packed';
import { type SampleFunction, writeDwarf, writeImage } from './testing';

/** A function that opens a window twice on one line, a copy of it behind, and one without lines. */
const OPENING = 'cyclescope_open_window';
const reading = (from: number, called: number): SampleFunction => ({
  name: OPENING,
  line: 7,
  from,
  to: from + 4,
  called,
});
const sample: SampleFunction = {
  name: 'lock_sample',
  line: 3,
  from: 0x100,
  to: 0x120,
  inlined: [reading(0x104, 30), reading(0x108, 30), reading(0x110, 31)],
};
const nested: SampleFunction = {
  name: 'unlock_sample',
  line: 20,
  from: 0x122,
  to: 0x140,
  inlined: [
    { name: 'give', line: 9, from: 0x124, to: 0x13a, called: 21, inlined: [reading(0x128, 12)] },
  ],
};
const symbols = [
  { name: 'lock_sample', address: 0x100, size: 0x20 },
  { name: 'unlock_sample', address: 0x122, size: 0x1e },
  { name: 'assembly', address: 0x140, size: 8 },
];
// ldr r3, [r0]
const code = {
  address: 0x100,
  bytes: Uint8Array.from({ length: 0x48 }, (_, at) => [3, 0x68][at % 2] ?? 0),
};
const built = writeImage(
  code,
  symbols.map((symbol) => ({ ...symbol, isLocal: symbol.name === 'assembly' })),
  writeDwarf([sample, nested], 5),
);
const packed = packLines(built, (path) => path);

const DAMAGED = 'the packed line table of the image is damaged';

/** The image as a package has it. */
const openStripped = (lines: Uint8Array) =>
  openImage(writeImage(code, symbols.slice(0, 2), new Map([[LINES_SECTION, lines]])));

const listFrames = ({ framesAt, functionAt }: Image) =>
  Array.from({ length: 0x30 }, (_, at) => [framesAt(0xf8 + 2 * at), functionAt(0xf8 + 2 * at)]);

describe('packed lines', () => {
  test('are the functions, lines and marks of the debug information', () => {
    const [own, other] = [openImage(built), openStripped(packed)];
    expect(listFrames(other)).toEqual(listFrames(own));
    expect(other.framesAt(0x12a).map(({ function: { name }, line }) => [name, line])).toEqual([
      [OPENING, 1298],
      ['give', 12],
      ['unlock_sample', 21],
    ]);
    expect(other.functionAt(0x142)).toEqual({ name: 'assembly', from: 0x140, to: 0x148 });
    expect(readMarks(other)).toEqual(readMarks(own));
    expect(readMarks(other).readings).toHaveLength(4);
    expect(other.dwarf.findInstances(STORES[0])).toEqual([]);
    expect(other.problems).toEqual([]);
  });

  test('leave out the names of functions that remain symbols', () => {
    const lines = new Map([[LINES_SECTION, packLines(built, (path) => path, [])]]);
    const image = openImage(writeImage(code, symbols, lines));
    expect(image.symbols.findByName('assembly')).toHaveLength(1);
    expect(image.framesAt(0x12a)).toEqual(openImage(built).framesAt(0x12a));
  });

  test('have the paths that their sources have in a package', () => {
    const { framesAt } = openStripped(
      packLines(built, (path) => path.replace('/src/', 'sources/')),
    );
    expect(framesAt(0x100)).toMatchObject([{ file: 'sources/a.c' }]);
  });

  test('are not used where there is DWARF', () => {
    const sections = [...writeDwarf([nested], 4), [LINES_SECTION, packed]] as const;
    const { framesAt } = openImage(writeImage(code, symbols, new Map(sections)));
    expect(framesAt(0x100)).toMatchObject([{ line: 0 }]);
  });

  test('that are cut or damaged are read without an exception, and reported if they are no table', () => {
    const flips = fc.array(fc.tuple(fc.nat(packed.length - 1), fc.nat(255)), { maxLength: 6 });
    fc.assert(
      fc.property(flips, fc.nat(packed.length), (changes, length) => {
        const bytes = packed.slice();
        for (const [at, value] of changes) bytes[at] = value;
        for (const damaged of [bytes, bytes.subarray(0, length)]) {
          const image = openStripped(damaged);
          for (const frames of listFrames(image)) expect(frames).not.toEqual([]);
          readMarks(image);
        }
      }),
      { numRuns: 25 },
    );
    const cuts = Array.from({ length: packed.length }, (_, length) => packed.subarray(0, length));
    const unnoticed = cuts.filter((cut) => !openStripped(cut).problems.includes(DAMAGED));
    expect(unnoticed.map(({ length }) => length - packed.length)).toEqual([]);
  });

  test('of any functions are theirs', () => {
    const halves = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 0, max: 4 })),
      {
        minLength: 1,
        maxLength: 4,
      },
    );
    fc.assert(
      fc.property(halves, (drawn) => {
        let from = 0x100;
        const functions = drawn.map(([length, inner], index): SampleFunction => {
          const own = { from, to: from + 2 * length };
          from = own.to + 2 * (index % 2);
          const called = { ...reading(own.from, 40), to: own.from + 2 * Math.min(inner, length) };
          return { ...own, name: `f${index % 2}`, line: index, inlined: inner > 0 ? [called] : [] };
        });
        const image = writeImage(code, [], writeDwarf(functions, 4));
        const lines = packLines(image, (path) => path);
        expect(listFrames(openStripped(lines)).map(([frames]) => frames)).toEqual(
          listFrames(
            openImage(writeImage(code, symbols.slice(0, 2), writeDwarf(functions, 4))),
          ).map(([frames]) => frames),
        );
      }),
      { numRuns: 30 },
    );
  });
});
