import { valueOf } from '../measure/figure';
import { type Throughput, throughputOf } from '../measure/throughput';
import type { OperationRow } from './row';

/** The throughput of an operation whose parameters say how much data it processes. */
export function rowThroughput({
  mean,
  clock,
  params,
}: Pick<OperationRow, 'mean' | 'clock' | 'params'>): Throughput | undefined {
  return throughputOf(valueOf(mean), clock, params);
}
