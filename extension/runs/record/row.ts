import type { Clock, ImageBuild } from '../../agent';
import type {
  BatchMeans,
  CountedMean,
  Distribution,
  Figure,
  PercentileName,
  Statistics,
} from '../../measure';
import type { OperationRecord } from './record';

/**
 * Figures of one set of samples; nothing in `statistics` when the set is empty or refused.
 * Of an inconclusive row only the smallest and the largest sample may be shown.
 */
export interface SampleFigures {
  readonly statistics: Statistics | undefined;
  readonly percentiles: Readonly<Record<PercentileName, Figure>>;
}

/** What a row may be used for. */
export type Standing = OperationRecord['status'] | 'inconclusive';

/** One operation of one pass, its repeats together, as tables and reports show it. */
export interface OperationRow {
  readonly build: ImageBuild;
  readonly suite: string;
  readonly op: string;
  readonly at: string;
  readonly params: Readonly<Record<string, number>>;
  readonly clock: Clock;
  readonly standing: Standing;
  /** Why the row is refused, incomplete or inconclusive. */
  readonly reasons: readonly string[];
  /** Why single figures are missing. */
  readonly notes: readonly string[];
  readonly repeats: number;
  /** Whether all repeats gave the same samples in the same order; nothing with one repeat. */
  readonly identical: boolean | undefined;
  readonly samples: number;
  /** How many samples had a kernel tick inside; nothing where ticks cannot be seen. */
  readonly ticksInside: number | undefined;
  /** How many of the unit pass between two kernel ticks. */
  readonly tickDensity: number | undefined;
  /** Cost of reading the clock, already taken off every figure of this row. */
  readonly readingCost: number | undefined;
  /** The mean to show: of the samples, or of the batches where samples are too coarse. */
  readonly mean: Figure;
  readonly meanFrom: 'samples' | 'batches';
  readonly all: SampleFigures;
  /** Samples without a kernel tick inside. */
  readonly quiet: SampleFigures;
  readonly batches: BatchMeans | undefined;
  /** What the processor's own counter says of one operation, where there was one. */
  readonly counted: CountedMean | undefined;
  /** First executions, one a repeat. */
  readonly cold: readonly number[];
  /** All samples, for histograms. */
  readonly distribution: Distribution;
  /** Those of them with a kernel tick inside. */
  readonly ticked: Distribution;
  readonly attempted: number;
  readonly stored: number;
  readonly decoded: number;
}
