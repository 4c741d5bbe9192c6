/** The content of a lane. The last four kinds come from Cyclescope's own events. */
export type LaneKind =
  | 'interrupt'
  | 'timer'
  | 'task'
  | 'scheduler'
  | 'idle'
  | 'marker'
  | 'mark'
  | 'print'
  | 'operation'
  | 'block'
  | 'sample';

/** One row of a timeline. Its index in the list is its number, which never changes. */
export interface Lane {
  readonly kind: LaneKind;
  readonly core: number;
  /** A task's expanded id, an interrupt's or marker's number, or 0. */
  readonly id: number;
  /** Named by the target: any text of any length. */
  readonly name: string;
  /** The priority of a task, in its system's numbering. */
  readonly priority: number | undefined;
  /** Activities in this lane: many of one name, or all beyond the limit of lanes. */
  readonly members: number;
  /** Ticks over the whole recording. */
  readonly busy: number;
  /** For sorting: by core, then operations, interrupts, timers, tasks by activity, scheduler, idle. */
  readonly order: number;
}

/** One core of a recording. */
export interface TraceCore {
  readonly core: number;
  readonly events: number;
  readonly firstTicks: number;
  readonly lastTicks: number;
  readonly lostPackets: number;
  readonly segments: readonly { readonly startTicks: number; readonly firstEvent: number }[];
}

/**
 * Units of ticks. `unit` is the benchmark clock's for Cyclescope's recordings (an emulated target
 * counts instructions), `s` if only the stream's frequency is known, else `ticks`.
 */
export interface TraceClock {
  readonly unit: 'instructions' | 'cycles' | 'ns' | 's' | 'ticks';
  readonly name: string;
  /** Exact: ticks * numerator / denominator is the count in the unit. */
  readonly ratio: readonly [numerator: number, denominator: number];
}

/** A stretch of time in ticks. */
export interface Stretch {
  readonly start: number;
  readonly stop: number;
}

/** An operation in a recording. */
export interface TraceOperation extends Stretch {
  /** `suite/op`. */
  readonly name: string;
  readonly repeat: number;
  /** Traced samples with a window of their own, including the cold one. */
  readonly samples: number;
  readonly at: string;
}

/** The part of a recording that was read. */
export interface Loaded {
  /** Number of the first event kept, counted over the whole file. */
  readonly firstEvent: number;
  readonly events: number;
  /** Events counted in the file so far: all of them if `isWhole`, otherwise at least these. */
  readonly counted: number;
  readonly isWhole: boolean;
  readonly bytesRead: number;
  readonly bytes: number;
}

/** Summary of an open recording. Its size does not depend on the recording's. */
export interface TraceInfo {
  readonly lanes: readonly Lane[];
  readonly cores: readonly TraceCore[];
  /** Everything, and the part to show first: the newest segment of others' recordings. */
  readonly extent: Stretch;
  readonly first: Stretch;
  readonly clock: TraceClock;
  readonly sysFreq: number | undefined;
  readonly events: number;
  readonly lostPackets: number;
  readonly header: readonly string[];
  readonly system: readonly string[];
  readonly operations: readonly TraceOperation[];
  /** Errors in the data. */
  readonly problems: readonly string[];
  /** Remarks on how the recording is shown: lanes that were merged, a part that is missing. */
  readonly notices: readonly string[];
  readonly loaded: Loaded;
}

/** One event as listed. */
export interface EventRow {
  readonly index: number;
  readonly ticks: number;
  readonly core: number;
  /** Its lane, or -1. */
  readonly lane: number;
  readonly text: string;
}

/** The activity of a core at a moment. */
export interface RunningAt extends Stretch {
  readonly core: number;
  /** -1 if unknown. */
  readonly lane: number;
}

/** The state at one moment. */
export interface Moment {
  /** The first event at or after it. */
  readonly index: number;
  readonly running: readonly RunningAt[];
}

/** Shares of a core's time in a stretch; a core's shares and its unknown time add up to 1. */
export interface CoreShares {
  readonly core: number;
  readonly unknown: number;
  readonly lanes: readonly {
    readonly lane: number;
    readonly ticks: number;
    readonly share: number;
  }[];
}

/** One cause of a stretch's duration. */
export interface Part {
  readonly kind:
    'own' | 'interrupt' | 'timer' | 'task' | 'scheduler' | 'idle' | 'recording' | 'unknown';
  /** Empty for the operation, recording, and the kernel's handler that changes the task. */
  readonly name: string;
  /** In the clock's unit; the parts add up to the whole exactly. */
  readonly amount: number;
  /** -1 if it has none. */
  readonly lane: number;
}

/** A stretch split into parts, or a sum of stretches: then it ends with the last of them. */
export interface Explanation extends Stretch {
  /** In the clock's unit. */
  readonly elapsed: number;
  readonly unit: TraceClock['unit'];
  readonly parts: readonly Part[];
  /** `1,930 = 68 own + 132 SysTick + 1,604 task "net" + 126 recording`. */
  readonly sentence: string;
  /** Limits of the explanation, such as an unknown recorder cost. */
  readonly notes: readonly string[];
}

/** A traced sample with its explanation. */
export interface ExplainedSample extends Explanation {
  readonly operation: string;
  readonly repeat: number;
  readonly index: number;
  readonly isCold: boolean;
  readonly tickInside: boolean;
}
