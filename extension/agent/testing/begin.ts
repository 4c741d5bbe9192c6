import type { OperationBegin, RunBegin } from '../events';

/** The first event of a headline run, of a clock that counts instructions. */
export function runBegin(more: Partial<RunBegin> = {}): RunBegin {
  return {
    kind: 'runBegin',
    version: 1,
    run: 1,
    hooks: false,
    traced: false,
    clockHz: 25_000_000,
    ratio: [5, 16],
    clockTicks: 0,
    streamClock: 0,
    unit: 'instructions',
    clock: 'emulated',
    suite: 'heap',
    ...more,
  };
}

/** The first event of an operation without batches. */
export function operationBegin(more: Partial<OperationBegin> = {}): OperationBegin {
  return {
    kind: 'operationBegin',
    op: 0,
    n: 1,
    warmup: 0,
    batchSize: 0,
    batches: 0,
    name: 'heap/malloc',
    at: 'heap.c:1',
    params: '',
    ...more,
  };
}
