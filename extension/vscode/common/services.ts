import type * as vscode from 'vscode';
import type { Bench } from '../../agent';
import type { Failure } from '../../base';
import type { RunSpec } from '../../engine';
import type { OperationRow, RunRecord } from '../../runs';
import type { Target } from '../../targets';
import type { BuiltSources, FoundManifest, ImageFolder } from '../../toolchain';
import type { KeptRun, LiveProgress, OperationChange, TurnsRequest } from '../../workers';

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
  /** The workspace's folders, or the storage if there are none. Never the sample. */
  readonly list: () => readonly Home[];
  /** The one of `list` with an id. */
  readonly find: (id: string | undefined) => Home | undefined;
  readonly sample: Home;
  /** The home of a document. */
  readonly of: (document: vscode.Uri) => Home | undefined;
  /** The one with the id, otherwise that of the active editor or panel, or the only one; asks the user if there are several. */
  readonly choose: (id?: string) => Promise<Home | undefined>;
  /** Names the home whose content a panel shows, for as long as the panel exists. */
  readonly follow: (panel: vscode.WebviewPanel, homeId: () => string | undefined) => void;
}

/** A permanent reference to one run; fits into a URI, a panel's state and a command's argument. */
export interface RunRef {
  readonly home: string;
  readonly id: string;
}

/** A run in a list. */
export interface RunEntry extends RunRef {
  readonly folder: string;
  /** Changes when the run's record is rewritten. */
  readonly version: string;
  /** The user's name for it. */
  readonly name: string | undefined;
  readonly target: RunRecord['target'];
  readonly created: Date;
  readonly status: RunRecord['status'];
  readonly imported: string | undefined;
  /** The SHA-256 of the image measured in its headline pass. */
  readonly image?: string | undefined;
  readonly operations: number;
  /** Existing recordings, by the build of their pass. */
  readonly recordings: Readonly<Partial<Record<'headline' | 'traced', string>>>;
  /** The instructions of its operations were recorded too. */
  readonly hasProfile: boolean;
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

/** A row with its run. */
export interface FigureRow extends OperationRow {
  readonly run: RunEntry;
}

/** The newest figures of one target in one home. */
export interface LatestFigures {
  readonly run: RunEntry;
  /** Headline rows; the traced pass only explains and is never shown as a figure. */
  readonly rows: readonly FigureRow[];
}

export interface Figures {
  readonly onDidChange: vscode.Event<Home>;
  readonly latest: (home: Home, target: string) => Promise<LatestFigures | undefined>;
  /** All rows of one run; none if it cannot be read. */
  readonly of: (run: RunEntry) => Promise<readonly OperationRow[]>;
  /** Judges a run against an older one; nothing if one of them cannot be read. */
  readonly changes: (run: RunEntry, reference: RunEntry) => Promise<readonly OperationChange[]>;
}

/** A target in a home. */
export interface HomeTarget {
  readonly home: Home;
  readonly target: Target;
}

export interface Targets {
  /** Fires when a home's targets or its active one change. */
  readonly onDidChange: vscode.Event<Home>;
  /** Resolves after a home's boards were searched: until then, an active one may seem gone. */
  readonly ready: (home: Home) => Promise<void>;
  readonly list: (home: Home) => readonly Target[];
  readonly find: (home: Home, id: string) => Target | undefined;
  /** The target for lenses and the command Benchmark. */
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
      /** Known digests of the benchmarks' texts, by `suite/op`. */
      readonly texts: Readonly<Record<string, string>>;
      /** The user's sources have changed since it was built. */
      readonly isOutdated: boolean;
      /** The sources of the build; undefined if it stores none. */
      readonly sources?: BuiltSources | undefined;
    }
  /** The reason why there is none, and what to do. */
  | { readonly missing: string };

/** The outcome of a build. */
export type BuildEnd =
  | { readonly kind: 'built' }
  /** The user cancelled, or does not trust the workspace. */
  | { readonly kind: 'called-off' }
  /** The sources are at fault; the user has been informed. */
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** It cannot be done here: there is no compiler. The user has not been informed. */
  | { readonly kind: 'impossible'; readonly failure: Failure };

export interface Images {
  readonly onDidChange: vscode.Event<Home>;
  readonly folders: (home: Home) => readonly ImageFolder[];
  readonly benches: (home: Home, target: Target) => Promise<ImageBenches>;
  /** True if a target's images are built here; files named by the user are built elsewhere. */
  readonly areBuilt: (home: Home, target: Target) => boolean;
  /**
   * Builds a target's images, including the home's own sources, and shows progress; compiler
   * messages become problems.
   */
  readonly build: (home: Home, target: Target) => Promise<BuildEnd>;
}

export interface EndedRun {
  /** The kept run; undefined if nothing was measured. */
  readonly run: RunRef | undefined;
  /** The result: status, problems, rows without their samples, and the gate's outcome. */
  readonly result: KeptRun | undefined;
  /** The run of the first agent, if two were measured in turns. */
  readonly other?: RunRef | undefined;
  readonly failure: Failure | undefined;
  readonly wasCancelled: boolean;
}

/** The agent that a run takes turns with, as its baseline. */
export interface Opponent {
  /** The files of both agents, its own first. */
  readonly elfs: readonly [string, string];
  readonly spec: RunSpec;
  readonly request: TurnsRequest;
}

export interface RunningRun extends HomeTarget {
  readonly id: number;
  readonly spec: RunSpec;
  readonly against?: Opponent | undefined;
  readonly startedAt: Date;
  /** The latest update of every operation and point, of each of two agents, in the order of measurement. */
  readonly updates: ReadonlyMap<string, LiveProgress>;
  /** The current activity in a few words. */
  readonly phase: string;
  readonly onDidChangePhase: vscode.Event<string>;
  readonly onDidUpdate: vscode.Event<LiveProgress>;
  readonly onDidReceiveMessage: vscode.Event<string>;
  /** Resolves when the target is quiet; never rejects. */
  readonly end: Promise<EndedRun>;
  readonly cancel: () => void;
}

export interface Runner {
  readonly onDidStart: vscode.Event<RunningRun>;
  readonly onDidEnd: vscode.Event<{ readonly running: RunningRun; readonly end: EndedRun }>;
  readonly running: () => readonly RunningRun[];
  /** Starts a run; runs of one target wait for each other. Refuses without workspace trust. */
  readonly start: (homeTarget: HomeTarget, spec: RunSpec, against?: Opponent) => RunningRun;
}

/** A traced sample in a link from results to the timeline. */
export interface SampleLink {
  readonly run: RunRef;
  /** `suite/op` and the repeat. */
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
  /** References as on the command line, with `HOME#ID` for runs: see `parseReference`. */
  readonly openCompare: (
    columns: readonly string[],
    rule?: Pick<TurnsRequest, 'delta' | 'gate'>,
  ) => Promise<void>;
  readonly openTimeline: (recording: vscode.Uri) => Promise<void>;
  readonly showSample: (sample: SampleLink) => Promise<void>;
}

/** The services through which parts of the editor reach each other. */
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

/** The user's projects with the agent, as other parts see them. */
export interface Projects extends vscode.Disposable {
  /** True if a target runs what a project here built. */
  readonly builds: (home: Home, target: string) => boolean;
  /** Rebuilds that project; undefined if there is none. */
  readonly rebuild: (home: Home, target: string) => Promise<BuildEnd | undefined>;
  /** Builds the project of a source and measures; false if there is none. */
  readonly benchmarkSource: (source: vscode.Uri, patterns: readonly string[]) => Promise<boolean>;
}
