import { type Distribution, fineMedian, merge, statistics, getFigureValue } from '../measure';
import { type Basis, findBasis } from './basis';
import {
  decidingRatio,
  DELTA,
  type Judged,
  judgeTogether,
  openText,
  type Outcome,
  type RatioFigures,
  RUNS_NEEDED,
  type Verdict,
} from './outcome';
import { mean as averageRuns } from '../runs';
import { layoutRatios, layoutText } from './layout';
import { rankTest } from './rank-test';
import { type Ratio, computeRatio, ratioOfRuns, type RunFigures, spreadBetweenRuns } from './ratio';
import { getStep, type MeasuredSubject, scaleRuns, type Subject } from './subject';

/** Compares one operation with the baseline's. */
export function comparePair(first: Subject, second: Subject, options: PairOptions): Outcome {
  const basis = findBasis(first, second);
  if ('why' in basis) return { kind: 'not comparable', why: basis.why };
  if (first.measured === undefined || second.measured === undefined) {
    return compareMeans(first, second, basis);
  }
  return compareMeasured(first.measured, second.measured, basis, options);
}

function compareMeans(first: Subject, second: Subject, basis: Basis): Outcome {
  const [one, other] = [getFigureValue(first.mean), getFigureValue(second.mean)];
  if (one === undefined || other === undefined) {
    return {
      kind: 'not comparable',
      why: `there is no mean: ${explainMissingMean(first, second)}`,
    };
  }
  const ratio = (other * basis.factors[1]) / (one * basis.factors[0]);
  if (!(one > 0 && other > 0)) return { kind: 'not comparable', why: NO_RATIO };
  const remarks = [first, second]
    .filter(({ measured }) => !measured)
    .flatMap(({ doubts, notes = [] }) => [...doubts, ...notes]);
  return { kind: 'mean only', ratio, unit: basis.unit, notes: [...basis.notes, ...remarks] };
}

function explainMissingMean(...subjects: readonly Subject[]): string {
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
): Outcome {
  if ([first, second].every(({ row }) => row.standing === 'refused')) {
    const why = [...new Set([...listDoubts(first), ...listDoubts(second)])].join('; ');
    return { kind: 'not comparable', why: `refused on both sides, ${why}`, isRefused: true };
  }
  const found = [
    ...basis.notes,
    ...countNotes(first, second),
    ...unsteadyNotes(first, second),
    ...new Set([...first.leftOut, ...second.leftOut]),
  ];
  const doubts = [...listDoubts(first), ...listDoubts(second)];
  if (doubts.length > 0) return inconclusive(doubts, found);
  const figures = compareFigures([first, second], basis, options);
  if ('why' in figures) return inconclusive([figures.why], found);
  const notes = [
    ...found,
    ...(decidingRatio(figures) ? [] : [NO_RATIO]),
    ...equalMeansNote(first, second, figures),
  ];
  const few = fewRuns([first, second], figures);
  if (few.length > 0) return { ...inconclusive(few, notes), figures };
  return { kind: 'judged', verdict: 'undecided', reasons: [], notes, figures };
}

/**
 * Gives operations that are compared together their verdicts: how many there are matters, since
 * chance has as many opportunities.
 */
export function judgeOutcomes(outcomes: readonly Outcome[], looks: number): Outcome[] {
  const open = outcomes.map((outcome) => {
    const isOpen = outcome.kind === 'judged' && outcome.verdict !== 'inconclusive';
    return isOpen ? outcome.figures : undefined;
  });
  const verdicts = judgeTogether(
    open.filter((figures) => figures !== undefined),
    { looks },
  );
  return outcomes.map((outcome, at) => {
    const figures = open[at];
    const verdict = figures && verdicts.shift();
    if (outcome.kind !== 'judged' || figures === undefined || verdict === undefined) return outcome;
    return {
      ...outcome,
      verdict,
      reasons: listReasons(verdict, figures, looks),
    };
  });
}

function listReasons(verdict: Verdict, figures: RatioFigures, looks: number): string[] {
  if (verdict === 'undecided') return [openText(figures, undefined, looks)];
  return verdict === 'within layout' && figures.layout ? [layoutText(figures.layout)] : [];
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

function listDoubts({ row }: MeasuredSubject): string[] {
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
  return isAny ? ['runs of a target that repeats exactly differ: compared by their spread'] : [];
}

/** Notes that nothing but the means of exact samples is equal. */
function equalMeansNote(
  one: MeasuredSubject,
  other: MeasuredSubject,
  { change }: RatioFigures,
): string[] {
  if (change !== 0 || one.requested !== other.requested) return [];
  const [before, after] = [one, other].map(({ samples }) => JSON.stringify(samples[0]));
  return before === after ? [] : ['the samples differ, although their means are equal'];
}

/** The reason if figures cannot be divided. */
const NO_RATIO = 'a figure that is not above zero has no ratio';

/** Options of a comparison. */
interface PairOptions {
  /** The smallest relative change that matters; the default depends on the targets. */
  readonly delta?: number | undefined;
}

type Sides = readonly [first: MeasuredSubject, second: MeasuredSubject];

/** Compares two measured operations, or gives the reason why they cannot be compared. */
function compareFigures(
  sides: Sides,
  basis: Basis,
  { delta }: PairOptions,
): RatioFigures | { readonly why: string } {
  const from = chooseFigures(sides);
  if (from === undefined) return { why: 'batch means of both sides are needed' };
  const isTiny = from === 'batches' && sides.some(isBelowItsLoop);
  const of = (figure: GetFigure) =>
    runFigures(sides, isTiny ? 'wholeBatches' : from, basis, figure);
  // Identical samples in the same order leave nothing to chance.
  const isSame = sides[0].fingerprint === sides[1].fingerprint;
  const isExact = isSame || sides.every((side) => side.isExact);
  const means = of((run) => statistics(run)?.mean);
  const medians = of((run, step) => fineMedian(run, isExact ? 1 : step));
  const mean = isExact ? exactRatio(means) : ratioOfRuns(means);
  const median = isExact ? exactRatio(medians) : ratioOfRuns(medians);
  // An exact difference needs no ratio.
  if (!isExact && (mean === undefined || median === undefined)) return { why: NO_RATIO };
  return {
    unit: basis.unit,
    from,
    withLoop: isTiny,
    decidedBy: isExact ? 'mean' : 'median',
    mean,
    median: isExact && from === 'batches' ? undefined : median,
    trimmed: isExact ? undefined : ratioOfRuns(of((run) => statistics(run)?.trimmedMean)),
    change: isExact ? computeChange(sides, from, basis, means) : undefined,
    rank: rankTest(
      poolRuns(sides[0], from, basis.factors[0]),
      poolRuns(sides[1], from, basis.factors[1]),
    ),
    delta: delta ?? (sides.every((side) => side.isExact) ? DELTA.exact : DELTA.sampled),
    noise: computeNoise(sides, medians),
    runs: [sides[0][from].length, sides[1][from].length],
    figuresOfRuns: isExact ? undefined : medians,
    layout: layoutRatios(sides[0].row.layouts, sides[1].row.layouts),
  };
}

/** Merges all runs of a side. */
function poolRuns(side: MeasuredSubject, from: RatioFigures['from'], factor: number): Distribution {
  const all = from === 'samples' ? side.row.distribution : merge(...side.batches);
  return scaleRuns([all], factor)[0] ?? [];
}

/** Uses samples, or batch means if the samples of either side are too coarse. */
function chooseFigures(sides: Sides): 'samples' | 'batches' | undefined {
  const rows = sides.map(({ row }) => row);
  if (rows.every(({ meanFrom }) => meanFrom === 'samples')) return 'samples';
  const means = rows.map(({ batches }) => batches && getFigureValue(batches.mean));
  return means.includes(undefined) ? undefined : 'batches';
}

/**
 * True for an operation that costs less than half of the loop that carries it, so less than a third
 * of the whole: what is left without the loop is mostly the loop's own spread, and may be negative.
 */
function isBelowItsLoop(side: MeasuredSubject): boolean {
  const { batches, wholeBatches, isExact } = side;
  const step = findStep(side, 'batches');
  const median = (run: Distribution = []) => fineMedian(run, step) ?? 0;
  return !isExact && batches.some((net, at) => median(net) < median(wholeBatches[at]) / 3);
}

/** A figure of a run, whose values differ by steps. */
type GetFigure = (run: Distribution, step: number) => number | undefined;

/** The same figure of every run. A side that repeats exactly has as many as the other. */
function runFigures(
  sides: Sides,
  from: RatioFigures['from'] | 'wholeBatches',
  { factors, rateError }: Basis,
  getFigure: GetFigure,
): RunFigures {
  const [first, second] = sides.map((side, at) => {
    const step = findStep(side, from);
    return side[from].flatMap((run) => {
      const value = getFigure(run, step);
      return value === undefined ? [] : [value * (factors[at] ?? 1)];
    });
  });
  const like = (own: readonly number[] = [], other: readonly number[] = [], isExact = false) =>
    isExact && own.length < other.length ? other.map(() => own[0] ?? NaN) : own;
  return {
    first: like(first, second, sides[0].isExact),
    second: like(second, first, sides[1].isExact),
    resolution: computeResolution(sides, from, factors),
    rateError,
  };
}

/** The coarser of both sides' steps, in the compared unit. */
function computeResolution(
  sides: Sides,
  from: RatioFigures['from'] | 'wholeBatches',
  factors: Basis['factors'],
): number {
  return Math.max(...sides.map((side, at) => findStep(side, from) * (factors[at] ?? 1)));
}

/** The step between the values of a side: a batch divides that of the clock among its operations. */
function findStep(
  { row: { clock, batches } }: MeasuredSubject,
  from: RatioFigures['from'] | 'wholeBatches',
): number {
  return getStep(clock) / (from === 'samples' ? 1 : (batches?.size ?? 1));
}

function exactRatio({ first, second }: RunFigures): Ratio | undefined {
  const value = computeRatio(averageRuns(first), averageRuns(second));
  return value === undefined ? undefined : { value, interval: { low: value, high: value } };
}

/** The difference of means: without ticks if they differ, since ticks only blur it. */
function computeChange(
  [one, other]: Sides,
  from: RatioFigures['from'],
  { factors }: Basis,
  { first, second }: RunFigures,
): number {
  const [before, after] = [one.row.quiet.statistics?.mean, other.row.quiet.statistics?.mean];
  if (from === 'samples' && before !== undefined && after !== undefined && before !== after) {
    return after * factors[1] - before * factors[0];
  }
  return averageRuns(second) - averageRuns(first);
}

function computeNoise(sides: Sides, { first, second }: RunFigures): number | undefined {
  const spreads = [first, second].flatMap((runs, at) =>
    sides[at]?.isExact === true ? 0 : (spreadBetweenRuns(runs) ?? []),
  );
  return spreads.length === 0 ? undefined : Math.max(...spreads);
}
