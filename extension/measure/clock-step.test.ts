import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seedRandom } from '../base';
import { type ClockReadings, clockStep, formatStep } from './clock-step';
import { toDistribution } from './distribution';

/** Readings by a clock, of operations that take a time between two limits. */
interface Simulated {
  /** The clock's period, in its unit. */
  readonly step: number;
  readonly seed: number;
  readonly count?: number;
  readonly shortest?: number;
  readonly longest?: number;
  /** The share of values that are not by this clock. */
  readonly outliers?: number;
  /** Readings are rounded to whole units one by one, or once as a difference. */
  readonly rounded?: 'each' | 'once';
}

const READING = 3;

function simulate({
  step,
  seed,
  count = 1000,
  shortest = 5,
  longest = 60 * step,
  outliers = 0,
  rounded = 'each',
}: Simulated): ClockReadings {
  const random = seedRandom(seed);
  const at = (moment: number): number => Math.floor(moment / step) * step;
  const read = (duration: number): number => {
    const begin = random() * 1e6;
    const [one, other] = [at(begin), at(begin + duration)];
    return rounded === 'each' ? Math.round(other) - Math.round(one) : Math.round(other - one);
  };
  const samples = Array.from({ length: count }, () => {
    const duration = READING + shortest + random() ** 2 * (longest - shortest);
    return random() < outliers ? Math.round(duration) : read(duration);
  });
  const empty = Array.from({ length: 64 }, () => read(READING));
  return {
    values: toDistribution(Float64Array.from([...samples, ...empty])),
    empty: toDistribution(Float64Array.from(empty)),
  };
}

const seeds = fc.integer({ min: 0, max: 2 ** 31 });

/** Checks a property for clocks with any phase and any operations. */
function always(check: (seed: number) => void): void {
  fc.assert(fc.property(seeds, check), { numRuns: 30 });
}

const CLOCKS: readonly (readonly [string, number])[] = [
  ['3 MHz', 1000 / 3],
  ['19.2 MHz', 1000 / 19.2],
  ['24 MHz', 1000 / 24],
  ['25 MHz', 40],
  ['48 MHz', 1000 / 48],
  ['32.768 kHz', 1e9 / 32_768],
];

describe.each(CLOCKS)('a clock of %s', (_, step) => {
  test.each(['each', 'once'] as const)('is found with readings rounded %s', (rounded) => {
    always((seed) => {
      const found = clockStep([simulate({ step, seed, rounded })]) ?? 0;
      expect(found / step).toBeCloseTo(1, 3);
    });
  });

  test('is found although a few values do not fit', () => {
    always((seed) => {
      const found = clockStep([simulate({ step, seed, outliers: 0.002 })]) ?? 0;
      expect(found / step).toBeCloseTo(1, 3);
    });
  });

  test('is found, or nothing is, if there are few values', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 0, max: 40 }), (seed, count) => {
        const found = clockStep([simulate({ step, seed, count })]);
        // All values may be multiples of two or three steps.
        const times = (found ?? step) / step;
        expect(Math.abs(times - Math.round(times))).toBeLessThan(0.01);
      }),
      // The examples are rounded to one side, so that least squares miss the longest.
      {
        numRuns: 100,
        examples: [
          [750925081, 17],
          [1438139271, 30],
        ],
      },
    );
  });
});

describe('a fine clock', () => {
  test.each([
    ['1 GHz', 1],
    ['2.3 GHz', 1 / 2.3],
    ['ticks of 5/16 units', 5 / 16],
    ['500 MHz', 2],
  ])('has no step: %s', (_, step) => {
    always((seed) => {
      expect(clockStep([simulate({ step, seed, longest: 2000 })])).toBeUndefined();
      expect(clockStep([simulate({ step, seed, longest: 60 })])).toBeUndefined();
    });
  });

  test.each([
    [12, 5],
    [40, 7],
    [250, 33],
    [1000, 61],
  ])('has no step if an operation repeats a loop of %i and reading costs %i', (loop, reading) => {
    const samples = Array.from({ length: 200 }, (_, i) => reading + i * loop);
    const values = toDistribution(Float64Array.from([...samples, reading]));
    expect(clockStep([{ values, empty: [[reading, 64]] }])).toBeUndefined();
  });

  test('has no step if every execution takes the same', () => {
    const values = [[4, 64] as const, [57, 1000] as const, [59, 2] as const, [1425, 40] as const];
    expect(clockStep([{ values, empty: [[4, 64]] }])).toBeUndefined();
  });
});

test.each([
  [1000 / 24, 1000 / 19.2],
  [1000 / 24, 1000 / 3],
  [1, 1000 / 24],
  [1000 / 3, 1],
])('two clocks with steps %s and %s give the coarser one', (one, other) => {
  always((seed) => {
    const parts = [simulate({ step: one, seed }), simulate({ step: other, seed: seed + 1 })];
    expect((clockStep(parts) ?? 0) / Math.max(one, other)).toBeCloseTo(1, 3);
  });
});

test('no values give no step', () => {
  expect(clockStep([])).toBeUndefined();
  expect(clockStep([{ values: [[0, 100]], empty: [[0, 64]] }])).toBeUndefined();
});

test.each([
  [41.66671, 'ns', 1e9, '41.67 ns (24 MHz)'],
  [52.0832, 'ns', 1e9, '52.08 ns (19.2 MHz)'],
  [333.3334, 'ns', 1e9, '333.3 ns (3 MHz)'],
  [30_517.58, 'ns', 1e9, '30,517.6 ns (32.77 kHz)'],
  [40, 'cycles', 600_000_000, '40 cycles (15 MHz)'],
  [41.66667, 'instructions', 1e9, '41.67 instr'],
] as const)('a step of %d %s is shown with its rate', (step, unit, hz, text) => {
  expect(formatStep(step, { name: 'clock', unit, hz, ratio: [1, 1] })).toBe(text);
});
