import { type Clock, type ImageBuild, toNanoseconds } from '../../agent';
import {
  type BatchMeans,
  type CountedMean,
  type Distribution,
  type Figure,
  fineMedian,
  marginInTime,
  getFigureMargin,
  type PercentileName,
  type Resolution,
  type Statistics,
  type Throughput,
  computeThroughput,
  getUpperBound,
  getFigureValue,
} from '../../measure';
import type { OperationRecord } from './record';

/**
 * Figures of one set of samples; no `statistics` if the set is empty or refused. A withheld row has
 * no averages, only the smallest and the largest sample.
 */
export interface SampleFigures {
  readonly statistics: (Extremes & Partial<Statistics>) | undefined;
  /** Half of the 95 % intervals of means over the repeats; absent if exact, or measured once. */
  readonly margins: Readonly<Partial<Record<'mean' | 'trimmedMean', number | undefined>>>;
  readonly percentiles: Readonly<Record<PercentileName, Figure>>;
}

/** The range of the deciding figure over images that differ only in order and alignment. */
export interface LayoutBand {
  /** The number of images with a figure, with the row's own. */
  readonly images: number;
  readonly figure: number;
  readonly low: number;
  readonly high: number;
}

type Extremes = Pick<Statistics, 'count' | 'min' | 'max'>;

/** The extent to which a row may be used. */
export type Standing = OperationRecord['status'] | 'inconclusive';

/** One operation of one pass with all of its repeats, for tables and reports. */
export interface OperationRow {
  readonly build: ImageBuild;
  readonly suite: string;
  readonly op: string;
  readonly at: string;
  readonly params: Readonly<Record<string, number>>;
  /** The shard of the run that measured it, from 0. */
  readonly shard?: number | undefined;
  readonly clock: Clock;
  /**
   * Half of the 95 % interval of the clock's rate, as a part of it, if it was measured. Figures in time have it in their
   * margins; figures in cycles do not depend on it.
   */
  readonly rateError?: number | undefined;
  readonly standing: Standing;
  /** Reasons why the row is refused, incomplete or inconclusive. */
  readonly reasons: readonly string[];
  /** Reasons why single figures are missing. */
  readonly notes: readonly string[];
  /** Why the largest sample may not be the operation's own; also among the notes. */
  readonly outlier: string | undefined;
  readonly repeats: number;
  /** True if all repeats gave the same samples in the same order; undefined for one repeat. */
  readonly identical: boolean | undefined;
  readonly samples: number;
  /** The number of samples with a kernel tick inside; undefined if ticks cannot be seen. */
  readonly ticksInside: number | undefined;
  /** Units between two kernel ticks. */
  readonly tickDensity: number | undefined;
  /** Cost of reading the clock, already subtracted from every figure of this row. */
  readonly readingCost: number | undefined;
  /** The mean to show: of the samples, or of the batches if samples are too coarse. */
  readonly mean: Figure;
  readonly meanFrom: 'samples' | 'batches';
  /** Errors of the figures that more samples do not average out; undefined if it is withheld. */
  readonly resolution: Resolution | undefined;
  readonly all: SampleFigures;
  /** Samples without a kernel tick inside. */
  readonly quiet: SampleFigures;
  /** Batches; without figures in a withheld row, because even their extremes are means. */
  readonly batches: (Pick<BatchMeans, 'count' | 'size' | 'mean'> & Partial<BatchMeans>) | undefined;
  /** The processor counter's figure for one operation, if there was a counter. */
  readonly counted: CountedMean | undefined;
  /** Present if other layouts of the image were measured as well. */
  readonly layouts?: LayoutBand;
  /** First executions, one per repeat. */
  readonly cold: readonly number[];
  /** All samples, for histograms. */
  readonly distribution: Distribution;
  /** Samples with a kernel tick inside. */
  readonly ticked: Distribution;
  readonly attempted: number;
  readonly stored: number;
  readonly decoded: number;
}

/** Half of the 95 % interval of each figure that has one. */
export function rowMargins({
  mean,
  meanFrom,
  all,
  batches,
}: OperationRow): Partial<Record<'mean' | 'batchMean' | 'trimmedMean' | PercentileName, number>> {
  const figures = Object.entries({ mean, ...all.percentiles }).map(
    ([name, of]) => [name, getFigureMargin(of)] as const,
  );
  const means = [
    ['batchMean', batches && getFigureMargin(batches.mean)],
    ['trimmedMean', meanFrom === 'samples' ? all.margins.trimmedMean : undefined],
  ] as const;
  const known = [...figures, ...means].filter(([, margin]) => margin !== undefined);
  return Object.fromEntries(known) as Partial<Record<string, number>>;
}

/** The 95 % upper bound of each percentile that is not exact; null where samples are too few. */
export function rowUppers({ all }: OperationRow): Partial<Record<PercentileName, number | null>> {
  const named = Object.entries(all.percentiles).flatMap(([name, of]) => {
    const upper = getUpperBound(of);
    return upper === undefined ? [] : [[name, upper] as const];
  });
  return Object.fromEntries(named);
}

/** The throughput of an operation whose parameters give its amount of data. */
export function rowThroughput({
  mean,
  clock,
  params,
  rateError,
}: Pick<OperationRow, 'mean' | 'clock' | 'params' | 'rateError'>): Throughput | undefined {
  return computeThroughput(mean, clock, params, rateError);
}

/** A figure of a row in nanoseconds, with a margin that has the error of the clock's rate in it. */
export function inNanoseconds(
  of: Figure,
  { clock, rateError }: Pick<OperationRow, 'clock' | 'rateError'>,
): Extract<Figure, { value: number }> | undefined {
  const value = getFigureValue(of);
  const time = value === undefined ? undefined : toNanoseconds(value, clock);
  if (value === undefined || time === undefined) return undefined;
  const margin = marginInTime(value, getFigureMargin(of), rateError);
  return { value: time, margin: margin === undefined ? undefined : toNanoseconds(margin, clock) };
}

/** The one figure of a row that commits are judged by, with what is known of its uncertainty. */
export interface DecidingFigure {
  readonly figure: number;
  /** Half of the 95 % interval; absent if the figure is exact or was measured once. */
  readonly margin: number | undefined;
  readonly repeats: number;
}

/**
 * The mean without ticks, which only blur it, on targets that repeat exactly; elsewhere the median, or
 * the mean of batches if samples are too coarse. Undefined if the row has too few sound samples.
 */
export function decidingFigure(
  { quiet, mean, all, distribution, repeats }: OperationRow,
  isExact: boolean,
): DecidingFigure | undefined {
  if (isExact) {
    const figure = quiet.statistics?.mean ?? getFigureValue(mean);
    return figure === undefined ? undefined : { figure, margin: undefined, repeats };
  }
  const { p50 } = all.percentiles;
  const from = getFigureValue(p50) === undefined ? mean : p50;
  const figure = from === p50 ? fineMedian(distribution) : getFigureValue(mean);
  return figure === undefined ? undefined : { figure, margin: getFigureMargin(from), repeats };
}

/** Equal for the repeats of an operation by one clock of its pass, which make one row. */
export function repeatKey(
  { suite, op, params }: Pick<OperationRow, 'suite' | 'op' | 'params'>,
  clock: number,
): string {
  return JSON.stringify([suite, op, clock, Object.entries(params).sort()]);
}
