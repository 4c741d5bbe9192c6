import { visibleJson } from '../../base';
import type { ReportColumn } from '../columns';
import type { ShownGate } from '../compare-systems';
import type { Compared } from '../compared';

/** A report's content. */
export interface ReportInput {
  /** Runs and published columns; the first one is the baseline of the others. */
  readonly columns: readonly ReportColumn[];
  /** The report's file name without its extension; undefined if files cannot accompany it. */
  readonly name: string | undefined;
}

/** A written report, with the files that accompany it. */
export interface Report {
  readonly text: string;
  readonly beside: readonly { readonly name: string; readonly text: string }[];
  /** Things that the format cannot express, with reasons: a line each. */
  readonly missing?: readonly string[];
}

/**
 * A format for figures, for people or for other programs. The command line's options and help, the
 * editor's dialogs and docs/cli.md list formats by these fields.
 */
interface Format {
  /** Its name on the command line. */
  readonly id: string;
  readonly title: string;
  /** The file's usual extension, without the dot. */
  readonly ending: string;
  /** Readers and content, in a few words of Markdown. */
  readonly about: string;
}

export interface ReportFormat extends Format {
  /** Writes runs, and their comparison if there are several. */
  writeReport(input: ReportInput): Report;
}

export interface ComparisonFormat extends Format {
  /** Writes a comparison, with the outcome of its gate, or with what would decide the undecided. */
  writeComparison(compared: Compared, gate?: ShownGate): string;
}

/** Formats an indented JSON document with a line end. */
export function jsonText(value: unknown): string {
  return `${visibleJson(value)}\n`;
}
