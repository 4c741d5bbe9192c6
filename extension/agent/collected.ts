import type { Clock } from './clock';
import type { SampleKind } from './events';
import type { EndStatus } from './run-lines';

/** Raw values of one kind, in the order of measurement. */
export interface Series {
  readonly ticks: Uint32Array;
  /** 1 where a kernel tick fell inside. */
  readonly ticked: Uint8Array;
  /** Ranges of indices that never arrived. */
  readonly gaps: readonly Gap[];
}

export interface Gap {
  readonly first: number;
  readonly count: number;
}

/** Positions of traced samples on the time line; entry i of every array is one sample. */
export interface TracedWindows {
  readonly index: Uint32Array;
  /** Raw readings of the benchmark clock. */
  readonly start: Uint32Array;
  readonly stop: Uint32Array;
  /** Bit 0: a tick inside; bit 1: the cold sample. */
  readonly flags: Uint8Array;
  /** Stream time of the event, in ticks. */
  readonly time: Float64Array;
}

/** One operation of a run, as received so far. */
export interface CollectedOperation {
  readonly op: number;
  readonly suite: string;
  readonly name: string;
  readonly at: string;
  readonly params: Readonly<Record<string, number>>;
  readonly n: number;
  readonly warmup: number;
  readonly batchSize: number;
  readonly batches: number;
  readonly series: Readonly<Record<SampleKind, Series>>;
  readonly traced: TracedWindows;
  /** The preemptions of the agent by the system, if it reports any. */
  readonly preemptions?: number | undefined;
  /** Number of values of all kinds that arrived. */
  readonly decoded: number;
  /** The agent's report at the operation's end; missing if it never arrived. */
  readonly end: CollectedEnd | undefined;
  /** Each of these makes the operation inconclusive. */
  readonly problems: readonly string[];
}

export interface CollectedEnd {
  readonly status: EndStatus;
  readonly attempted: number;
  readonly stored: number;
  readonly reason: string;
}

/** Start or end of a pause in which the agent sent its measurements. */
export interface CollectedFlush {
  readonly measuring: boolean;
  readonly block: number;
  readonly clockTicks: number;
  readonly time: number;
}

/** One benchmark run found in a recording. */
export interface CollectedRun {
  readonly run: number;
  readonly suite: string;
  readonly hooks: boolean;
  readonly traced: boolean;
  /** Missing if the agent's description of its clock is implausible. */
  readonly clock: Clock | undefined;
  readonly clockTicks: number;
  readonly streamClock: number;
  readonly time: number;
  readonly facts: ReadonlyMap<string, string>;
  readonly operations: readonly CollectedOperation[];
  readonly flushes: readonly CollectedFlush[];
  /** Missing if the recording ends before the run: the run is incomplete. */
  readonly end: (CollectedEnd & { readonly clockTicks: number }) | undefined;
  readonly problems: readonly string[];
}
