import type { AgentImage, ArrivedSamples, ImageBuild } from '../../agent';
import type { ParameterValues, Point, RunRecord } from '../../runs';
import type { FlashConsent, Target } from '../../targets';
import type { ImagePlace } from '../../toolchain';
import type { PlanOptions } from './plan';

/** How far the operation in progress has come. */
export interface RunProgress {
  readonly build: ImageBuild;
  readonly repeat: number;
  readonly operation: string;
  /** What of a sweep is being measured; nothing in it where nothing is swept. */
  readonly point: Point;
  readonly samples: number;
  readonly requested: number;
  /** Samples a second that arrived since the operation began. */
  readonly rate: number;
  /** The operation has ended; the counts are then of values of all kinds. */
  readonly isEnd: boolean;
}

/** What a run tells of itself while it goes on. */
export interface RunListeners {
  readonly onMessage: (message: string) => void;
  /** How much of an image has been written, in bytes. */
  readonly onDeploy?: ((done: number, total: number) => void) | undefined;
  /** A pass has left its target; what it measured is yet to be written down. */
  readonly onQuiet?: (() => void) | undefined;
  /** With the operation's samples so far: `samples.ticks` is a view that grows stale. */
  readonly onProgress: (progress: RunProgress, samples: ArrivedSamples | undefined) => void;
}

/** One run as it is asked for. */
export interface RunRequest extends RunListeners {
  readonly target: Target;
  readonly places: readonly ImagePlace[];
  readonly runsFolder: string;
  /** The runs folder is the user's own choice and gets no .gitignore. */
  readonly isChosenFolder: boolean;
  readonly patterns: readonly string[];
  readonly iterations?: number | undefined;
  /** How often the traced pass measures an operation at most. */
  readonly tracedIterations?: number | undefined;
  readonly warmup?: number | undefined;
  readonly settings: ParameterValues;
  /** Sweeps what is not set over the values that the documents' tables have. */
  readonly asPublished?: boolean | undefined;
  readonly repeat: number;
  readonly trace: boolean;
  readonly flash?: FlashConsent | undefined;
  /** How long both channels may be silent. */
  readonly silenceMs: number;
  /** Cyclescope's version and the command line that repeats this run, for the record. */
  readonly tool: string;
  readonly command: string;
  readonly signal: AbortSignal;
}

/** One pass of a run: one image, one recording. */
export interface PassRequest extends RunListeners {
  readonly target: Target;
  readonly image: AgentImage;
  readonly patterns: readonly string[];
  readonly plan: PlanOptions;
  readonly repeat: number;
  readonly flash?: FlashConsent | undefined;
  readonly silenceMs: number;
  readonly recording: { readonly folder: string; readonly name: string };
  readonly signal: AbortSignal;
}

/** A run that was kept. */
export interface RunOutcome {
  readonly folder: string;
  readonly record: RunRecord;
  /** Why the run ended early. */
  readonly error: unknown;
}
