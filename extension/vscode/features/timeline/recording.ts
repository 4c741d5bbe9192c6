import { type Client, type Failure, toFailure } from '../../../base';
import type { TraceInfo } from '../../../trace';
import type {
  OpenProgress,
  OpenRecording,
  RecordingCalls,
  RecordingRange,
  RecordingSource,
  WindowRequest,
} from '../../../workers';

/** Loading progress of a recording. */
export type RecordingState =
  | { readonly is: 'opening'; readonly progress: OpenProgress }
  | { readonly is: 'open'; readonly info: TraceInfo; readonly opening: number }
  | { readonly is: 'failed'; readonly failure: Failure };

/** A worker that serves one recording. */
export interface RecordingWorker {
  readonly client: Client<RecordingCalls>;
  /** Ends it, freeing all its memory; open calls fail. */
  readonly end: () => Promise<void>;
}

/** The parts from which a recording is created. */
export interface RecordingMeans {
  readonly source: () => Promise<RecordingSource>;
  readonly descriptions: () => Promise<OpenRecording['descriptions']>;
  readonly maxEvents: () => number;
  readonly start: () => RecordingWorker;
  readonly onChange: () => void;
}

/** One recording, opened once for all editors that show it. */
export interface OpenedRecording {
  readonly state: () => RecordingState;
  readonly client: () => Client<RecordingCalls>;
  /** Windows of all editors are served one at a time; outdated requests are dropped. */
  readonly window: (
    request: WindowRequest,
    signal: AbortSignal,
  ) => Promise<ArrayBuffer | undefined>;
  /** Opens another part, or retries after a failure. */
  readonly reopen: (range?: RecordingRange) => void;
  readonly close: () => void;
}

const NO_PROGRESS: OpenProgress = { bytesRead: 0, bytes: 0, events: 0 };

/** Opens a recording in a worker of its own; both end together. */
export function newRecording(means: RecordingMeans): OpenedRecording {
  let worker = means.start();
  let state: RecordingState = { is: 'opening', progress: NO_PROGRESS };
  let openings = 0;
  let turn: Promise<unknown> = Promise.resolve();

  function become(next: RecordingState): void {
    state = next;
    means.onChange();
  }

  async function open(range: RecordingRange | undefined): Promise<void> {
    const opening = ++openings;
    const isLatest = () => opening === openings;
    try {
      const [source, descriptions] = await Promise.all([means.source(), means.descriptions()]);
      const takes = { source, descriptions, maxEvents: means.maxEvents(), range };
      const onReport = (progress: OpenProgress) => {
        if (isLatest()) become({ is: 'opening', progress });
      };
      const info = await worker.client.call('open', takes, { onReport });
      if (isLatest()) become({ is: 'open', info, opening });
    } catch (error) {
      if (isLatest()) become({ is: 'failed', failure: toFailure(error) });
    }
  }

  function askWindow(request: WindowRequest, signal: AbortSignal) {
    const asked = turn.then(() =>
      signal.aborted ? undefined : worker.client.call('window', request, { signal }),
    );
    turn = asked.catch(() => undefined);
    return asked;
  }

  void open(undefined);
  return {
    state: () => state,
    client: () => worker.client,
    window: askWindow,
    reopen: (range) => {
      void worker.end();
      worker = means.start();
      turn = Promise.resolve();
      become({ is: 'opening', progress: NO_PROGRESS });
      void open(range);
    },
    close: () => {
      openings++;
      void worker.end();
    },
  };
}
