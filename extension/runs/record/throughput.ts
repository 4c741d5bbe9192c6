import { type Throughput, throughputOf, valueOf } from '../../measure';
import type { OperationRow } from './row';

/** The throughput of an operation whose parameters say how much data it processes. */
export function rowThroughput({
  mean,
  clock,
  params,
}: Pick<OperationRow, 'mean' | 'clock' | 'params'>): Throughput | undefined {
  return throughputOf(valueOf(mean), clock, params);
}
