import { type EncodedEvent, encodeEvent } from '../event-codec';
import type { AgentEvent, RunBegin, SampleKind } from '../events';
import type { EndStatus } from '../run-lines';
import { operationBegin, runBegin } from './begin';

/** An operation of a simulated agent; costs are in instructions, of 3.2 clock ticks each. */
export interface SimulatedOperation {
  readonly name: string;
  readonly costs: readonly number[];
  /** Indices of the samples with a kernel tick inside. */
  readonly ticked?: readonly number[];
  readonly cold?: number;
  /** Instructions elapsed in batches of 100 operations. */
  readonly batches?: readonly number[];
  readonly emptySamples?: readonly number[];
  readonly emptyBatches?: readonly number[];
  /** Processor counts of batches, and of empty ones. */
  readonly counts?: readonly number[];
  readonly emptyCounts?: readonly number[];
  readonly params?: string;
  readonly status?: EndStatus;
  readonly reason?: string;
  /** Values that the agent counts as attempted and stored, beyond those that it sends. */
  readonly unstored?: number;
  readonly unsent?: number;
}

export interface SimulatedRun {
  readonly begin?: Partial<RunBegin>;
  readonly facts?: readonly string[];
  readonly operations: readonly SimulatedOperation[];
}

const PACKET = 100;

/** Converts instructions to ticks of the emulated clock. */
export function toEmulatedTicks(instructions: number): number {
  return Math.round(instructions * 3.2);
}

/** Generates the events of a whole run, in the agent's order. */
export function simulateRun({ begin, facts = [], operations }: SimulatedRun): AgentEvent[] {
  const counts = operations.map(countValues);
  const sum = (key: 'attempted' | 'stored'): number =>
    counts.reduce((total, count) => total + count[key], 0);
  return [
    runBegin({ clockTicks: 1_000, streamClock: 1_000, ...begin }),
    ...facts.map((text) => ({ kind: 'fact' as const, text })),
    ...operations.flatMap((operation, op) => operationEvents(operation, op)),
    {
      kind: 'runEnd',
      status: 'ok',
      attempted: sum('attempted'),
      stored: sum('stored'),
      clockTicks: 2 ** 33 + 7,
      reason: '',
    },
  ];
}

/** Encodes the same run as bytes, for a collector. */
export function encodeRun(run: SimulatedRun): EncodedEvent[] {
  return simulateRun(run).map(encodeEvent);
}

function operationEvents(operation: SimulatedOperation, op: number): AgentEvent[] {
  const { name, costs, cold, batches = [], params = '', status = 'ok', reason = '' } = operation;
  const { emptySamples = [], emptyBatches = [], ticked = [] } = operation;
  const { counts = [], emptyCounts = [] } = operation;
  const marked = new Set(ticked);
  const values = costs.map((cost, index) => toEmulatedTicks(cost) * 2 + Number(marked.has(index)));
  const plain = (instructions: readonly number[]): number[] =>
    instructions.map((cost) => toEmulatedTicks(cost) * 2);
  return [
    operationBegin({
      op,
      n: costs.length,
      warmup: 1,
      batchSize: 100,
      batches: batches.length,
      name,
      at: 'benches/heap.c:12',
      params,
    }),
    ...packets(op, 'emptySample', plain(emptySamples)),
    ...packets(op, 'cold', cold === undefined ? [] : plain([cold])),
    ...packets(op, 'sample', values),
    ...packets(op, 'batch', plain(batches)),
    ...packets(op, 'emptyBatch', plain(emptyBatches)),
    ...packets(op, 'emptyCountedBatch', emptyCounts.map(double)),
    ...packets(op, 'countedBatch', counts.map(double)),
    { kind: 'operationEnd', op, status, ...countValues(operation), reason },
  ];
}

function double(count: number): number {
  return count * 2;
}

function packets(op: number, sampleKind: SampleKind, values: readonly number[]): AgentEvent[] {
  return Array.from({ length: Math.ceil(values.length / PACKET) }, (_, i) => ({
    kind: 'samples',
    op,
    sampleKind,
    first: i * PACKET,
    values: Uint32Array.from(values.slice(i * PACKET, (i + 1) * PACKET)),
  }));
}

function countValues(operation: SimulatedOperation): { attempted: number; stored: number } {
  const { costs, cold, batches = [], emptySamples = [], emptyBatches = [] } = operation;
  const { counts = [], emptyCounts = [] } = operation;
  const series = [costs, batches, emptySamples, emptyBatches, counts, emptyCounts];
  const sent = series.reduce((sum, { length }) => sum + length, cold === undefined ? 0 : 1);
  const stored = sent + (operation.unsent ?? 0);
  return { stored, attempted: stored + (operation.unstored ?? 0) };
}
