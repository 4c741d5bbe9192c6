import type { EndStatus } from './run-lines';

/** Version of the events, announced in `run_begin`. */
export const EVENTS_VERSION = 1;

/** Kinds of values in a `samples` event, in numeric order. */
export const SAMPLE_KINDS = [
  'cold',
  'sample',
  'batch',
  'emptySample',
  'emptyBatch',
  'countedBatch',
  'emptyCountedBatch',
] as const;
export type SampleKind = (typeof SAMPLE_KINDS)[number];

export interface RunBegin {
  readonly kind: 'runBegin';
  readonly version: number;
  readonly run: number;
  readonly hooks: boolean;
  readonly traced: boolean;
  readonly clockHz: number;
  readonly ratio: readonly [number, number];
  /** The benchmark clock and the stream's clock, read at the same moment. */
  readonly clockTicks: number;
  readonly streamClock: number;
  readonly unit: string;
  readonly clock: string;
  readonly suite: string;
}

export interface Fact {
  readonly kind: 'fact';
  readonly text: string;
}

export interface OperationBegin {
  readonly kind: 'operationBegin';
  readonly op: number;
  readonly n: number;
  readonly warmup: number;
  readonly batchSize: number;
  readonly batches: number;
  readonly name: string;
  readonly at: string;
  readonly params: string;
}

export interface SamplesEvent {
  readonly kind: 'samples';
  readonly op: number;
  readonly sampleKind: SampleKind;
  /** Index of the first value among those of its kind. */
  readonly first: number;
  /**
   * `ticks * 2 + (1 if a kernel tick fell inside)`; for counted batches, counts instead of ticks.
   */
  readonly values: Uint32Array;
}

export interface TracedSample {
  readonly kind: 'traced';
  readonly op: number;
  readonly index: number;
  readonly start: number;
  readonly stop: number;
  readonly tickInside: boolean;
  readonly cold: boolean;
  /** A sum of stretches after `start`; `stop` is that much later. */
  readonly sum: boolean;
}

export interface Flush {
  readonly kind: 'flush';
  readonly measuring: boolean;
  readonly block: number;
  readonly clockTicks: number;
}

interface End {
  readonly status: EndStatus;
  readonly attempted: number;
  readonly stored: number;
  readonly reason: string;
}

export interface OperationEnd extends End {
  readonly kind: 'operationEnd';
  readonly op: number;
}

export interface RunEnd extends End {
  readonly kind: 'runEnd';
  readonly clockTicks: number;
}

/** One of Cyclescope's own events. */
export type AgentEvent =
  RunBegin | Fact | OperationBegin | SamplesEvent | TracedSample | Flush | OperationEnd | RunEnd;

/** Event kinds in the order of their numbers relative to the module's base. */
export const EVENT_KINDS = [
  'runBegin',
  'fact',
  'operationBegin',
  'samples',
  'traced',
  'flush',
  'operationEnd',
  'runEnd',
] as const satisfies readonly AgentEvent['kind'][];
