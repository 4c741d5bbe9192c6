import { describe, expect, test } from 'vitest';
import { countedMean } from './counted';

const counted = { unit: 'instructions', size: 10, counts: [1300, 1500], empty: [900, 300, 300] };

describe('countedMean', () => {
  test('is what one operation counts, the middle empty loop taken off', () => {
    expect(countedMean([counted])).toEqual({ unit: 'instructions', mean: 110, batches: 2 });
  });

  test('joins repeats', () => {
    const other = { ...counted, counts: [1700], empty: [] };
    expect(countedMean([counted, other])).toMatchObject({ mean: 120, batches: 3 });
  });

  test.each([
    ['no repeat', []],
    ['no batch', [{ ...counted, counts: [] }]],
    ['batches without operations', [{ ...counted, size: 0 }]],
    ['repeats that counted different things', [counted, { ...counted, unit: 'cycles' }]],
    ['repeats with other batches', [counted, { ...counted, size: 20 }]],
  ])('is nothing of %s', (_, repeats) => {
    expect(countedMean(repeats)).toBeUndefined();
  });
});
