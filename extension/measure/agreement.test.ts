import { describe, expect, it } from 'vitest';
import { agreement } from './agreement';
import { statistics } from './distribution';
import { batchMeans } from './percentile';

/** Samples with one constant cost, against batches with another. */
function held(samples: number, batch: number, readingCost: number) {
  const figures = statistics([[samples, 1000]]);
  const elapsed = new Array<number>(32).fill(batch * 100);
  const batches = batchMeans({ size: 100, elapsed, ticked: [], empty: [0, 0] });
  return agreement({ all: figures, quiet: figures }, batches, readingCost)?.agree;
}

describe('samples against batches', () => {
  it('may differ by the cost of reading the clock', () => {
    expect(held(100, 97, 3)).toBe(true);
    expect(held(100, 96, 3)).toBe(false);
  });

  it('may differ by no more, however long the operation is', () => {
    expect(held(1538, 1535, 3)).toBe(true);
    expect(held(1538, 1534, 3)).toBe(false);
    expect(held(1538, 1542, 3)).toBe(false);
  });

  it('report nothing where there are few batches', () => {
    const batches = batchMeans({ size: 100, elapsed: [9000], ticked: [], empty: [0] });
    const figures = statistics([[100, 1000]]);
    expect(agreement({ all: figures, quiet: figures }, batches, 3)).toBeUndefined();
  });
});
