import { type Clock, toNanoseconds } from '../agent';
import { type Figure, getFigureMargin, getFigureValue } from './figure';
import { marginInTime } from './resolution';

/** Bytes per kilobyte and megabyte, as in the paper that publishes throughputs. */
const KILOBYTE = 1024;
const MEGABYTE = KILOBYTE ** 2;

/** An operation's cost per byte of the data that it processes. */
export interface Throughput {
  readonly bytes: number;
  /** In the clock's unit. */
  readonly perByte: number;
  /** In MB of 1,048,576 bytes; undefined if the unit is not a time. */
  readonly megabytesPerSecond: number | undefined;
  /** Half of the 95 % intervals of both. */
  readonly margins?:
    { readonly perByte: number; readonly megabytesPerSecond: number | undefined } | undefined;
}

/** The amount of data an operation processes, from its parameter `bytes` or `kilobytes`. */
export function getDataSize({ bytes, kilobytes }: Readonly<Record<string, number>>) {
  return bytes ?? (kilobytes === undefined ? undefined : kilobytes * KILOBYTE);
}

/** Computes throughput from the mean; undefined for operations that state no amount of data. */
export function computeThroughput(
  of: Figure,
  clock: Clock,
  params: Readonly<Record<string, number>>,
  rateError?: number,
): Throughput | undefined {
  const mean = getFigureValue(of);
  const bytes = getDataSize(params);
  if (bytes === undefined || mean === undefined || bytes <= 0 || mean <= 0) return undefined;
  const nanoseconds = toNanoseconds(mean, clock);
  const rate = nanoseconds === undefined ? undefined : (bytes / MEGABYTE / nanoseconds) * 1e9;
  const margin = getFigureMargin(of);
  const share = marginInTime(1, margin === undefined ? undefined : margin / mean, rateError);
  return {
    bytes,
    perByte: mean / bytes,
    megabytesPerSecond: rate,
    ...(margin !== undefined && {
      margins: {
        perByte: margin / bytes,
        megabytesPerSecond: rate === undefined || share === undefined ? undefined : rate * share,
      },
    }),
  };
}
