import {
  type Distribution,
  type Statistics,
  computeStatistics,
  toDistribution,
} from './distribution';
import { studentBound } from './student';
import { findMiddleRange } from './percentile';

/** The resolution of a clock, in its unit: errors that more samples do not average out. */
export interface Resolution {
  /** The error of the mean of samples. */
  readonly mean: number;
  /** The error of the mean of batches. */
  readonly batchMean: number;
  /** The error of a percentile, of the smallest and of the largest sample. */
  readonly percentile: number;
}

interface Resolved {
  /** The clock's step. */
  readonly step: number;
  /** Samples of nothing, as measured: their median was subtracted. */
  readonly empty: Distribution;
  readonly samples: Statistics | undefined;
  readonly batchSize: number;
  /** Elapsed in empty loops of that size, whose median was subtracted from batches. */
  readonly emptyBatches: readonly number[];
}

/**
 * The error of figures from the clock's step and from the cost of a reading, whose spread shows how
 * well one figure represents all readings. Steps average out in a mean, unless every execution
 * begins at the same phase of the clock: then the samples vary by less than a fraction of a step.
 * A batch divides its own step, and the error of the empty loop, among its operations.
 */
export function computeResolution(resolved: Resolved): Resolution {
  const { step, empty, samples, batchSize, emptyBatches } = resolved;
  const reading = findHalfRange(empty);
  const loop = findHalfRange(toDistribution(Float64Array.from(emptyBatches)));
  const isInPhase = (samples?.deviation ?? 0) < step / 4;
  return {
    mean: reading + (isInPhase ? step : 0),
    batchMean: batchSize > 0 ? (loop + step) / batchSize : 0,
    percentile: reading + step,
  };
}

function findHalfRange(values: Distribution): number {
  const [low, high] = findMiddleRange(values) ?? [0, 0];
  return (high - low) / 2;
}

/**
 * A margin in time, wider by the error of the clock's rate: all repeats share it, so the spread does not show it. The
 * error is a part of the rate. Undefined where the spread is unknown.
 */
export function marginInTime(
  value: number,
  margin: number | undefined,
  rateError = 0,
): number | undefined {
  return margin === undefined ? undefined : margin + Math.abs(value) * rateError;
}

/**
 * Half of the 95 % interval of a figure that was measured in several repeats, by Student's t, wider
 * by what the clock cannot resolve. Undefined for a single repeat: its spread is unknown.
 */
export function marginOver(values: readonly number[], resolution: number): number | undefined {
  const found = computeStatistics(values);
  if (found === undefined || found.count < 2) return undefined;
  const { count, deviation } = found;
  return (studentBound(count - 1, 0.95) * deviation) / Math.sqrt(count) + resolution;
}
