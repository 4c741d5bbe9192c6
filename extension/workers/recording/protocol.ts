import type { Call } from '../../base';
import type { DescriptionTexts, OpenProgress, RecordingRange, RecordingSource } from '../../engine';
import type {
  CoreShares,
  EventRow,
  ExplainedSample,
  Explanation,
  Moment,
  Stretch,
  TraceInfo,
} from '../../trace';

/** The maximum number of rows in one answer. */
export const MAX_ROWS = 500;

export interface OpenRecording {
  readonly source: RecordingSource;
  /** The maximum number of events kept; reading ends there. */
  readonly maxEvents: number;
  readonly range?: RecordingRange | undefined;
  readonly descriptions?: DescriptionTexts | undefined;
}

export interface WindowRequest extends Stretch {
  /** Width on screen; a column is never narrower than one pixel. */
  readonly pixels: number;
  /** Numbers of lanes; by default all. */
  readonly lanes?: readonly number[] | undefined;
}

export interface FindRequest {
  /** Searched for in the events' texts, ignoring case. */
  readonly text: string;
  /** The first event to check. */
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

/** Calls of a recording's worker. One worker has one recording open. */
export type RecordingCalls = {
  /** Closes an earlier recording. Rejects with the code `cancelled` if cancelled. */
  readonly open: Call & {
    readonly takes: OpenRecording;
    readonly gives: TraceInfo;
    readonly reports: OpenProgress;
  };
  /** A window for `decodeWindow` of trace; undefined if a newer request came first. */
  readonly window: Call & {
    readonly takes: WindowRequest;
    readonly gives: ArrayBuffer | undefined;
  };
  readonly events: Call & {
    readonly takes: { readonly from: number; readonly count: number };
    readonly gives: readonly EventRow[];
  };
  /** The event and the activity at a moment. */
  readonly at: Call & { readonly takes: { readonly ticks: number }; readonly gives: Moment };
  /** The next event that matches; undefined if there is none or the call was cancelled. */
  readonly find: Call & {
    readonly takes: FindRequest;
    readonly gives: EventRow | undefined;
    readonly reports: { readonly index: number };
  };
  /** The next or previous event of a lane, relative to an event. */
  readonly neighbour: Call & {
    readonly takes: {
      readonly lane: number;
      readonly from: number;
      readonly direction: FindRequest['direction'];
    };
    readonly gives: EventRow | undefined;
  };
  readonly shares: Call & { readonly takes: Stretch; readonly gives: readonly CoreShares[] };
  /** The slowest traced samples first, without the cold one. */
  readonly slowest: Call & {
    readonly takes: { readonly operation: string; readonly repeat: number; readonly count: number };
    readonly gives: readonly ExplainedSample[];
  };
  /** One traced sample, by name or by the number of its span; undefined if there is none. */
  readonly sample: Call & {
    readonly takes: SampleName | { readonly number: number };
    readonly gives: ExplainedSample | undefined;
  };
  /** Explains any stretch of one core. */
  readonly explainWindow: Call & {
    readonly takes: Stretch & { readonly core?: number | undefined };
    readonly gives: Explanation;
  };
  /** Frees memory; `open` may follow. */
  readonly close: Call & { readonly takes: undefined; readonly gives: undefined };
};
