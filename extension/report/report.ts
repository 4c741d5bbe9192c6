import type { ReportColumn } from './columns';

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
