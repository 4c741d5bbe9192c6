import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distributionOf, merge, size } from './distribution';
import { histogram } from './histogram';
import { extentOf, samplesIn, splitHistogram } from './split-histogram';

const distribution = fc
  .array(fc.integer({ min: 1, max: 50_000 }), { minLength: 1 })
  .map((values) => distributionOf(Float64Array.from(values)));

describe('a histogram of quiet and ticked samples', () => {
  it('counts both together as the plain histogram does', () => {
    fc.assert(
      fc.property(distribution, distribution, (quiet, ticked) => {
        const samples = { quiet, ticked };
        const plain = histogram(merge(quiet, ticked), 40);
        const range = extentOf(samples)!;
        const split = splitHistogram(samples, range, plain.scale, 40);
        expect({ ...plain, ticked: split.ticked }).toEqual(split);
        expect(split.ticked.reduce((sum, count) => sum + count, 0)).toBe(size(ticked));
      }),
    );
  });

  it('shows a range alone, its ends included', () => {
    const samples = {
      quiet: [
        [10, 1],
        [20, 2],
        [30, 3],
      ] as const,
      ticked: [[31, 1]] as const,
    };
    expect(samplesIn(samples, { low: 20, high: 30 })).toEqual({
      quiet: [
        [20, 2],
        [30, 3],
      ],
      ticked: [],
    });
    const { counts, edges } = splitHistogram(samples, { low: 20, high: 30 }, 'linear', 2);
    expect([counts, edges]).toEqual([
      [2, 3],
      [20, 26, 32],
    ]);
  });

  it('has no extent without samples', () => {
    expect(extentOf({ quiet: [], ticked: [] })).toBeUndefined();
    expect(extentOf({ quiet: [], ticked: [[7, 1]] })).toEqual({ low: 7, high: 7 });
  });
});
