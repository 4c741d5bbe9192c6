import type * as vscode from 'vscode';
import type { Bench } from '../../agent';
import type { Failure } from '../../base';
import type { RunSpec } from '../../engine';
import type { OperationRow, RunRecord } from '../../runs';
import type { Target } from '../../targets';
import type { FoundManifest, ImagePlace } from '../../toolchain';
import type { KeptRun, LiveProgress } from '../../workers';

/** Where runs are kept: a workspace folder, the extension's own storage, or the package's sample. */
export interface Home {
  /** The folder's URI; `storage` and `sample` for the other two. */
  readonly id: string;
  readonly title: string;
  readonly kind: 'folder' | 'storage' | 'sample';
  readonly folder: vscode.WorkspaceFolder | undefined;
  readonly cwd: string;
  readonly runsFolder: string;
}

export interface Homes {
  /** Fires when folders were added or removed. */
  readonly onDidChange: vscode.Event<void>;
  /** The workspace's folders, or the storage when there are none. Never the sample. */
  readonly list: () => readonly Home[];
  readonly sample: Home;
  /** The home that a document belongs to. */
  readonly of: (document: vscode.Uri) => Home | undefined;
  /** The home of the active editor, or the only one; asks the user where there are several. */
  readonly choose: () => Promise<Home | undefined>;
}

/** Names one run for good; it fits into a URI, a panel's state and a command's argument. */
export interface RunRef {
  readonly home: string;
  readonly id: string;
}

/** A run as lists show it. */
export interface RunEntry extends RunRef {
  readonly folder: string;
  /** Another one when its record was written anew. */
  readonly version: string;
  /** The name that the user gave it. */
  readonly name: string | undefined;
  readonly target: RunRecord['target'];
  readonly created: Date;
  readonly status: RunRecord['status'];
  readonly imported: string | undefined;
  /** The SHA-256 of the image that its headline pass measured. */
  readonly image?: string | undefined;
  readonly operations: number;
  /** The recordings that are there, by the build of their pass. */
  readonly recordings: Readonly<Partial<Record<'headline' | 'traced', string>>>;
  readonly bytes: number;
  readonly isBaseline: boolean;
}

export interface Runs {
  readonly onDidChange: vscode.Event<Home>;
  /** The newest first. */
  readonly list: (home: Home) => Promise<readonly RunEntry[]>;
  readonly find: (ref: RunRef) => Promise<RunEntry | undefined>;
  readonly record: (ref: RunRef) => Promise<RunRecord>;
  readonly pin: (ref: RunRef) => Promise<void>;
  readonly unpin: (home: Home) => Promise<void>;
  readonly rename: (ref: RunRef, name: string) => Promise<void>;
  readonly remove: (refs: readonly RunRef[]) => Promise<void>;
}

/** A row, and the run that it is of. */
export interface FigureRow extends OperationRow {
  readonly run: RunEntry;
}

/** The newest figures of one target in one home. */
export interface LatestFigures {
  readonly run: RunEntry;
  /** Headline rows; the traced pass explains and is never shown as a figure. */
  readonly rows: readonly FigureRow[];
}

export interface Figures {
  readonly onDidChange: vscode.Event<Home>;
  readonly latest: (home: Home, target: string) => Promise<LatestFigures | undefined>;
  /** All rows of one run; none of one that cannot be read. */
  readonly of: (run: RunEntry) => Promise<readonly OperationRow[]>;
}

/** A target in a home. */
export interface TargetPlace {
  readonly home: Home;
  readonly target: Target;
}

export interface Targets {
  /** Fires when a home's targets or its active one changed. */
  readonly onDidChange: vscode.Event<Home>;
  /** Resolves when a home's boards were looked for: before, an active one may seem to be gone. */
  readonly ready: (home: Home) => Promise<void>;
  readonly list: (home: Home) => readonly Target[];
  readonly find: (home: Home, id: string) => Target | undefined;
  /** What decides which target lenses and the command Benchmark use. */
  readonly active: (home: Home) => Target;
  readonly setActive: (home: Home, id: string) => Promise<void>;
}

/** The benchmarks of a target's newest image. */
export type ImageBenches =
  | {
      readonly benches: readonly Bench[];
      readonly builtAt: Date;
      readonly origin: FoundManifest['origin'];
      /** The optional parts that it was built with. */
      readonly extras?: readonly string[] | undefined;
      readonly sha256: string;
      /** Digests of the texts that the benchmarks had, by `suite/op`, where they are known. */
      readonly texts: Readonly<Record<string, string>>;
      /** The user's sources are not what they were when it was built. */
      readonly isOutdated: boolean;
    }
  /** Why there is none, and what to do. */
  | { readonly missing: string };

/** What came of building. */
export type BuildEnd =
  | { readonly kind: 'built' }
  /** The user turned away, or does not trust the workspace. */
  | { readonly kind: 'called-off' }
  /** The sources are at fault; the user has been told. */
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** It cannot be done here: there is no compiler. The user has not been told. */
  | { readonly kind: 'impossible'; readonly failure: Failure };

export interface Images {
  readonly onDidChange: vscode.Event<Home>;
  readonly places: (home: Home) => readonly ImagePlace[];
  readonly benches: (home: Home, target: Target) => Promise<ImageBenches>;
  /** Whether a build here makes what a target runs; files that the user names are made elsewhere. */
  readonly areBuilt: (home: Home, target: Target) => boolean;
  /**
   * Builds a target's images with the user's own sources of that home among them, showing progress;
   * what the compiler says is among the problems.
   */
  readonly build: (home: Home, target: Target) => Promise<BuildEnd>;
}

export interface RunEnd {
  /** The kept run; none when nothing was measured. */
  readonly run: RunRef | undefined;
  /** What was kept: status, problems, rows without their samples, and what came of a gate. */
  readonly result: KeptRun | undefined;
  readonly failure: Failure | undefined;
  readonly wasCancelled: boolean;
}

export interface RunningRun extends TargetPlace {
  readonly id: number;
  readonly spec: RunSpec;
  readonly startedAt: Date;
  /** The latest of every operation and point so far by their name, in the order of measuring. */
  readonly updates: ReadonlyMap<string, LiveProgress>;
  /** What goes on, in a few words for people. */
  readonly phase: string;
  readonly onDidChangePhase: vscode.Event<string>;
  readonly onDidUpdate: vscode.Event<LiveProgress>;
  readonly onDidSay: vscode.Event<string>;
  /** Settles when the target is quiet; never rejects. */
  readonly end: Promise<RunEnd>;
  readonly cancel: () => void;
}

export interface Runner {
  readonly onDidStart: vscode.Event<RunningRun>;
  readonly onDidEnd: vscode.Event<{ readonly running: RunningRun; readonly end: RunEnd }>;
  readonly running: () => readonly RunningRun[];
  /** Starts measuring; runs of one target wait for each other. Refuses without workspace trust. */
  readonly start: (place: TargetPlace, spec: RunSpec) => RunningRun;
}

/** A traced sample, as a link from results to the time line names it. */
export interface SampleLink {
  readonly run: RunRef;
  /** `suite/op` and the repetition. */
  readonly operation: string;
  readonly repeat: number;
  readonly index: number;
}

export interface Screens {
  readonly openResults: (
    run: RunRef,
    operation?: string,
    options?: { readonly preserveFocus?: boolean | undefined },
  ) => Promise<void>;
  readonly openRunning: (running: RunningRun) => Promise<void>;
  /** References as on the command line, with `HOME#ID` for runs: see `columnOf`. */
  readonly openCompare: (columns: readonly string[]) => Promise<void>;
  readonly openTimeline: (recording: vscode.Uri) => Promise<void>;
  readonly showSample: (sample: SampleLink) => Promise<void>;
}

/** Everything that parts of the editor know of each other. */
export interface Services {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly homes: Homes;
  readonly targets: Targets;
  readonly images: Images;
  readonly runs: Runs;
  readonly figures: Figures;
  readonly runner: Runner;
  readonly screens: Screens;
}

/** What others ask of the user's projects with the agent. */
export interface Projects extends vscode.Disposable {
  /** Whether a target runs what a project here built. */
  readonly builds: (home: Home, target: string) => boolean;
  /** Builds that project again; undefined where there is none. */
  readonly rebuild: (home: Home, target: string) => Promise<BuildEnd | undefined>;
  /** Builds the project that a source belongs to, and measures; whether there is one. */
  readonly benchmarkOf: (source: vscode.Uri, patterns: readonly string[]) => Promise<boolean>;
}
