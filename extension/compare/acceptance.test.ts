import { expect, test } from 'vitest';
import { chooseCases } from '../../test/everything';
import { compareColumns } from './compare';
import type { Outcome, Verdict } from './outcome';
import { createRandom, type Random, drawRuns, exampleColumn } from './testing';

type Spread = Parameters<typeof drawRuns>[1];

const names = ['heap/malloc', 'heap/free', 'mutex/lock', 'thread/create'];
const column = (random: Random, spread: Spread) =>
  exampleColumn({ operations: names.map((name) => ({ name, runs: drawRuns(random, spread) })) });

/** Verdicts on `pairs` pairs of columns, every operation being one pair. */
function verdicts(pairs: number, first: Spread, second: Spread): Verdict[] {
  const random = createRandom(JSON.stringify([pairs, first, second]));
  const outcomes = Array.from({ length: pairs / names.length }, () =>
    compareColumns([column(random, first), column(random, second)]).operations.flatMap(
      ({ outcomes: each }): readonly Outcome[] => each,
    ),
  );
  return outcomes.flat().flatMap((each) => (each.kind === 'judged' ? [each.verdict] : []));
}

test.each([0.001, 0.05, 0.5])('identical runs are unchanged, however far spread: %d', (between) => {
  const run = column(createRandom('identical'), { between });
  const outcomes = compareColumns([run, structuredClone(run)]).operations.flatMap(
    (each): readonly Outcome[] => each.outcomes,
  );
  expect(outcomes).toHaveLength(names.length);
  for (const outcome of outcomes) expect(outcome).toMatchObject({ verdict: 'unchanged' });
});

test.each(chooseCases([0.003, 0.02, 0.1], () => 'spread'))(
  'of 100 pairs from one distribution, runs spread by %d, at most 5 changed',
  (between) => {
    const all = verdicts(100, { between }, { between });
    expect(all).toHaveLength(100);
    const changed = all.filter((each) => each === 'improved' || each === 'regressed');
    expect(changed.length).toBeLessThanOrEqual(5);
  },
);

test.each([
  ['slower', {}, { mean: 10_500 }, 'regressed'],
  ['faster', { between: 0.003, mean: 10_500 }, { between: 0.003 }, 'improved'],
] as const)(
  'a shift of 5 %, samples spread by 2 %, five runs a side, is always found: %s',
  (_, first, second, verdict) => {
    expect(verdicts(52, first, second)).toEqual(new Array(52).fill(verdict));
  },
);

test('swapped columns swap improved and regressed and keep every other word', () => {
  const random = createRandom('swapped');
  for (const mean of [9_000, 9_800, 10_000, 10_200, 11_000]) {
    const [one, other] = [
      column(random, { between: 0.01 }),
      column(random, { between: 0.01, mean }),
    ];
    const back = compareColumns([other, one]);
    compareColumns([one, other]).operations.forEach(({ outcomes: [there] }, at) => {
      if (there?.kind !== 'judged') throw new Error('not judged');
      const verdict = swap(there.verdict);
      expect(back.operations[at]?.outcomes[0]).toMatchObject({ verdict });
    });
  }
});

test('half a million samples a run are compared as fast as a few', () => {
  const [low, high] = [
    [9_990, 10_010],
    [10_990, 11_010],
  ].map(([from = 0, to = 0]) => {
    const quiet = Array.from({ length: to - from }, (_, i): [number, number] => [from + i, 25_000]);
    const runs = Array.from({ length: 5 }, () => []);
    return exampleColumn({
      operations: [{ name: 'context_switch/switch', runs, change: { quiet } }],
    });
  });
  const outcome = low && high && compareColumns([low, high]).operations[0]?.outcomes[0];
  expect(outcome).toMatchObject({
    verdict: 'regressed',
    figures: { mean: { value: expect.closeTo(1.1, 3) as number }, rank: { effect: 1 } },
  });
});

function swap(verdict: Verdict): Verdict {
  if (verdict === 'improved') return 'regressed';
  return verdict === 'regressed' ? 'improved' : verdict;
}
