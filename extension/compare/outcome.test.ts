import { describe, expect, it, test } from 'vitest';
import { isEverything } from '../../test/everything';
import { compareColumns } from './compare';
import { evaluateGate, type Gate, listUndecided } from './gate';
import { couldHaveFound, judgeTogether, openText, repeatsText } from './outcome';
import { ratioOfRuns } from './ratio';
import { createRandom, exampleColumn, exampleFigures, type Random } from './testing';

const gate: Gate = { verdict: 'regressed', delta: 0.05 };

/** Compares runs of one value each, which spread by 4 %; every fourth may take twice as long. */
function draw(random: Random, runs: number, isDisturbed: boolean, looks: number) {
  const value = () => {
    const factor = isDisturbed && random.normal() > QUARTER ? 2 : 1;
    return Math.round(1e6 * factor * (1 + 0.04 * random.normal()));
  };
  const side = () =>
    exampleColumn({
      operations: [{ name: 'a/b', runs: Array.from({ length: runs }, () => [value()]) }],
    });
  return compareColumns([side(), side()], { looks });
}

/** Pilots whose estimates are judged together. */
const PILOTS = isEverything ? 60 : 20;

/** A quarter of a normal distribution is above. */
const QUARTER = 0.674;

test.each([
  [false, 1],
  [false, 7],
  [true, 7],
])('a pilot of 5 (disturbed: %s, %d looks) asks for enough repeats', (isDisturbed, looks) => {
  const random = createRandom(`pilot ${isDisturbed} ${looks}`);
  const asked: number[] = [];
  let decided = 0;
  while (asked.length < PILOTS) {
    const needed = listUndecided(draw(random, 5, isDisturbed, looks), gate)[0]?.repeats;
    if (needed === undefined) continue;
    asked.push(needed);
    const { outcome } = evaluateGate(draw(random, needed, isDisturbed, looks), gate);
    if (outcome === 'ok') decided += 1;
  }
  expect(decided / asked.length).toBeGreaterThanOrEqual(0.75);
  const [median = NaN] = asked.toSorted((one, other) => one - other).slice(PILOTS / 2);
  expect(median).toBeLessThan(isDisturbed ? 150 : 40);
});

it.each([
  [[undefined], 'there are too few repeats to estimate how many would decide'],
  [[undefined, 24, undefined], 'there are too few repeats to estimate how many would decide'],
  [
    [undefined, 24],
    'about 24 repeats a side would decide half of them, the rest varies too much for an estimate',
  ],
  [[24], 'about 24 repeats a side would decide it'],
  [[24, 24], 'about 24 repeats a side would decide them'],
  [[160, 12, 40], 'about 40 repeats a side would decide half of them, about 160 all'],
])('names the repeats that decide: %j', (needed, text) => {
  expect(repeatsText(needed)).toBe(text);
});

describe('repeats that are judged while they are measured', () => {
  const LOOKS = [5, 10, 20, 40];

  /** Counts pairs of one agent with a change in any of ten operations, at any look. */
  function falseAlarms(pairs: number, looks: number): number {
    const random = createRandom('looks');
    const values = () => Array.from({ length: 40 }, () => Math.exp(0.05 * random.normal()));
    return Array.from({ length: pairs }, () => {
      const operations = Array.from({ length: 10 }, () => [values(), values()] as const);
      return LOOKS.some((repeats) =>
        judgeTogether(
          operations.map(([first, second]) =>
            exampleFigures({
              first: first.slice(0, repeats),
              second: second.slice(0, repeats),
              resolution: 0,
            }),
          ),
          { delta: 0, looks },
        ).some((verdict) => verdict === 'regressed' || verdict === 'improved'),
      );
    }).filter(Boolean).length;
  }

  test('call operations that changed by delta unchanged in at most 10 of 400 cases', () => {
    const falseCalls = (looks: number) => {
      const random = createRandom('unchanged');
      const values = () => Array.from({ length: 40 }, () => Math.exp(0.03 * random.normal()));
      const isCalled = (first: readonly number[], second: readonly number[]) =>
        LOOKS.some((repeats) => {
          const figures = {
            first: first.slice(0, repeats),
            second: second.slice(0, repeats),
            resolution: 0,
          };
          const ratio = ratioOfRuns(figures);
          if (ratio === undefined) throw new Error('no ratio');
          const judged = judgeTogether([exampleFigures(figures, ratio)], { delta: 0.05, looks });
          return judged.includes('unchanged');
        });
      return Array.from({ length: 400 }, () =>
        isCalled(
          values(),
          values().map((value) => 1.05 * value),
        ),
      ).filter(Boolean).length;
    };
    expect(falseCalls(LOOKS.length)).toBeLessThanOrEqual(10);
    expect(falseCalls(1)).toBeGreaterThan(10);
  });

  test('could have found less at one of many looks', () => {
    const random = createRandom('found');
    const values = () => Array.from({ length: 20 }, () => Math.exp(0.05 * random.normal()));
    const runs = { first: values(), second: values(), resolution: 0 };
    const figures = exampleFigures(runs, ratioOfRuns(runs));
    const [once, often] = [1, 8].map((looks) => couldHaveFound(figures, 0.02, looks) ?? NaN);
    expect(often).toBeGreaterThan((once ?? NaN) + 0.005);
    expect(openText(figures, 0.02, 8)).toContain(
      `could have found ${((often ?? 0) * 100).toPrecision(2)} %`,
    );
  });

  test('show a false change in at most 5 of 100 pairs, because looks share the error', () => {
    expect(falseAlarms(100, LOOKS.length)).toBeLessThanOrEqual(5);
    expect(falseAlarms(100, 1)).toBeGreaterThan(5);
  });
});
