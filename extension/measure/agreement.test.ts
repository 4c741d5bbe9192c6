import { describe, expect, it, test } from 'vitest';
import { agreement, type ComparedMeans, type Tolerance } from './agreement';
import { toDistribution, statistics } from './distribution';
import { batchMeans } from './percentile';

const EXACT: Tolerance = { readingCost: 3, step: 1, isIndependent: true };
const NOISY: Tolerance = { readingCost: 3, step: 1, isIndependent: false };

function means(samples: readonly number[], batches: readonly number[], size = 25): ComparedMeans {
  const all = statistics(toDistribution(Float64Array.from(samples)));
  const elapsed = batches.map((mean) => mean * size);
  return {
    all,
    quiet: all,
    batches: batchMeans({ size, elapsed, ticked: [], empty: [0], smallest: 1 }),
  };
}

/** Samples with one constant cost, against batches with another. */
function constant(samples: number, batch: number): ComparedMeans {
  return means(new Array<number>(1000).fill(samples), new Array<number>(32).fill(batch));
}

function isHeld(compared: ComparedMeans, tolerance: Tolerance): boolean | undefined {
  return agreement(compared, [compared], tolerance)?.agree;
}

describe('samples against batches', () => {
  test.each([
    [100, 97, true],
    [100, 96, false],
    [1538, 1535, true],
    [1538, 1534, false],
    [1538, 1542, false],
  ])('may differ by one reading on an exact target: %d, %d', (samples, batch, agree) => {
    expect(isHeld(constant(samples, batch), EXACT)).toBe(agree);
  });

  test.each([
    [100, 96, true, true],
    [100, 95, true, false],
    [100, 88, true, false],
    [100, 87, false, false],
    [100, 115, true, false],
    [100, 117, false, false],
  ])(
    'may also differ by a step of the clock, and by a tenth of the mean on others: %d, %d',
    (samples, batch, agree, isExplained) => {
      const compared = constant(samples, batch);
      expect(agreement(compared, [compared], NOISY)).toMatchObject({ agree, isExplained });
    },
  );

  it('may differ by chance if samples spread', () => {
    const compared = means(
      [...new Array<number>(50).fill(100), ...new Array<number>(50).fill(196)],
      [...new Array<number>(32).fill(143)],
    );
    expect(agreement(compared, [compared], EXACT)).toMatchObject({ agree: true, difference: 5 });
  });

  it('are compared with ticks included if nearly every batch has one', () => {
    const elapsed = new Array<number>(32).fill(14_500);
    const ticked = Array.from({ length: 23 }, (_, index) => index);
    const batches = batchMeans({ size: 100, elapsed, ticked, empty: [0], smallest: 16 });
    const [low, high] = [0, 145].map((cost) => statistics([[cost, 1000]]));
    expect(isHeld({ quiet: low, all: high, batches }, EXACT)).toBe(true);
    expect(isHeld({ quiet: high, all: low, batches }, EXACT)).toBe(false);
  });

  test.each([
    ['no samples', means([], new Array<number>(32).fill(9))],
    ['too few batches', means([100, 100], new Array<number>(9).fill(9))],
    ['no batches', means([100, 100], [])],
  ])('have no remark on %s', (_, compared) => {
    expect(isHeld(compared, EXACT)).toBeUndefined();
  });
});

/** Executions on a target where another program takes turns: bursts of slower ones. */
function simulateBursts(random: () => number, count: number, cost: number): number[] {
  let burst = 0;
  return Array.from({ length: count }, () => {
    if (burst > 0) burst -= 1;
    else if (random() < 0.002) burst = 60;
    return cost + random() * 5 + (burst > 0 ? cost : 0);
  });
}

/** The share of runs of some repeats in which samples and batches disagree. */
function disagreeing(repeats: number, batchCost: number): number {
  const random = sequence();
  const size = 25;
  const runs = Array.from({ length: 200 }, () => {
    const each = Array.from({ length: repeats }, () => {
      const samples = simulateBursts(random, 1000, 200);
      const single = simulateBursts(random, 1000, batchCost);
      const batches = Array.from({ length: 40 }, (_, i) =>
        average(single.slice(i * size, (i + 1) * size)),
      );
      return { samples, batches };
    });
    const together = means(
      each.flatMap(({ samples }) => samples),
      each.flatMap(({ batches }) => batches),
    );
    const alone = each.map(({ samples, batches }) => means(samples, batches));
    return agreement(together, alone, NOISY)?.agree;
  });
  return runs.filter((agree) => agree === false).length / runs.length;
}

function average(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0) / values.length;
}

function sequence(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 0x7fff_ffff;
    return state / 0x7fff_ffff;
  };
}

describe('samples and batches between bursts of other load', () => {
  test.each([1, 2, 3, 5])('agree in nearly all runs of %d repeats', (repeats) => {
    expect(disagreeing(repeats, 200)).toBeLessThan(0.02);
  });

  test.each([
    [1, 3],
    [5, 1.6],
  ])(
    'disagree in most runs of %d repeats where batches cost %d times as much',
    (repeats, times) => {
      expect(disagreeing(repeats, 200 * times)).toBeGreaterThan(0.8);
    },
  );
});
