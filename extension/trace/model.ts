/** What a lane shows. Those of the last four kinds come from Cyclescope's own events. */
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

/** One row of a time line. Its place in the list is its number, which never changes. */
export interface Lane {
  readonly kind: LaneKind;
  readonly core: number;
  /** A task's expanded id, an interrupt's or marker's number, else 0. */
  readonly id: number;
  /** As the target named it: any text of any length. */
  readonly name: string;
  /** Of a task, as its system counts. */
  readonly priority: number | undefined;
  /** How many activities share this lane: namesakes by the dozen, and what was too much for lanes of its own. */
  readonly members: number;
  /** Ticks in the whole recording. */
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
 * How ticks are shown. `unit` is the benchmark clock's for Cyclescope's recordings (an emulated
 * target counts instructions), `s` where only the stream's frequency is known, else `ticks`.
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

/** An operation that a recording holds. */
export interface TraceOperation extends Stretch {
  /** `suite/op`. */
  readonly name: string;
  readonly repeat: number;
  /** Traced samples with a window of their own, the cold one among them. */
  readonly samples: number;
  readonly at: string;
}

/** Which part of a recording was read. */
export interface Loaded {
  /** Number of the first event that is kept, counted in the whole file. */
  readonly firstEvent: number;
  readonly events: number;
  /** Events counted in the file so far: all of them when `isWhole`, else at least these. */
  readonly counted: number;
  readonly isWhole: boolean;
  readonly bytesRead: number;
  readonly bytes: number;
}

/** What is known of a recording once it is open. Its size does not depend on the recording's. */
export interface TraceInfo {
  readonly lanes: readonly Lane[];
  readonly cores: readonly TraceCore[];
  /** Everything, and what to show first: of others' recordings the newest segment. */
  readonly extent: Stretch;
  readonly first: Stretch;
  readonly clock: TraceClock;
  readonly sysFreq: number | undefined;
  readonly events: number;
  readonly lostPackets: number;
  readonly header: readonly string[];
  readonly system: readonly string[];
  readonly operations: readonly TraceOperation[];
  /** What was wrong in the data. */
  readonly problems: readonly string[];
  /** What the reader should know of how it is shown: lanes that were merged, a part that is missing. */
  readonly notices: readonly string[];
  readonly loaded: Loaded;
}

/** One event as a list shows it. */
export interface EventRow {
  readonly index: number;
  readonly ticks: number;
  readonly core: number;
  /** The lane it belongs to; -1 for none. */
  readonly lane: number;
  readonly text: string;
}

/** What a core did at a moment. */
export interface RunningAt extends Stretch {
  readonly core: number;
  /** -1 where it is not known. */
  readonly lane: number;
}

/** What is known of one moment. */
export interface Moment {
  /** The first event at or after it. */
  readonly index: number;
  readonly running: readonly RunningAt[];
}

/** How a core's time in a stretch was shared out; shares of one core and what is unknown make 1. */
export interface CoreShares {
  readonly core: number;
  readonly unknown: number;
  readonly lanes: readonly {
    readonly lane: number;
    readonly ticks: number;
    readonly share: number;
  }[];
}

/** Why a stretch took as long as it did. */
export interface Part {
  readonly kind:
    'own' | 'interrupt' | 'timer' | 'task' | 'scheduler' | 'idle' | 'recording' | 'unknown';
  readonly name: string;
  /** In the clock's unit; the parts sum up to the whole exactly. */
  readonly amount: number;
  /** -1 where it has none. */
  readonly lane: number;
}

/** A stretch taken apart. */
export interface Explanation extends Stretch {
  /** In the clock's unit. */
  readonly elapsed: number;
  readonly unit: TraceClock['unit'];
  readonly parts: readonly Part[];
  /** `1,930 = 68 own + 132 SysTick + 1,604 task "net" + 126 recording`. */
  readonly sentence: string;
  /** What limits the explanation, such as a recorder whose cost is not known. */
  readonly notes: readonly string[];
}

/** A traced sample and why it took so long. */
export interface ExplainedSample extends Explanation {
  readonly operation: string;
  readonly repeat: number;
  readonly index: number;
  readonly isCold: boolean;
  readonly tickInside: boolean;
}
