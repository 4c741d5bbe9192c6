import type { ReportColumn } from '../columns';
import type { Compared } from '../compared';

/** What a report is about. */
export interface ReportInput {
  /** Runs and published columns; the first one is the baseline of the others. */
  readonly columns: readonly ReportColumn[];
  /** The report's file name without its ending; nothing where no file can stand beside it. */
  readonly name: string | undefined;
}

/** A written report, with the files that belong beside it. */
export interface Report {
  readonly text: string;
  readonly beside: readonly { readonly name: string; readonly text: string }[];
}

/**
 * A way to write figures for people or for other programs. The command line's options and help, the
 * editor's dialogs and docs/cli.md list formats by these fields.
 */
interface Format {
  /** Its name on the command line. */
  readonly id: string;
  readonly title: string;
  /** The file's usual ending, without the dot. */
  readonly ending: string;
  /** Who reads it and what it contains, in a few words of Markdown. */
  readonly about: string;
}

export interface ReportFormat extends Format {
  /** Writes runs, and their comparison where there are several. */
  writeReport(input: ReportInput): Report;
}

export interface ComparisonFormat extends Format {
  /** Writes a comparison, and the outcome of its gate: no lines where none was asked for. */
  writeComparison(compared: Compared, gate: readonly string[]): string;
}

/** A JSON document for people and programs: indented, with a line end. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
