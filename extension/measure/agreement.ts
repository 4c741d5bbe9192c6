import { type Statistics, computeStatistics } from './distribution';
import type { BatchMeans } from './percentile';
import { studentBound } from './student';

// Fewer batches show too little of their spread.
const BATCHES_TO_COMPARE = 10;
/*
 * One sound operation in a thousand may be lost: the built-in ones are 74, so that 13 of 14 runs of
 * all of them lose none.
 */
const LEVEL = 0.999;
/** The most batches that a disturbance may last: a hundred executions in a run of a thousand. */
const STRETCH = 4;

/**
 * Executions in a row meet warm caches, and the work that a system has put off: they may really
 * differ from single ones. Between many repeats chance explains so little that a difference of this
 * share of the mean would make an operation doubtful.
 */
const IN_A_ROW = 0.1;

/** The distance between the mean of the samples and the mean of the batches. */
export interface Agreement {
  readonly agree: boolean;
  /** Chance and the cost of a reading explain the difference. */
  readonly isExplained: boolean;
  readonly difference: number;
  readonly allowed: number;
}

interface Means {
  readonly count: number;
  readonly mean: number;
  readonly deviation: number;
}

/** Samples and batches of one operation, net of the cost of reading the clock. */
export interface ComparedMeans {
  readonly all: Statistics | undefined;
  /** Samples without a kernel tick inside. */
  readonly quiet: Statistics | undefined;
  readonly batches: BatchMeans | undefined;
}

/** By how much samples and batches may differ for known reasons. */
export interface Tolerance {
  readonly readingCost: number;
  /** The clock's step. */
  readonly step: number;
  /** Nothing else runs on the target, so no execution depends on the one before. */
  readonly isIndependent: boolean;
}

/**
 * Compares samples with batches: those without ticks if there are such batches, otherwise all of
 * both, since ticks have nearly the same share in each. Allows the cost of reading the clock, what
 * chance may do, and elsewhere than on emulators a tenth of the mean. Undefined if there are too few of either.
 */
export function agreement(
  together: ComparedMeans,
  repeats: readonly ComparedMeans[],
  tolerance: Tolerance,
): Agreement | undefined {
  const { batches } = together;
  if (batches === undefined || batches.count < BATCHES_TO_COMPARE) return undefined;
  const among = batches.quiet.count >= BATCHES_TO_COMPARE ? 'quiet' : 'all';
  const sides = pickSides(together, among);
  if (sides === undefined) return undefined;
  const each = repeats.flatMap((repeat) => pickSides(repeat, among) ?? []);
  const explained = tolerance.isIndependent
    ? tolerance.readingCost + 2 * independentError(sides)
    : tolerance.readingCost + tolerance.step + byChance(sides, each, batches.size);
  const allowed = tolerance.isIndependent
    ? explained
    : explained + IN_A_ROW * Math.abs(sides.batches.mean);
  const difference = sides.samples.mean - sides.batches.mean;
  const isWithin = (most: number) => Math.abs(difference) <= most;
  return { agree: isWithin(allowed), isExplained: isWithin(explained), difference, allowed };
}

interface Sides {
  readonly samples: Means;
  readonly batches: Means;
}

function pickSides(compared: ComparedMeans, among: 'all' | 'quiet'): Sides | undefined {
  const samples = compared[among];
  const batches = compared.batches?.[among];
  if (samples === undefined || samples.count < 2 || !batches?.count) return undefined;
  return { samples, batches };
}

/** The standard error of the difference if all executions are independent. */
function independentError({ samples, batches }: Sides): number {
  return Math.sqrt(samples.deviation ** 2 / samples.count + batches.deviation ** 2 / batches.count);
}

/**
 * The difference that disturbances may cause. They last longer than one execution, so neighbours
 * are not independent: all of a stretch count as one value. Their order is not recorded, so its
 * length is a generous guess. The spread between repeats needs none, but a wide bound if they are
 * few; the smaller one decides.
 */
function byChance({ samples, batches }: Sides, repeats: readonly Sides[], size: number): number {
  const stretches = (means: Means, values: number): Means => ({
    ...means,
    count: Math.max(2, means.count / values),
  });
  const sides = {
    samples: stretches(samples, size * STRETCH),
    batches: stretches(batches, STRETCH),
  };
  const freedom = Math.min(sides.samples.count, sides.batches.count) - 1;
  const within = studentBound(freedom, LEVEL) * independentError(sides);
  return Math.min(within, betweenRepeats(repeats) ?? within);
}

/** The same by the spread of the difference between repeats; undefined for one repeat. */
function betweenRepeats(repeats: readonly Sides[]): number | undefined {
  const found = computeStatistics(
    repeats.map(({ samples, batches }) => samples.mean - batches.mean),
  );
  if (found === undefined || found.count < 2) return undefined;
  const { count, deviation } = found;
  return (studentBound(count - 1, LEVEL) * deviation) / Math.sqrt(count);
}
