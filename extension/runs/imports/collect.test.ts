import { expect, test } from 'vitest';
import { type CheckedFigures, figureDoubts } from './collect';

test.each<[string, CheckedFigures]>([
  ['sound figures', { mean: 50, min: 40, max: 90, percentiles: { p50: 49, 'p99.9': 80 } }],
  ['nothing at all', {}],
  ['a spread of 0', { mean: 50, min: 50, max: 50, stddev: 0 }],
  ['bounds whose overhead was rounded', { mean: 49.3, min: 50, max: 50 }],
])('%s raises no doubt', (_, figures) => {
  expect(figureDoubts(figures, 'cycles')).toEqual([]);
});

test.each<[CheckedFigures, string]>([
  [{ mean: -1 }, 'mean is negative: -1'],
  [{ total: -5 }, 'total is negative: -5'],
  [{ mean: 0 }, 'mean is 0: the clock may not have moved'],
  [{ mean: 50, min: 0 }, 'min is 0: the clock may not have moved'],
  [{ mean: 50, min: 60 }, 'min 60 is above mean 50'],
  [{ mean: 50, max: 40 }, 'mean 50 is above max 40'],
  [{ min: 50, max: 40 }, 'min 50 is above max 40'],
  [{ min: 50, percentiles: { p50: 49 } }, 'min 50 is above p50 49'],
  [{ percentiles: { 'p99.9': 10, p99: 20 } }, 'p99 20 is above p99.9 10'],
  [{ trimmedMean: 91, max: 90 }, 'trimmed mean 91 is above max 90'],
  [{ mean: 4_261_598 }, 'mean 4261598 is close to 2^32 / 1000'],
  [{ mean: 42_900_000 }, 'mean 42900000 is close to 2^32 / 100'],
  [{ mean: 859_000, samples: 5000 }, 'mean 859000 is close to 2^32 / 5000'],
  [{ max: 4_294_967_200 }, 'max 4294967200 is close to 2^32: the counter may have run backwards'],
])('doubts %j', (figures, doubt) => {
  expect(figureDoubts(figures, 'cycles').join()).toContain(doubt);
});

test("a mean in nanoseconds is not checked against a counter's range", () => {
  expect(figureDoubts({ mean: 4_261_598 }, 'ns')).toEqual([]);
  expect(figureDoubts({ max: 4_294_967_200 }, 'ns')).toHaveLength(1);
});
