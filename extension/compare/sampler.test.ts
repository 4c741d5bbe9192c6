import { mean, medianSorted, sampleStandardDeviation } from 'simple-statistics';
import { describe, expect, test } from 'vitest';
import { distributionOf } from '../measure/distribution';
import { createRandom } from './random';
import { meanOfRun, medianOfRun, type RunFigure } from './sampler';

const random = createRandom('sampler test');
const many = (draw: () => number): number[] => Array.from({ length: 4_000 }, draw);
const resampled = (of: RunFigure | undefined): number[] => many(() => of?.resampled(random) ?? NaN);

/** The slow way: draws every sample again. */
function drawn(samples: readonly number[], of: (values: number[]) => number): number[] {
  return many(() => of(samples.map(() => samples[random.below(samples.length)] ?? NaN)));
}

function lowerMedian(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.ceil(values.length / 2) - 1] ?? NaN;
}

const runs: [string, number[]][] = [
  ['five samples', [3, 4, 4, 9, 20]],
  ['as many as are drawn singly', Array.from({ length: 16 }, (_, i) => i * i)],
  ['a few hundred', Array.from({ length: 300 }, () => Math.round(500 + 40 * random.normal()))],
  ['two that are far off', [...new Array<number>(498).fill(100), 9_000, 20_000]],
  ['one value', new Array<number>(200).fill(42)],
];

describe.each(runs)('%s', (_, samples) => {
  const distribution = distributionOf(Float64Array.from(samples));

  test.each([
    ['mean', meanOfRun(distribution), mean],
    ['median', medianOfRun(distribution), lowerMedian],
  ] as const)('%s is spread as if every sample were drawn again', (_name, figure, of) => {
    const [fast, slow] = [resampled(figure), drawn(samples, of)];
    const deviation = sampleStandardDeviation(slow);
    expect(figure?.estimate).toBeCloseTo(of([...samples]), 9);
    expect(Math.abs(mean(fast) - mean(slow))).toBeLessThanOrEqual(0.1 * deviation + 1e-9);
    expect(Math.abs(sampleStandardDeviation(fast) - deviation)).toBeLessThanOrEqual(
      0.1 * deviation + 1e-9,
    );
    const sorted = [fast, slow].map((values) => values.sort((a, b) => a - b));
    const upper = sorted.map((values) => medianSorted(values.slice(values.length / 2)));
    expect(Math.abs((upper[0] ?? NaN) - (upper[1] ?? NaN))).toBeLessThanOrEqual(
      0.2 * deviation + 1e-9,
    );
  });
});

test('nothing has no figures', () => {
  expect([meanOfRun([]), medianOfRun([])]).toEqual([undefined, undefined]);
});
