import { type Clock, toNanoseconds } from '../agent';

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
}

/** The amount of data an operation processes, from its parameter `bytes` or `kilobytes`. */
export function bytesOf({ bytes, kilobytes }: Readonly<Record<string, number>>) {
  return bytes ?? (kilobytes === undefined ? undefined : kilobytes * KILOBYTE);
}

/** Computes throughput from the mean; undefined for operations that state no amount of data. */
export function throughputOf(
  mean: number | undefined,
  clock: Clock,
  params: Readonly<Record<string, number>>,
): Throughput | undefined {
  const bytes = bytesOf(params);
  if (bytes === undefined || mean === undefined || bytes <= 0 || mean <= 0) return undefined;
  const nanoseconds = toNanoseconds(mean, clock);
  return {
    bytes,
    perByte: mean / bytes,
    megabytesPerSecond:
      nanoseconds === undefined ? undefined : (bytes / MEGABYTE / nanoseconds) * 1e9,
  };
}
