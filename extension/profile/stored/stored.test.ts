import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { costFunctions, countLines } from '../figures';
import { openImage } from '../image';
import { writeDwarf, writeImage } from '../image/testing';
import { newProfile } from '../stacks';
import { makeCode } from '../testing';
import { exampleRunProfile } from './testing';
import { foldSequences, packNumbers, unfoldSequences, unpackNumbers } from './pack';
import {
  formatRunProfile,
  newRunProfile,
  PROFILE_SCHEMA,
  readRunProfile,
  type RunProfile,
} from '.';

const { code } = makeCode([
  { name: 'a', flows: ['next', 'call', 'return'], inlined: { name: 'inner', from: 0, to: 2 } },
  { name: 'b', flows: ['jump', 'return'], isHandler: true, isHarness: true },
]);

const operations = fc.array(
  fc.record({
    name: fc.string(),
    paths: fc.array(
      fc.record({
        count: fc.nat(1000),
        steps: fc.array(
          fc.oneof(
            fc.nat(code.instructions.length - 1).map((at) => 2 * at),
            fc.nat(9).map((place) => 2 * place + 1),
          ),
        ),
      }),
      { minLength: 1 },
    ),
    order: fc.array(fc.constant(0), { maxLength: 10 }),
    measuredSamples: fc.option(fc.integer({ min: 10, max: 1000 }), { nil: undefined }),
  }),
  { maxLength: 4 },
);
const facts = { target: 'qemu-freertos-m7', image: 'abc', system: 'def', problems: ['one'] };
const profiles = operations.map((drawn): RunProfile => ({ ...facts, code, operations: drawn }));

describe('numbers', () => {
  test('are packed without loss, and damaged ones are not read', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -(2 ** 50), max: 2 ** 50 })), (numbers) => {
        expect(unpackNumbers(packNumbers(numbers))).toEqual(numbers);
      }),
    );
    expect(packNumbers([1, 2, 3, 2])).toBe('CCCD');
    expect(['g', '-', `${'/'.repeat(20)}A`].map(unpackNumbers)).toEqual(Array(3).fill(undefined));
  });

  test('of repeated sequences are folded without loss, and never into more than is allowed', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.integer({ min: -3, max: 12 }))), (sequences) => {
        const folded = foldSequences(sequences);
        const total = sequences.flat().length;
        expect(unfoldSequences(folded, total)).toEqual(sequences);
        if (total > 0) expect(unfoldSequences(folded, total - 1)).toBeUndefined();
      }),
    );
    const loop = Array.from({ length: 1000 }, (_, at) => at % 50);
    expect(foldSequences([loop, loop]).sequences.flat().length).toBeLessThan(100);
  });
});

describe('a stored profile', () => {
  test('is read as it was', () => {
    fc.assert(
      fc.property(profiles, (profile) => {
        expect(readRunProfile(formatRunProfile(profile))).toEqual({ profile });
      }),
    );
  });

  test('has the code that is not in the image', () => {
    const profile = exampleRunProfile();
    const instructions = profile.code.instructions.map((own, at) =>
      at % 2 === 0 ? own : { ...own, word: 0xe12fff1e },
    );
    const kernel = { ...profile, code: { ...profile.code, instructions } };
    expect(readRunProfile(formatRunProfile(kernel))).toEqual({ profile: kernel });
  });

  test('that is damaged is refused with the place, and never throws', () => {
    fc.assert(
      fc.property(
        profiles,
        fc.nat(),
        fc.string({ minLength: 1, maxLength: 3 }),
        (profile, at, by) => {
          const text = formatRunProfile(profile);
          const place = at % text.length;
          const { problem } = readRunProfile(text.slice(0, place) + by + text.slice(place + 1));
          if (problem !== undefined)
            expect(problem).toMatch(/^(This is not a profile|The profile .*)/s);
        },
      ),
      { numRuns: 300 },
    );
  });

  test.each([
    ['text', /not JSON/, /profile the run again/],
    ['{}', /damaged at schema/, /profile the run again/],
    [JSON.stringify({ schema: PROFILE_SCHEMA + 1 }), /reads up to/, /^Update Cyclescope\.$/],
  ])('%s is none', (text, problem, hint) => {
    expect(readRunProfile(text)).toEqual({
      problem: expect.stringMatching(problem),
      hint: expect.stringMatching(hint),
    });
  });

  test('needs steps within its code, a path for each sample, and no more samples than measured', () => {
    const [path] = [{ count: 1, steps: [2 * code.instructions.length] }];
    const with_ = (operation: object) =>
      readRunProfile(
        formatRunProfile({ ...facts, code, operations: [{ name: 'x', ...operation } as never] }),
      ).problem;
    expect(with_({ paths: [path], order: [] })).toMatch(/outside of the code/);
    expect(with_({ paths: [], order: [0] })).toMatch(/sample of x has no path/);
    const two = { paths: [{ count: 2, steps: [0] }], order: [0, 0] };
    expect(with_({ ...two, measuredSamples: 2 })).toBeUndefined();
    expect(with_({ ...two, measuredSamples: 1 })).toMatch(/x has too many samples/);
  });
});

test('lines are counted in all samples, and of executed functions those that never ran are known', () => {
  const ran = { name: 'ran', line: 7, from: 0x100, to: 0x108 };
  const inner = { name: 'inner', line: 3, from: 0x102, to: 0x104, called: 50 };
  const other = { name: 'other', line: 9, from: 0x108, to: 0x110 };
  const bytes = Uint8Array.from({ length: 16 }, (_, at) => (at % 2 === 0 ? 0 : 0xbf));
  const symbols = [ran, other].map(({ name, from, to }) => ({
    name,
    address: from,
    size: to - from,
  }));
  const dwarf = writeDwarf([{ ...ran, inlined: [inner] }, other], 5);
  const image = openImage(writeImage({ address: 0x100, bytes }, symbols, dwarf));
  const lineAt = (address: number) => image.framesAt(address)[0]?.line ?? 0;
  const profile = newRunProfile({ target: 't', image: 'i' }, image, [
    {
      name: 'a/a',
      capture: {
        addresses: ['100', '102'],
        // The first path executes 0x102 twice.
        paths: [
          { steps: [0, 2, 2], count: 3 },
          { steps: [0], count: 4 },
        ],
        order: [0, 0, 0, 1, 1, 1, 1],
      },
    },
  ]);
  const stored = readRunProfile(formatRunProfile(profile)).profile;
  const rows = countLines(stored ?? profile).map(({ line, count }) => [line, count]);
  expect(new Map(rows as [number, number][])).toEqual(
    new Map([
      [lineAt(0x100), 7],
      [lineAt(0x102), 6],
      [lineAt(0x104), 0],
      [lineAt(0x106), 0],
    ]),
  );
  expect(new Set(rows.map(([line]) => line))).not.toContain(lineAt(0x108));
});

test('captures of several operations share the code that they executed', () => {
  const made = { name: 'made', line: 7, from: 0x100, to: 0x110 };
  const bytes = Uint8Array.from({ length: 32 }, (_, at) => (at % 2 === 0 ? 0 : 0xbf));
  const image = openImage(writeImage({ address: 0x100, bytes }, [], writeDwarf([made], 5)));
  const capture = (addresses: readonly string[], ...steps: number[]) => ({
    addresses,
    paths: [{ steps, count: 3 }],
    order: [0, 0, 0],
  });
  const profile = newRunProfile({ target: 't', image: 'i' }, image, [
    { name: 'a/a', capture: capture(['102', '100'], 2, 0, 1) },
    { name: 'b/b', capture: capture(['104', '102'], 2, 0) },
  ]);
  expect(profile.code.instructions.map(({ address }) => address)).toEqual([0x100, 0x102, 0x104]);
  expect(profile.operations.map(({ paths }) => paths[0]?.steps)).toEqual([
    [0, 2, 1],
    [2, 4],
  ]);
});

test('code that is not in the image, such as what runs in RAM, counts at its addresses', () => {
  const symbols = [{ name: 'caller', address: 0x100, size: 8 }];
  const bytes = Uint8Array.from({ length: 8 }, (_, at) => (at % 2 === 0 ? 0 : 0xbf));
  const image = openImage(writeImage({ address: 0x100, bytes }, symbols));
  const addresses = ['100', '102', '20000000', '20000002', '104'];
  const capture = { addresses, paths: [{ steps: [0, 2, 4, 6, 8], count: 2 }], order: [0, 0] };
  const stored = newRunProfile({ target: 't', image: 'i' }, image, [{ name: 'a/a', capture }]);
  const { profile } = readRunProfile(formatRunProfile(stored));
  const [own] = profile?.operations ?? [];
  if (profile === undefined || own === undefined) throw new Error('not stored');
  const shown = newProfile(own.name, profile.code, own);
  const rows = costFunctions(shown).map((row) => [shown.functions[row.function]?.name, row.self]);
  expect(Object.fromEntries(rows)).toEqual({ caller: 6, '0x20000000': 2, '0x20000002': 2 });
  // Its bytes may have changed between two executions, so none are taken for its code.
  expect(shown.code.instructions.map(({ flow }) => flow)).toEqual(
    expect.arrayContaining(['next', 'unknown']),
  );
});
