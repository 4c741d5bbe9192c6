import fc from 'fast-check';
import { build } from 'hdr-histogram-js';
import {
  max,
  mean,
  medianSorted,
  min,
  quantileSorted,
  sampleStandardDeviation,
} from 'simple-statistics';
import { expect, test } from 'vitest';
import { toDistribution, statistics } from '../measure/distribution';
import { getFigureValue } from '../measure/figure';
import { median, PERCENTILES, percentiles, samplesNeeded } from '../measure/percentile';

const samples = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 2, maxLength: 400 });
const distribution = (values: readonly number[]) => toDistribution(Float64Array.from(values));

test('plain figures are those of simple-statistics', () => {
  fc.assert(
    fc.property(samples, (values) => {
      const figures = statistics(distribution(values));
      expect(figures).toMatchObject({ min: min(values), max: max(values), count: values.length });
      expect(figures?.mean).toBeCloseTo(mean(values), 6);
      expect(figures?.deviation).toBeCloseTo(sampleStandardDeviation(values), 6);
    }),
  );
});

test('percentiles lie where simple-statistics has them', () => {
  const shares = { p50: 0.5, p90: 0.9, p99: 0.99, 'p99.9': 0.999, 'p99.99': 0.9999 };
  fc.assert(
    fc.property(samples, (values) => {
      const sorted = values.toSorted((a, b) => a - b);
      // The oracle interpolates between ranks; ours is a sample within one rank of it.
      const oracle = (share: number): number =>
        quantileSorted(sorted, Math.min(1, Math.max(0, share)));
      const rank = 1.000001 / (sorted.length - 1);
      for (const name of PERCENTILES) {
        const value = getFigureValue(percentiles(distribution(values))[name]);
        if (value === undefined) continue;
        expect(sorted).toContain(value);
        expect(value).toBeGreaterThanOrEqual(oracle(shares[name] - rank));
        expect(value).toBeLessThanOrEqual(oracle(shares[name] + rank));
      }
      if (sorted.length % 2 === 1) expect(median(distribution(values))).toBe(medianSorted(sorted));
    }),
  );
});

test('percentiles lie where hdr-histogram-js has them', () => {
  const histogram = build({ numberOfSignificantValueDigits: 5, highestTrackableValue: 200_000 });
  fc.assert(
    fc.property(samples, (values) => {
      histogram.reset();
      for (const value of values) histogram.recordValue(value);
      for (const name of PERCENTILES) {
        if (values.length < samplesNeeded(name)) continue;
        const expected = histogram.getValueAtPercentile(Number(name.slice(1)));
        expect(percentiles(distribution(values))[name]).toEqual({ value: expected });
      }
    }),
  );
});
