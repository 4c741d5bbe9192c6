import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { executionStep, restoreStep, saveStep } from '../capture';
import { costFunctions, costLines, costNodes, buildFlameGraph, sumInstructions } from '../figures';
import { makeCode, stackNames } from '../testing';
import { CLOCK_AND_LOOP, newProfile } from '.';

const body = ['next', 'jump', 'call', 'jump', 'next', 'return'] as const;
const { code, at } = makeCode([
  { name: 'bench', flows: body, isHarness: true },
  { name: 'a', flows: body },
  { name: 'b', flows: body, inlined: { name: 'inner', from: 1, to: 3 } },
  { name: 'tick', flows: body, isHandler: true },
  { name: 'switcher', flows: ['next', 'next', 'return'], isHandler: true },
  { name: 'leaf', flows: ['next', 'jump'] },
]);

interface Called {
  readonly name: 'a' | 'b' | 'tick';
  readonly calls: readonly Called[];
}

const generateCalls = (depth: number): fc.Arbitrary<readonly Called[]> =>
  depth === 0 ? fc.constant([]) : fc.array(generateCall(depth), { maxLength: 3 });
const generateCall = (depth: number): fc.Arbitrary<Called> =>
  fc.record({ name: fc.constantFrom('a', 'b'), calls: generateCalls(depth - 1) });
const called = generateCall(4);

interface Truth {
  readonly step: number;
  readonly stack: readonly string[];
}

/** Executes a function and what it calls, one behind the other in a loop. */
function execute({ name, calls }: Called | { name: 'bench'; calls: readonly Called[] }): Truth[] {
  const own = (position: number): Truth => {
    const isInlined = name === 'b' && position >= 1 && position < 3;
    return { step: executionStep(at(name, position)), stack: isInlined ? [name, 'inner'] : [name] };
  };
  const loop = calls.flatMap((each) => [
    own(2),
    ...execute(each).map(({ step, stack }) => ({ step, stack: [...own(2).stack, ...stack] })),
    own(3),
  ]);
  return [own(0), own(1), ...loop, own(4), own(5)];
}

const makeProfile = (steps: readonly number[], count = 1) =>
  newProfile('x/y', code, { paths: [{ steps, count }], order: Array<number>(count).fill(0) });

const listStackNames = (profile: ReturnType<typeof makeProfile>) =>
  profile.paths[0]?.nodes.map((node) => stackNames(profile, node)) ?? [];

describe('stacks', () => {
  test('are those of any calls, with the clock and the loop apart', () => {
    fc.assert(
      fc.property(fc.array(called, { maxLength: 3 }), (calls) => {
        const truth = execute({ name: 'bench', calls });
        const found = listStackNames(makeProfile(truth.map(({ step }) => step)));
        expect(found).toEqual(
          truth.map(({ stack }) => (stack.length === 1 ? [CLOCK_AND_LOOP] : stack.slice(1))),
        );
      }),
    );
  });

  test.each([
    ['cyclescope_open_window', CLOCK_AND_LOOP],
    ['cyclescope_close_window', 'give'],
  ])('of a function that returns into %s at its start are of %s', (reading, name) => {
    const made = makeCode([
      { name: 'give', flows: ['next', 'return'] },
      {
        name: 'worker',
        flows: ['next', 'next'],
        inlined: { name: reading, from: 0, to: 2 },
        isHarness: true,
      },
    ]);
    const steps = [made.at('give'), made.at('give', 1), made.at('worker'), made.at('worker', 1)];
    const paths = [{ steps: steps.map(executionStep), count: 1 }];
    const found = listStackNames(newProfile('x/y', made.code, { paths, order: [0] }));
    expect(found).toEqual([[name], [name], [CLOCK_AND_LOOP], [CLOCK_AND_LOOP]]);
  });

  test('of the first of several windows are not those of the clock that opens the next one', () => {
    const made = makeCode([
      { name: 'clock', flows: ['next', 'return'] },
      { name: 'give', flows: ['next', 'return'] },
      {
        name: 'worker',
        flows: ['next', 'next', 'call', 'call'],
        inlined: { name: 'cyclescope_open_window', from: 0, to: 2 },
        isHarness: true,
      },
    ]);
    const runs = [
      ['clock', 0, 1],
      ['worker', 0, 1, 2],
      ['give', 0, 1],
      ['worker', 3],
    ] as const;
    const window = runs.flatMap(([name, ...places]) =>
      places.map((place) => executionStep(made.at(name, place))),
    );
    const paths = [{ steps: [...window, ...window], count: 1 }];
    const found = listStackNames(newProfile('x/y', made.code, { paths, order: [0] }));
    const once = [0, 1, 2, 3, 4, 5, 6, 7].map((at) => [
      at === 5 || at === 6 ? 'give' : CLOCK_AND_LOOP,
    ]);
    expect(found).toEqual([...once, ...once]);
  });

  test('grow at the bottom where a function returns to a caller from before the window', () => {
    fc.assert(
      fc.property(called, fc.nat(200), (tree, cut) => {
        const truth = execute(tree);
        const late = truth.slice(cut % truth.length);
        const found = listStackNames(makeProfile(late.map(({ step }) => step)));
        // Calls that never returned in the window are not known to be there.
        expect(found.map((stack, index) => late[index]?.stack.slice(-stack.length))).toEqual(found);
        expect(found.at(-1)).toEqual([tree.name]);
      }),
    );
  });

  test('of what is interrupted go on behind the exception', () => {
    fc.assert(
      fc.property(called, fc.nat(500), called, (tree, place, interruption) => {
        const truth = execute(tree);
        const at = 1 + (place % (truth.length - 1));
        const handler = execute({ ...interruption, name: 'tick' });
        const all = [...truth.slice(0, at), ...handler, ...truth.slice(at)];
        const found = listStackNames(makeProfile(all.map(({ step }) => step)));
        expect(found).toEqual(all.map(({ stack }) => stack));
      }),
    );
  });

  test('of threads go on where their registers were restored', () => {
    const run = (name: string, ...positions: number[]) =>
      positions.map((position) => executionStep(at(name, position)));
    const steps = [
      ...run('a', 0, 1, 2),
      ...run('b', 0),
      ...run('switcher', 0),
      saveStep(0),
      ...run('switcher', 1),
      restoreStep(1),
      ...run('switcher', 2),
      ...run('a', 3, 4),
      ...run('switcher', 0),
      saveStep(1),
      ...run('switcher', 1),
      restoreStep(0),
      ...run('switcher', 2),
      ...run('b', 1, 4, 5),
      ...run('a', 3),
    ];
    const found = listStackNames(makeProfile(steps)).map((stack) => stack.join(' '));
    expect(found).toEqual([
      ...Array<string>(3).fill('thread 1 a'),
      'thread 1 a b',
      ...Array<string>(3).fill('switcher'),
      ...Array<string>(2).fill('thread 2 a'),
      ...Array<string>(3).fill('switcher'),
      'thread 1 a b inner',
      ...Array<string>(2).fill('thread 1 a b'),
      'thread 1 a',
    ]);
  });

  test('replace a function that jumps into another one, which returns to the first caller', () => {
    const steps = [
      at('a', 2),
      at('leaf'),
      at('leaf', 1),
      at('b'),
      ...[1, 4, 5].map((n) => at('b', n)),
      at('a', 3),
    ];
    expect(listStackNames(makeProfile(steps.map(executionStep)))).toEqual([
      ['a'],
      ['a', 'leaf'],
      ['a', 'leaf'],
      ['a', 'b'],
      ['a', 'b', 'inner'],
      ['a', 'b'],
      ['a', 'b'],
      ['a'],
    ]);
  });
});

test('figures add up to the length of the paths, whatever was executed', () => {
  const step = fc.oneof(
    fc.nat(code.instructions.length + 1).map(executionStep),
    fc.nat(3).map(saveStep),
    fc.nat(3).map(restoreStep),
  );
  const path = fc.record({
    steps: fc.array(step, { maxLength: 120 }),
    count: fc.integer({ min: 1, max: 9 }),
  });
  fc.assert(
    fc.property(fc.array(path, { maxLength: 4 }), (paths) => {
      const profile = newProfile('x/y', code, { paths, order: [] });
      const raw = paths.reduce(
        (sum, { steps, count }) => sum + count * steps.filter((each) => each % 2 === 0).length,
        0,
      );
      const sumSelf = (rows: readonly { self: number }[]) =>
        rows.reduce((sum, { self }) => sum + self, 0);
      expect(sumInstructions(profile)).toBe(raw);
      expect(sumSelf(costNodes(profile))).toBe(raw);
      expect(sumSelf(costFunctions(profile))).toBe(raw);
      expect(sumSelf(costLines(profile))).toBe(raw);
      expect(buildFlameGraph(profile).reduce((sum, { total }) => sum + total, 0)).toBe(raw);
      for (const row of costLines(profile)) expect(row.total).toBeGreaterThanOrEqual(row.self);
    }),
    { numRuns: 500 },
  );
});

test('a function counts once in recursion, and each of its calls', () => {
  const recursion = execute({
    name: 'a',
    calls: [{ name: 'a', calls: [{ name: 'a', calls: [] }] }],
  });
  const profile = makeProfile(
    recursion.map(({ step }) => step),
    7,
  );
  const total = 7 * recursion.length;
  expect(costFunctions(profile)).toMatchObject([{ self: total, total, calls: 14 }]);
});
