import { type ClockUnit, shortUnit } from '../agent';
import { type Distribution, merge, valueOf } from '../measure';
import {
  DELTA,
  type Judged,
  judgeRatio,
  type Outcome,
  type RatioFigures,
  RUNS_NEEDED,
} from './outcome';
import { rankTest } from './rank-test';
import {
  type Interval,
  type Ratio,
  ratioInterval,
  ratioOf,
  type Side,
  spreadBetweenRuns,
} from './ratio';
import { meanOfRun, medianOfRun, type RunFigure } from './sampler';
import { type MeasuredSubject, type Scale, scaled, type Subject } from './subject';

/** Compares one operation with the baseline's. */
export function comparePair(first: Subject, second: Subject, options: PairOptions): Outcome {
  const basis = basisOf(first, second);
  if ('why' in basis) return { kind: 'not comparable', why: basis.why };
  if (first.measured === undefined || second.measured === undefined) {
    return compareMeans(first, second, basis);
  }
  return compareMeasured(first.measured, second.measured, basis, options);
}

function compareMeans(first: Subject, second: Subject, basis: Basis): Outcome {
  const [one, other] = [valueOf(first.mean), valueOf(second.mean)];
  if (one === undefined || other === undefined) {
    return { kind: 'not comparable', why: `there is no mean: ${missingMean(first, second)}` };
  }
  const ratio = (other * basis.factors[1]) / (one * basis.factors[0]);
  if (!(one > 0 && other > 0)) return { kind: 'not comparable', why: NO_RATIO };
  const remarks = [first, second]
    .filter(({ measured }) => !measured)
    .flatMap(({ doubts, notes = [] }) => [...doubts, ...notes]);
  return { kind: 'mean only', ratio, unit: basis.unit, notes: [...basis.notes, ...remarks] };
}

function missingMean(...subjects: readonly Subject[]): string {
  const reasons = subjects.flatMap(({ mean, doubts }) => {
    if ('value' in mean) return [];
    return doubts.length > 0 ? doubts : [mean.insufficient];
  });
  return reasons.join('; ');
}

function compareMeasured(
  first: MeasuredSubject,
  second: MeasuredSubject,
  basis: Basis,
  options: PairOptions,
): Judged {
  const notes = [...basis.notes, ...countNotes(first, second), ...unsteadyNotes(first, second)];
  const doubts = [...doubtsOf(first), ...doubtsOf(second)];
  if (doubts.length > 0) return inconclusive(doubts, notes);
  const figures = compareFigures(first, second, basis, options);
  if ('why' in figures) return inconclusive([figures.why], notes);
  const few = fewRuns([first, second], figures);
  if (few.length > 0) return { ...inconclusive(few, notes), figures };
  const verdict = judgeRatio(figures.mean, figures.delta, figures.noise ?? 0);
  const reasons = verdict === 'inconclusive' ? [reasonOf(figures.mean.interval)] : [];
  return { kind: 'judged', verdict, reasons, notes, figures };
}

function reasonOf(interval: Interval | undefined): string {
  return interval === undefined
    ? 'some resampled means are not above zero'
    : 'the interval reaches across delta and the change is larger than the spread between runs';
}

function inconclusive(reasons: readonly string[], notes: readonly string[]): Judged {
  const figures = undefined;
  return {
    kind: 'judged',
    verdict: 'inconclusive',
    reasons: [...new Set(reasons)],
    notes,
    figures,
  };
}

function doubtsOf({ row }: MeasuredSubject): string[] {
  if (row.standing === 'ok') return [];
  return row.reasons.length > 0 ? [...row.reasons] : [row.standing];
}

function fewRuns(sides: readonly MeasuredSubject[], { runs }: RatioFigures): string[] {
  const counts = runs.filter((count, at) => !sides[at]?.isExact && count < RUNS_NEEDED);
  if (counts.length === 0) return [];
  const fewest = Math.min(...counts);
  return [`${plural(fewest)} on a side, not ${RUNS_NEEDED}: their spread is unknown`];
}

function plural(runs: number): string {
  return runs === 1 ? '1 run' : `${runs} runs`;
}

function countNotes(first: MeasuredSubject, second: MeasuredSubject): string[] {
  const counts = [
    ['iterations', first.requested, second.requested],
    ['warm-up executions', first.warmup, second.warmup],
  ] as const;
  return counts.flatMap(([name, one, other]) =>
    one === other ? [] : [`${one} against ${other} ${name}`],
  );
}

function unsteadyNotes(...sides: readonly MeasuredSubject[]): string[] {
  const isAny = sides.some(({ isUnsteady }) => isUnsteady);
  return isAny ? ['runs of a target that repeats exactly differ: compared by resampling'] : [];
}

/** The reason if figures cannot be divided. */
const NO_RATIO = 'a mean that is not above zero has no ratio';

/** Options of a comparison. */
interface PairOptions {
  /** The smallest relative change that matters; the default depends on the targets. */
  readonly delta?: number | undefined;
  /** The same seed gives the same intervals. */
  readonly seed: string;
}

interface Pair {
  readonly sides: readonly [first: MeasuredSubject, second: MeasuredSubject];
  readonly runs: readonly [first: readonly Distribution[], second: readonly Distribution[]];
  readonly seed: string;
}

/** Compares two measured operations, or gives the reason why they cannot be compared. */
function compareFigures(
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

/** Merges all runs of a side. */
function pooled(side: MeasuredSubject, from: RatioFigures['from'], factor: number): Distribution {
  const all = from === 'samples' ? side.row.distribution : merge(...side.batches);
  return scaled([all], factor)[0] ?? [];
}

/** Uses samples, or batch means if the samples of either side are too coarse. */
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
  // Identical samples in the same order leave nothing to chance.
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

/** The unit in which two subjects are compared: a shared one, or time. */
interface Basis {
  readonly unit: ClockUnit;
  /** Factors that convert each side's figures into that unit. */
  readonly factors: readonly [first: number, second: number];
  readonly notes: readonly string[];
}

/** Finds the basis on which two subjects may be compared, or the reason why there is none. */
export function basisOf(first: Subject, second: Subject): Basis | { readonly why: string } {
  const launch = [
    first.facts['launch_context'] ?? '',
    second.facts['launch_context'] ?? '',
  ] as const;
  if (launch[0] !== launch[1] && launch.every((context) => context !== '')) {
    return { why: `launched from ${launch[0]} and from ${launch[1]}, which are never mixed` };
  }
  if (first.scale.unit === second.scale.unit) {
    const notes = [...coreNote(first, second), ...clockNote(first.scale, second.scale)];
    return { unit: first.scale.unit, factors: [1, 1], notes };
  }
  return timeBasis(first.scale, second.scale);
}

function timeBasis(first: Scale, second: Scale): ReturnType<typeof basisOf> {
  const units = `${first.unit} against ${second.unit}`;
  const factors = [nanoseconds(first), nanoseconds(second)] as const;
  const [one, other] = factors;
  if (one !== undefined && other !== undefined) {
    return { unit: 'ns', factors: [one, other], notes: [`${units}: compared in time`] };
  }
  if (first.unit === 'instructions' || second.unit === 'instructions') {
    return { why: `${units}: only the shape can be compared` };
  }
  return { why: `${units}, and the rate of a clock is not known` };
}

function nanoseconds({ unit, unitsPerSecond }: Scale): number | undefined {
  if (unit === 'ns') return 1;
  if (unit === 'instructions' || unitsPerSecond === undefined) return undefined;
  return unitsPerSecond > 0 ? 1e9 / unitsPerSecond : undefined;
}

function coreNote(first: Subject, second: Subject): string[] {
  const cores = [first.facts['core'], second.facts['core']];
  if (first.scale.unit !== 'instructions' || cores[0] === cores[1]) return [];
  const names = cores.map((core) => core ?? 'an unknown core').join(' against ');
  return [`instructions of different cores (${names}): a ratio of counts, not of time`];
}

function clockNote(first: Scale, second: Scale): string[] {
  const [one, other] = [first.unitsPerSecond, second.unitsPerSecond];
  if (first.unit !== 'cycles' || one === undefined || other === undefined || one === other) {
    return [];
  }
  const rates = [one, other].map((rate) => `${rate / 1e6} MHz`).join(' against ');
  const factor = (one / other).toFixed(3);
  return [`${shortUnit('cycles')} of ${rates}: in time the ratio is ${factor} times this one`];
}
