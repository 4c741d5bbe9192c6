import type { Call } from '../../base';
import type { StoredRecord } from '../../engine';
import type { ComparedOperation, CompareProgress, Outcome } from '../../compare';
import type { History, HistoryChange, HistorySeries } from '../../history';
import type { Range } from '../../measure';
import type { ComparisonModel, FlameModel, PackedSamples, ResultsModel } from '../../report';
import type { LineCost, Sampling } from '../../profile';
import type { OperationRow, RecordHead } from '../../runs';

/** A column: a kept run by its folder, or a published one by its address. */
export type ColumnSource = { readonly folder: string } | { readonly address: string };

/** A request to compare columns. */
export interface Comparing {
  readonly columns: readonly ColumnSource[];
  /** The smallest relative change that matters; by default what the targets allow. */
  readonly delta?: number | undefined;
  /** In the syntax of `--fail-on`. */
  readonly gate?: string | undefined;
}

/** The change of one operation between two runs. */
export interface OperationChange extends Pick<ComparedOperation, 'suite' | 'op' | 'params'> {
  readonly outcome: Outcome;
}

/** One column's samples of an operation, ready to draw. */
export interface PackedColumn extends PackedSamples {
  readonly unit: string;
  readonly mean: number | undefined;
}

/** A published column that can be compared. */
export interface PublishedChoice {
  readonly address: string;
  /** The operating system and the caller's language. */
  readonly system: string;
  /** The board and its core. */
  readonly hardware: string;
  /** The document's short name, and its title. */
  readonly document: string;
  readonly title: string;
  readonly table: string;
  /** The number of its figures, and how many of them are of operations that the given run has. */
  readonly operations: number;
  readonly shared: number;
}

/** A report as written: a file, and those beside it. */
export interface WrittenReport {
  readonly file: string;
  readonly beside: readonly string[];
}

/** An imported run. */
export interface TakenRun {
  readonly id: string;
  readonly folder: string;
  readonly problems: readonly string[];
  /** Nothing was written: the run already existed. */
  readonly wasThere: boolean;
}

/** The operations of a profile, without what they executed. */
export interface ProfileSummary {
  /** Parts that the image lacks, such as debug information. */
  readonly problems: readonly string[];
  readonly operations: readonly {
    readonly name: string;
    readonly samples: number;
    /** The number of samples that were measured, if these are only the first of them. */
    readonly measuredSamples?: number | undefined;
    /** The instructions of all samples together. */
    readonly instructions: number;
    /** The mean in the run that it is compared with, if that has it. */
    readonly before?: number | undefined;
    /** It was sampled: its samples are all that is known. */
    readonly sampled?: Sampling | undefined;
  }[];
}

/** The cost of the source lines of an operation, or of all operations executed once each. */
export interface SourceCosts {
  /** The operation; undefined for all of them. */
  readonly operation: string | undefined;
  /** Instructions of one execution; the lines' own add up to it. */
  readonly total: number;
  /** Costs are shares of the time. */
  readonly isSampled: boolean;
  readonly files: readonly {
    readonly path: string;
    readonly lines: readonly Omit<LineCost, 'file'>[];
  }[];
}

/** The lines of executed functions with how often each was executed, in all samples; 0 if never. */
export interface LineCounts {
  readonly path: string;
  readonly lines: readonly { readonly line: number; readonly count: number }[];
}

/** A function of an operation. */
export interface CostlyFunction {
  readonly name: string;
  /** Instructions of one execution, without what it calls; not known if it was sampled. */
  readonly self?: number | undefined;
  readonly share: number;
}

/** An operation of a history, its points packed as `packPoints` does it. */
interface PackedSeries extends Omit<HistorySeries, 'points' | 'changes'> {
  readonly points: ArrayBuffer;
  readonly changes: readonly ShownChange[];
}

/** A change of a history, and how it can be shown. */
export interface ShownChange extends HistoryChange {
  /** Both sides have a profile, so their difference can be shown. */
  readonly isProfiled: boolean;
}

/** A history whose points are packed: a long one has 100,000. */
export interface PackedHistory extends Omit<History, 'series'> {
  readonly series: readonly PackedSeries[];
  /** The runs of points, oldest first; points of the same runs share an entry. */
  readonly runs: readonly (readonly string[])[];
}

/** Calls of the worker that reads and summarises kept runs. */
export type FiguresCalls = {
  /** The results of a run, by its folder. */
  readonly results: Call & {
    readonly takes: { readonly folder: string };
    readonly gives: ResultsModel;
  };
  /** The summaries of runs for lists; undefined where a record cannot be read. */
  readonly heads: Call & {
    readonly takes: { readonly records: readonly StoredRecord[] };
    readonly gives: readonly (RecordHead | undefined)[];
  };
  /** Keeps the runs that killed processes left in a folder. */
  readonly keepAbandoned: Call & {
    readonly takes: { readonly runsFolder: string };
    readonly gives: undefined;
  };
  /** All rows of a run for lenses and the Testing view, with enough samples for drawing. */
  readonly rows: Call & {
    readonly takes: { readonly folder: string };
    readonly gives: readonly OperationRow[];
  };
  /** The samples of one row, by its key: all of them, or those of a range in full detail. */
  readonly samples: Call & {
    readonly takes: {
      readonly folder: string;
      readonly row: string;
      readonly range?: Range | undefined;
    };
    readonly gives: PackedSamples;
  };
  /** The profile beside a run, with the means of another one. */
  readonly profile: Call & {
    readonly takes: { readonly folder: string; readonly against?: string | undefined };
    readonly gives: ProfileSummary;
  };
  /**
   * The flame graph of an operation of it, by its index, or of all, or the difference to another run's;
   * or one of the operation's paths in the order of its instructions.
   */
  readonly flame: Call & {
    readonly takes: {
      readonly folder: string;
      readonly against?: string | undefined;
      readonly operation?: number | undefined;
      readonly path?: number | undefined;
    };
    readonly gives: FlameModel;
  };
  /** Returns the cost of source lines in one operation, or in the whole run. */
  readonly sourceCosts: Call & {
    readonly takes: { readonly folder: string; readonly operation?: number | undefined };
    readonly gives: SourceCosts;
  };
  /** Writes the profile of an operation, or of all, in a format of another profiler. */
  readonly exportProfile: Call & {
    readonly takes: {
      readonly folder: string;
      readonly operation?: number | undefined;
      readonly format: string;
      readonly file: string;
    };
    readonly gives: undefined;
  };
  /** Counts the executions of the lines of a profiled run, by their files. */
  readonly coverage: Call & {
    readonly takes: { readonly folder: string };
    readonly gives: readonly LineCounts[];
  };
  /** The functions that cost most in an operation, by its name with its parameters. */
  readonly costliest: Call & {
    readonly takes: { readonly folder: string; readonly operation: string };
    readonly gives: readonly CostlyFunction[];
  };
  /** Compares columns with the first one; ends early if it is cancelled. */
  readonly compare: Call & {
    readonly takes: Comparing;
    readonly gives: ComparisonModel;
    readonly reports: CompareProgress;
  };
  /** The outcomes of a comparison of only two columns. */
  readonly changes: Call & {
    readonly takes: Pick<Comparing, 'columns'>;
    readonly gives: readonly OperationChange[];
    readonly reports: CompareProgress;
  };
  /** The samples of one operation of a comparison, by its index in it; null if there is none. */
  readonly comparedSamples: Call & {
    readonly takes: {
      readonly columns: readonly ColumnSource[];
      readonly operation: number;
      readonly range?: Range | undefined;
    };
    readonly gives: readonly (PackedColumn | null)[];
  };
  /**
   * The history of all operations in a folder, on what is checked out there: it reports how far reading is, and then
   * all points; at the end come the changes of each series, which are searched meanwhile.
   */
  readonly history: Call & {
    readonly takes: { readonly folder: string; readonly runsFolder: string };
    readonly gives: readonly (readonly ShownChange[])[];
    readonly reports: CompareProgress | { readonly points: PackedHistory };
  };
  /** The published columns that hold costs; those that share most with a run come first. */
  readonly published: Call & {
    readonly takes: { readonly folder?: string | undefined };
    readonly gives: readonly PublishedChoice[];
  };
  /** Writes a Markdown report of columns, with its images beside it. */
  readonly report: Call & {
    readonly takes: { readonly columns: readonly ColumnSource[]; readonly file: string };
    readonly gives: WrittenReport;
  };
  /** Packs a run with its recordings into one file; returns what was missing. */
  readonly exportRun: Call & {
    readonly takes: { readonly folder: string; readonly file: string; readonly tool: string };
    readonly gives: { readonly bytes: number; readonly missing: readonly string[] };
  };
  readonly openExported: Call & {
    readonly takes: { readonly file: string; readonly runsFolder: string };
    readonly gives: TakenRun;
  };
  /** Keeps another tool's output as a run; without a format, it is detected from the text. */
  readonly importResults: Call & {
    readonly takes: {
      readonly file: string;
      readonly format?: string | undefined;
      readonly runsFolder: string;
      readonly tool: string;
    };
    readonly gives: TakenRun;
  };
};
