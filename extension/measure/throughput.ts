import { type Clock, toNanoseconds } from '../agent';

/** Bytes in a kilobyte and in a megabyte, as the paper that publishes throughputs counts them. */
const KILOBYTE = 1024;
const MEGABYTE = KILOBYTE ** 2;

/** What an operation costs for each byte of the data that it processes. */
export interface Throughput {
  readonly bytes: number;
  /** The clock's unit for one byte. */
  readonly perByte: number;
  /** In MB of 1,048,576 bytes; nothing where the unit is no time. */
  readonly megabytesPerSecond: number | undefined;
}

/** How much data an operation processes: what its parameter `bytes` or `kilobytes` says. */
export function bytesOf({ bytes, kilobytes }: Readonly<Record<string, number>>) {
  return bytes ?? (kilobytes === undefined ? undefined : kilobytes * KILOBYTE);
}

/** The throughput of an operation by its mean; nothing for one that processes no stated data. */
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
