import { type Distribution, merge } from '../distribution';
import { valueOf } from '../figure';
import type { Basis } from './comparable';
import { scaled } from './observations';
import type { RatioFigures } from './outcome';
import { rankTest } from './rank-test';
import { type Ratio, ratioInterval, ratioOf, type Side, spreadBetweenRuns } from './ratio';
import { meanOfRun, medianOfRun, type RunFigure } from './sampler';
import type { MeasuredSubject } from './subject';
import { DELTA, RUNS_NEEDED } from './verdict';

/** Said where figures cannot be divided. */
export const NO_RATIO = 'a mean that is not above zero has no ratio';

/** How a comparison is made. */
export interface PairOptions {
  /** The smallest relative change that matters; by default what the targets allow. */
  readonly delta?: number | undefined;
  /** The same seed gives the same intervals. */
  readonly seed: string;
}

interface Pair {
  readonly sides: readonly [first: MeasuredSubject, second: MeasuredSubject];
  readonly runs: readonly [first: readonly Distribution[], second: readonly Distribution[]];
  readonly seed: string;
}

/** Everything that is said of two measured operations, or why nothing can be. */
export function compareFigures(
  first: MeasuredSubject,
  second: MeasuredSubject,
  basis: Basis,
  { delta, seed }: PairOptions,
): RatioFigures | { readonly why: string } {
  const from = sharedFigures(first, second);
  if (from === undefined) return { why: 'batch means of both sides are needed' };
  const runs = [
    scaled(first[from], basis.factors[0]),
    scaled(second[from], basis.factors[1]),
  ] as const;
  const pair: Pair = { sides: [first, second], runs, seed };
  const means = sidesOf(pair, meanOfRun);
  const mean = ratioBetween(means, pair, 'mean');
  if (mean === undefined) return { why: NO_RATIO };
  const isExact = first.isExact && second.isExact;
  const leastDelta = isExact && basis.unit === 'instructions' ? instructionsDelta(means) : 0;
  const medians = from === 'samples' ? sidesOf(pair, medianOfRun) : undefined;
  return {
    unit: basis.unit,
    from,
    mean,
    median: medians && ratioBetween(medians, pair, 'median'),
    rank: rankTest(pooled(first, from, basis.factors[0]), pooled(second, from, basis.factors[1])),
    delta: Math.max(delta ?? (isExact ? DELTA.exact : DELTA.sampled), leastDelta),
    leastDelta,
    noise: noiseOf(means),
    runs: [runs[0].length, runs[1].length],
  };
}

/** All runs of a side together. */
function pooled(side: MeasuredSubject, from: RatioFigures['from'], factor: number): Distribution {
  const all = from === 'samples' ? side.row.distribution : merge(...side.batches);
  return scaled([all], factor)[0] ?? [];
}

/** Samples, or batch means where samples of either side are too coarse. */
function sharedFigures(
  first: MeasuredSubject,
  second: MeasuredSubject,
): 'samples' | 'batches' | undefined {
  const rows = [first.row, second.row];
  if (rows.every(({ meanFrom }) => meanFrom === 'samples')) return 'samples';
  const hasBatches = rows.every(({ batches }) => batches && valueOf(batches.mean) !== undefined);
  return hasBatches ? 'batches' : undefined;
}

function sidesOf(
  { sides, runs }: Pair,
  figureOf: (run: Distribution) => RunFigure | undefined,
): [Side, Side] {
  const side = (at: 0 | 1): Side => ({
    runs: runs[at].flatMap((run) => figureOf(run) ?? []),
    isExact: sides[at].isExact,
  });
  return [side(0), side(1)];
}

function ratioBetween(
  [first, second]: readonly [Side, Side],
  { sides, seed }: Pair,
  name: string,
): Ratio | undefined {
  const value = ratioOf(first, second);
  if (value === undefined) return undefined;
  const isKnown = [first, second].every((side) => side.isExact || side.runs.length >= RUNS_NEEDED);
  if (!isKnown) return { value, interval: undefined };
  // The same samples in the same order leave nothing to chance.
  const isSame = sides[0].fingerprint === sides[1].fingerprint && value === 1;
  if (isSame || (first.isExact && second.isExact)) {
    return { value, interval: { low: value, high: value } };
  }
  return { value, interval: ratioInterval(first, second, `${seed}/${name}`) };
}

function instructionsDelta(means: readonly Side[]): number {
  const estimates = means.flatMap(({ runs }) => runs.map(({ estimate }) => estimate));
  const smallest = Math.min(...estimates);
  return smallest > 0 ? DELTA.instructions / smallest : 0;
}

function noiseOf(means: readonly Side[]): number | undefined {
  const spreads = means.flatMap((side) => (side.isExact ? 0 : (spreadBetweenRuns(side) ?? [])));
  return spreads.length === 0 ? undefined : Math.max(...spreads);
}
