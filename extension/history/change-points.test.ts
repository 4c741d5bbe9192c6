import { describe, expect, it, test } from 'vitest';
import { createRandom } from '../compare/testing';
import otava from './testing/otava.json';
import { generateSeries } from './testing/series';
import { bestSplit, changePoints, exactChanges } from './change-points';

const around = (seed: string, count: number, meanAt: (at: number) => number, sigma = 0.02) => {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, at) => meanAt(at) * (1 + sigma * random.normal()));
};

test('exact values changed wherever neighbours differ', () => {
  expect(exactChanges([5, 5, 6, 6, 5])).toEqual([2, 4]);
  expect(exactChanges([])).toEqual([]);
});

describe('the best split', () => {
  it('has the divergence of the published formula', () => {
    // Between 1, 1 and 4, 4 the distances are 3, within the sides 0: 2 * 12 / 4.
    expect(bestSplit([1, 1, 4, 4])).toEqual({ at: 2, divergence: 6 });
    // With one value on the right: 2 * (3 + 2) / 3 - 2 * 1 * 1 / 3 = 8 / 3.
    expect(bestSplit([1, 2, 4])).toEqual({ at: 2, divergence: expect.closeTo(8 / 3, 10) });
  });

  it('is the first candidate of Apache Otava in 200 series (npm run bench:history otava)', () => {
    const found = generateSeries(10).map(({ values }) => bestSplit(values));
    expect(found).toHaveLength(otava.length);
    for (const [at, split] of found.entries()) {
      const [index, divergence] = otava[at] ?? [];
      expect([at, split.at]).toEqual([at, index ?? 0]);
      if (divergence !== undefined) expect(split.divergence).toBeCloseTo(divergence, 4);
    }
  });

  it('finds a change that is taken back', () => {
    expect(bestSplit([1, 1, 1, 9, 9, 9, 1, 1, 1]).at).toBe(3);
  });

  it.each([[[]], [[7]], [[7, 7, 7]]])('does not exist in %j', (values) => {
    expect(bestSplit(values)).toEqual({ at: 0, divergence: 0 });
  });
});

describe('change points', () => {
  it('are where the mean moves', () => {
    const values = around('steps', 64, (at) => (at < 20 ? 100 : at < 45 ? 110 : 95));
    expect(changePoints(values)).toEqual([20, 45]);
  });

  it('are the same in every call', () => {
    const values = around('steps', 64, (at) => (at < 40 ? 100 : 103));
    expect(changePoints(values)).toEqual(changePoints(values));
  });

  it('are found once in long series, also where pieces meet', () => {
    for (const step of [30, 32, 47, 50, 64, 96, 128]) {
      const found = changePoints(around(`long ${step}`, 200, (at) => (at < step ? 100 : 110)));
      expect(found).toHaveLength(1);
      expect(Math.abs((found[0] ?? 0) - step)).toBeLessThanOrEqual(1);
    }
  });

  it('are rare in flat series', () => {
    const flat = Array.from({ length: 100 }, (_, at) => around(`flat ${at}`, 64, () => 132));
    expect(flat.filter((values) => changePoints(values).length > 0).length).toBeLessThanOrEqual(2);
  });

  it.each([[[]], [[1]], [[1, 2]], [new Array<number>(64).fill(3)]])('are none in %j', (values) => {
    expect(changePoints(values)).toEqual([]);
  });

  it('need more than a single outlier', () => {
    const values = around('outlier', 64, (at) => (at === 40 ? 160 : 100));
    expect(changePoints(values)).toEqual([]);
  });
});
