import { describe, expect, test } from 'vitest';
import { computeAddedCost, compareOperations, compareProfiles, mainChanges } from './difference';
import { newProfile } from './stacks';
import { makeCode, type MadeFunction } from './testing';
import {
  describeCostliest,
  differenceText,
  functionsText,
  instructionsText,
  linesText,
  treeText,
} from './text';

const body = ['next', 'jump', 'call', 'jump', 'return'] as const;
const functions: readonly MadeFunction[] = [
  { name: 'bench', flows: body, isHarness: true },
  { name: 'take', flows: body },
  { name: 'insert', flows: ['next', 'next', 'return'] },
  { name: 'other', flows: ['next', 'return'] },
];

/** Profiles an operation that calls these from `take`. */
function profileOperation(inner: readonly ('insert' | 'other')[], made = functions) {
  const { code, at } = makeCode(made);
  const lengths = { insert: 3, other: 2 };
  const whole = (name: 'insert' | 'other') =>
    Array.from({ length: lengths[name] }, (_, position) => 2 * at(name, position));
  const step = (name: string, position: number) => 2 * at(name, position);
  const steps = [
    step('bench', 2),
    step('take', 0),
    step('take', 1),
    ...inner.flatMap((name) => [step('take', 2), ...whole(name), step('take', 3)]),
    step('take', 4),
    step('bench', 3),
  ];
  const operation = { name: 'a/b', paths: [{ steps, count: 4 }], order: [0, 0, 0, 0] };
  return { profile: newProfile('a/b', code, operation), code, operation };
}

const base = profileOperation(['insert', 'other']).profile;
const first = (after: readonly ('insert' | 'other')[]) => {
  const { functions: changed, ...whole } = compareOperations(base, profileOperation(after).profile);
  expect(changed.reduce((sum, row) => sum + computeAddedCost(row), 0)).toBe(
    whole.after - whole.before,
  );
  return changed[0];
};

describe('the first function of a difference', () => {
  test('is the one that is called once more', () => {
    expect(first(['insert', 'other', 'insert'])).toMatchObject({
      name: 'insert',
      change: 'calls',
      before: { self: 3, calls: 1 },
      after: { self: 6, calls: 2 },
    });
  });

  test('is the one that vanished', () => {
    expect(first(['other'])).toMatchObject({
      name: 'insert',
      change: 'vanished',
      after: { self: 0 },
    });
  });

  test('is the one that is new', () => {
    const { profile } = profileOperation(['other']);
    expect(compareOperations(profile, base).functions[0]).toMatchObject({
      name: 'insert',
      change: 'new',
    });
  });

  test('is the one that was inlined', () => {
    const [bench, take] = functions as [MadeFunction, MadeFunction];
    const inlined = { ...take, inlined: { name: 'insert', from: 2, to: 3 } };
    const after = profileOperation(['other'], [bench, inlined, ...functions.slice(3)]).profile;
    const { functions: changed } = compareOperations(base, after);
    // Its caller saves the call, which is as much.
    expect(changed.slice(0, 2)).toMatchObject([
      { name: 'insert', change: 'inlined' },
      { name: 'take', change: 'cost' },
    ]);
  });

  test('is not one that a tick fell into in some of the samples', () => {
    const { code, operation } = profileOperation(['insert', 'other']);
    const { paths } = profileOperation(['insert', 'other', 'other']).operation;
    const few = [...operation.paths, ...paths.map((path) => ({ ...path, count: 1 }))];
    const ticked = newProfile('a/b', code, { paths: few, order: [0, 0, 0, 0, 1] });
    const difference = compareOperations(base, ticked);
    expect(difference.functions.map(({ name }) => name)).toEqual(['other', 'take']);
    expect(mainChanges(difference)).toEqual([]);
    expect(differenceText(difference)).toEqual([
      'a/b: 14.0 to 14.8 instructions (+0.8)',
      '      +0.8                      2 others',
    ]);
  });
});

test('two profiles of an operation that did not change name nothing, nor do those of one image', () => {
  expect(compareOperations(base, profileOperation(['insert', 'other']).profile).functions).toEqual(
    [],
  );
  const run = (image: string, inner: readonly ('insert' | 'other')[], system?: string) => {
    const { code, operation } = profileOperation(inner);
    return { target: 't', image, system, problems: [], code, operations: [operation] };
  };
  expect(compareProfiles(run('x', ['insert']), run('x', ['other']))).toEqual([]);
  // The same program on another kernel.
  expect(compareProfiles(run('x', ['insert'], '6.1'), run('x', ['other'], '6.6'))).toHaveLength(1);
  expect(compareProfiles(run('x', ['insert'], '6.1'), run('x', ['other'], '6.1'))).toEqual([]);
  const others = [run('x', ['insert']), run('y', ['other'])] as const;
  expect(compareProfiles(...others)).toMatchObject([{ name: 'a/b', before: 10, after: 9 }]);
  expect(compareProfiles(...others, (name) => name === 'c/d')).toEqual([]);
});

describe('where a side keeps only the first samples', () => {
  /** Samples that differ by their inputs: the later ones insert more. */
  const run = (image: string, kept: number, ...first: readonly 'insert'[]) => {
    const samples = [1, 2, 3].map((times) =>
      profileOperation([...first, ...Array<'insert'>(times).fill('insert')]),
    );
    const paths = samples.slice(0, kept).flatMap(({ operation }) => {
      return operation.paths.map((path) => ({ ...path, count: 1 }));
    });
    const operation = {
      name: 'a/b',
      paths,
      order: [...paths.keys()],
      measuredSamples: kept < 3 ? 3 : undefined,
    };
    const [{ code } = { code: profileOperation([]).code }] = samples;
    return { target: 't', image, problems: [], code, operations: [operation] };
  };

  test('the same first samples of both are compared', () => {
    for (const [before, after] of [
      [2, 3],
      [3, 2],
      [2, 2],
    ] as const) {
      const [same] = compareProfiles(run('x', before), run('y', after));
      expect(same).toMatchObject({
        functions: [],
        firstSamples: { compared: 2, before: 3, after: 3 },
      });
    }
    expect(compareProfiles(run('x', 3), run('y', 3))[0]?.firstSamples).toBeUndefined();
  });

  test('the difference names them', () => {
    const [more] = compareProfiles(run('x', 3), run('y', 1, 'insert'));
    if (more === undefined) throw new Error('no difference');
    expect(differenceText(more)[0]).toBe(
      'a/b: 10.0 to 15.0 instructions (+5.0), mean of the first 1 of 3 samples',
    );
    expect(describeCostliest(more, 1)).toBe(
      'insert +3.0 (1 call more); in the first 1 of 3 samples',
    );
    const long = { ...more, firstSamples: { compared: 2, before: 100, after: 1000 } };
    expect(differenceText(long)[0]).toMatch(/mean of the first 2 of 100 and 1,000 samples$/);
  });
});

describe('as text', () => {
  test('functions, stacks, lines and instructions show what one operation takes', () => {
    expect(functionsText(base, 2)).toEqual([
      'a/b: 14.0 instructions, mean of 4 samples',
      '      self     total     calls  function',
      '       7.0      12.0       1.0  take',
      '       3.0       3.0       1.0  insert',
    ]);
    expect(treeText(base, 0.2).slice(2)).toEqual([
      '       7.0      12.0       1.0  take',
      '       3.0       3.0       1.0    insert',
    ]);
    const source = Array.from({ length: 200 }, (_, line) => `line ${line + 1}`);
    expect(linesText(base, () => ({ lines: source }))).toContain(
      '       2.0       7.0       2.0    102  line 102',
    );
    expect(instructionsText(base)).toEqual(
      expect.arrayContaining(['take:', '       2.0       204  a.c:102']),
    );
  });

  test('a mean names its samples: all, or the first that are kept', () => {
    const titleWith = (count: number, measuredSamples?: number) => {
      const { code, operation } = profileOperation(['insert', 'other']);
      const paths = operation.paths.map((path) => ({ ...path, count }));
      return functionsText(newProfile('a/b', code, { paths, order: [], measuredSamples }))[0];
    };
    expect(titleWith(1)).toBe('a/b: 14.0 instructions, mean of 1 sample');
    expect(titleWith(1, 100)).toBe('a/b: 14.0 instructions, mean of the first 1 of 100 samples');
  });

  test('a difference shows what each function adds, and why', () => {
    const after = profileOperation(['insert', 'other', 'insert']).profile;
    expect(differenceText(compareOperations(base, after))).toEqual([
      'a/b: 14.0 to 19.0 instructions (+5.0)',
      '      self     total     calls  function',
      '      +3.0      +3.0      +1.0  insert (1 call more)',
      '      +2.0      +5.0         ·  take',
    ]);
    expect(differenceText(compareOperations(base, after), 1).at(-1)).toBe(
      '      +2.0                      1 other',
    );
    expect(describeCostliest(compareOperations(after, base), 3)).toBe(
      'insert -3.0 (1 call fewer), take -2.0',
    );
  });
});
