import type { Call } from '../../base';
import type {
  CoreShares,
  EventRow,
  ExplainedSample,
  Explanation,
  Moment,
  Stretch,
  TraceInfo,
} from '../../trace';

/** Rows of one answer at most. */
export const MAX_ROWS = 500;

/** Where a recording's bytes come from. */
export type RecordingSource =
  | { readonly path: string }
  /** Of a file system that only the editor can read. */
  | { readonly bytes: ArrayBuffer };

/** Which part of a recording to keep: by the number of an event, or from a share of the file on. */
export type RecordingRange =
  { readonly firstEvent: number } | { /** From 0 up to 1. */ readonly share: number };

export interface OpenRecording {
  readonly source: RecordingSource;
  /** Events kept at most; reading ends there. */
  readonly maxEvents: number;
  readonly range?: RecordingRange | undefined;
  /** Texts of SYSVIEW_*.txt files: the one for Cyclescope's own events, and one for all others. */
  readonly descriptions?: { readonly ours?: string; readonly others?: string } | undefined;
}

export interface OpenProgress {
  readonly bytesRead: number;
  readonly bytes: number;
  readonly events: number;
}

export interface WindowRequest extends Stretch {
  /** Width on the screen; a column is never narrower than one pixel. */
  readonly pixels: number;
  /** Numbers of lanes; none: all. */
  readonly lanes?: readonly number[] | undefined;
}

export interface FindRequest {
  /** Looked for in the events' texts, in small and capital letters alike. */
  readonly text: string;
  /** Where to begin; this event is looked at, too. */
  readonly from: number;
  readonly direction: 'forwards' | 'backwards';
  /** Only events of these lanes. */
  readonly lanes?: readonly number[] | undefined;
}

export interface SampleName {
  /** `suite/op`. */
  readonly operation: string;
  readonly repeat: number;
  readonly index: number;
}

/** What a recording's worker serves. One worker has one recording open. */
export type RecordingCalls = {
  /** Ends an earlier recording. Cancelled: rejects with the code `cancelled`. */
  readonly open: Call & {
    readonly takes: OpenRecording;
    readonly gives: TraceInfo;
    readonly tells: OpenProgress;
  };
  /** A window for `core/trace/window.decodeWindow`; undefined when a newer request came first. */
  readonly window: Call & {
    readonly takes: WindowRequest;
    readonly gives: ArrayBuffer | undefined;
  };
  readonly events: Call & {
    readonly takes: { readonly from: number; readonly count: number };
    readonly gives: readonly EventRow[];
  };
  /** The event and what ran at a moment. */
  readonly at: Call & { readonly takes: { readonly ticks: number }; readonly gives: Moment };
  /** The next event that fits; undefined when there is none or the call was cancelled. */
  readonly find: Call & {
    readonly takes: FindRequest;
    readonly gives: EventRow | undefined;
    readonly tells: { readonly index: number };
  };
  /** The event of a lane that comes next after, or before, an event. */
  readonly neighbour: Call & {
    readonly takes: {
      readonly lane: number;
      readonly from: number;
      readonly direction: FindRequest['direction'];
    };
    readonly gives: EventRow | undefined;
  };
  readonly shares: Call & { readonly takes: Stretch; readonly gives: readonly CoreShares[] };
  /** The slowest traced samples first; the cold one is not among them. */
  readonly slowest: Call & {
    readonly takes: { readonly operation: string; readonly repeat: number; readonly count: number };
    readonly gives: readonly ExplainedSample[];
  };
  /** One traced sample, by name or by the number of its span; undefined when there is none. */
  readonly sample: Call & {
    readonly takes: SampleName | { readonly number: number };
    readonly gives: ExplainedSample | undefined;
  };
  /** What happened in any stretch of one core. */
  readonly explainWindow: Call & {
    readonly takes: Stretch & { readonly core?: number | undefined };
    readonly gives: Explanation;
  };
  /** Gives memory back; `open` may follow. */
  readonly close: Call & { readonly takes: undefined; readonly gives: undefined };
};
