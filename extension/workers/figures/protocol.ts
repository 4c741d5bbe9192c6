import type { Call } from '../../base';
import type { CompareProgress } from '../../compare';
import type { Range } from '../../measure';
import type { ComparisonModel, PackedSamples, ResultsModel } from '../../report';
import type { OperationRow, RecordHead } from '../../runs';

/** A column: a kept run by its folder, or a published one by its address. */
export type ColumnPlace = { readonly folder: string } | { readonly address: string };

/** How columns are compared. */
export interface Comparing {
  readonly columns: readonly ColumnPlace[];
  /** The smallest relative change that matters; none: what the targets allow. */
  readonly delta?: number | undefined;
  /** As `--fail-on` takes it. */
  readonly gate?: string | undefined;
}

/** What one column has to draw of an operation. */
export interface PackedColumn extends PackedSamples {
  readonly unit: string;
  readonly mean: number | undefined;
}

/** A published column that can be compared. */
export interface PublishedChoice {
  readonly address: string;
  /** The operating system and the language of the caller. */
  readonly system: string;
  /** The board and its core. */
  readonly hardware: string;
  /** The document's short name, and its title. */
  readonly document: string;
  readonly title: string;
  readonly table: string;
  /** How many figures it has, and how many of them are of operations that the given run has. */
  readonly operations: number;
  readonly shared: number;
}

/** What was written: a file, and those beside it. */
export interface WrittenReport {
  readonly file: string;
  readonly beside: readonly string[];
}

/** A run that came from outside. */
export interface TakenRun {
  readonly id: string;
  readonly folder: string;
  readonly problems: readonly string[];
  /** Nothing was written: the same run was there. */
  readonly wasThere: boolean;
}

/** What the worker serves that reads kept runs and sums them up. */
export type FiguresCalls = {
  /** The results of a run, by its folder. */
  readonly results: Call & {
    readonly takes: { readonly folder: string };
    readonly gives: ResultsModel;
  };
  /** The little that lists show of a run; nothing where its record cannot be read. */
  readonly head: Call & {
    readonly takes: { readonly folder: string };
    readonly gives: RecordHead | undefined;
  };
  /** All rows of a run for lenses and the Testing view, with samples enough for drawing. */
  readonly rows: Call & {
    readonly takes: { readonly folder: string };
    readonly gives: readonly OperationRow[];
  };
  /** The samples of one row, by its key; all of them, or those of a range in full detail. */
  readonly samples: Call & {
    readonly takes: {
      readonly folder: string;
      readonly row: string;
      readonly range?: Range | undefined;
    };
    readonly gives: PackedSamples;
  };
  /** Compares columns with the first of them; ends early when it is cancelled. */
  readonly compare: Call & {
    readonly takes: Comparing;
    readonly gives: ComparisonModel;
    readonly tells: CompareProgress;
  };
  /** The samples of one operation of a comparison, by its place in it; null where there is none. */
  readonly comparedSamples: Call & {
    readonly takes: {
      readonly columns: readonly ColumnPlace[];
      readonly operation: number;
      readonly range?: Range | undefined;
    };
    readonly gives: readonly (PackedColumn | null)[];
  };
  /** The published columns that hold costs; those that share most with a run come first. */
  readonly published: Call & {
    readonly takes: { readonly folder?: string | undefined };
    readonly gives: readonly PublishedChoice[];
  };
  /** Writes a Markdown report of columns, with its images beside it. */
  readonly report: Call & {
    readonly takes: { readonly columns: readonly ColumnPlace[]; readonly file: string };
    readonly gives: WrittenReport;
  };
  /** Puts a run with its recordings into one file; gives what was missing. */
  readonly exportRun: Call & {
    readonly takes: { readonly folder: string; readonly file: string; readonly tool: string };
    readonly gives: { readonly bytes: number; readonly missing: readonly string[] };
  };
  readonly openExported: Call & {
    readonly takes: { readonly file: string; readonly runsFolder: string };
    readonly gives: TakenRun;
  };
  /** Keeps another tool's output as a run; without a format the text tells which one it is. */
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
