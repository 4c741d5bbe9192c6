import fc from 'fast-check';
import { errorFunction, wilcoxonRankSum } from 'simple-statistics';
import { describe, expect, test } from 'vitest';
import { toDistribution } from '../measure/distribution';
import { normalTails, rankTest } from './rank-test';

describe('rank test', () => {
  const compareRanks = (first: readonly number[], second: readonly number[]) =>
    rankTest(toDistribution(Float64Array.from(first)), toDistribution(Float64Array.from(second)));
  const samples = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 60 });

  test('counts pairs as a rank sum does', () => {
    fc.assert(
      fc.property(samples, samples, (first, second) => {
        const rankSum = wilcoxonRankSum(second, first);
        const u = rankSum - (second.length * (second.length + 1)) / 2;
        expect(compareRanks(first, second)?.u).toBeCloseTo(u, 6);
      }),
    );
  });

  test('swapped sides have the opposite effect and the same p', () => {
    fc.assert(
      fc.property(samples, samples, (first, second) => {
        const [one, other] = [compareRanks(first, second), compareRanks(second, first)];
        expect(one?.effect).toBeCloseTo(-(other?.effect ?? NaN), 9);
        expect(one?.p).toBeCloseTo(other?.p ?? NaN, 9);
      }),
    );
  });

  const ones = (count: number): number[] => new Array<number>(count).fill(1);

  // p worked out by hand: z with ties and continuity corrected, then the normal tails.
  test.each<[string, number[], number[], number, number]>([
    ['no difference', [1, 2, 3], [1, 2, 3], 0, 1],
    ['only ties', [5, 5], [5, 5, 5], 0, 1],
    ['all larger', [1, 2, 3, 4, 5], [6, 7, 8, 9, 10], 1, 0.012186],
    ['many ties', [...ones(8), 2, 2], [...ones(3), ...ones(7).map(() => 2)], 0.5, 0.031824],
    ['all smaller', [6, 7, 8, 9, 10], [1, 2, 3, 4, 5], -1, 0.012186],
  ])('%s', (_, first, second, effect, p) => {
    const found = compareRanks(first, second);
    expect(found?.effect).toBeCloseTo(effect);
    expect(found?.p).toBeCloseTo(p, 5);
  });

  test('p is the share of shuffles that part the sides as far', () => {
    const first = [1, 1, 2, 3, 3, 4, 5, 6, 8, 9];
    const second = [2, 3, 4, 5, 5, 6, 7, 9, 9, 12];
    const found = compareRanks(first, second);
    expect(Math.abs((found?.p ?? NaN) - computeExtremeShare(first, second))).toBeLessThan(0.01);
  });

  test('no samples have no ranks', () => {
    expect(compareRanks([], [1])).toBeUndefined();
  });

  /** The share of all splits into two sides of ten whose rank sum is at least as extreme. */
  function computeExtremeShare(first: readonly number[], second: readonly number[]): number {
    const all = [...first, ...second];
    const rank = (value: number): number =>
      all.filter((other) => other < value).length +
      all.filter((other) => other === value).length / 2;
    const doubled = all.map((value) => Math.round(2 * rank(value)));
    const counts = splits(doubled, second.length);
    const middle = (doubled.reduce((sum, each) => sum + each, 0) * second.length) / all.length;
    const seen = doubled.slice(first.length).reduce((sum, each) => sum + each, 0);
    let extreme = 0;
    let total = 0;
    counts.forEach((count, sum) => {
      total += count;
      if (Math.abs(sum - middle) >= Math.abs(seen - middle)) extreme += count;
    });
    return extreme / total;
  }

  /** Counts the subsets of the given size by their sum. */
  function splits(values: readonly number[], size: number): ReadonlyMap<number, number> {
    const bySize = Array.from({ length: size + 1 }, () => new Map<number, number>());
    bySize[0]?.set(0, 1);
    for (const value of values) {
      for (let n = size; n > 0; n -= 1) {
        bySize[n - 1]?.forEach((count, sum) => {
          bySize[n]?.set(sum + value, (bySize[n]?.get(sum + value) ?? 0) + count);
        });
      }
    }
    return bySize[size] ?? new Map();
  }
});

describe('normal tail', () => {
  test.each([0, 0.1, 0.5, 1, 1.5, 2, 3, 4])('tails beyond %d', (z) => {
    expect(normalTails(z)).toBeCloseTo(1 - errorFunction(z / Math.SQRT2), 6);
    expect(normalTails(-z)).toBe(normalTails(z));
  });

  test.each([
    [1.959964, 0.05],
    [4.2, 2.669e-5],
    [4.3, 1.708e-5],
    [6, 1.973e-9],
    [10, 1.524e-23],
  ])('tails beyond %d are %d', (z, share) => {
    expect(normalTails(z) / share).toBeCloseTo(1, 3);
  });
});
