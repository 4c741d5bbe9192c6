import { type Throughput, throughputOf, valueOf } from '../../measure';
import type { OperationRow } from './row';

/** The throughput of an operation whose parameters give its amount of data. */
export function rowThroughput({
  mean,
  clock,
  params,
}: Pick<OperationRow, 'mean' | 'clock' | 'params'>): Throughput | undefined {
  return throughputOf(valueOf(mean), clock, params);
}
