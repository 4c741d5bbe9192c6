import * as v from 'valibot';
import { revisionSchema } from '../../agent';
import { countSchema, distributionSchema, valueSchema } from '../../measure';

const figure = v.optional(valueSchema);

/** One operation as another tool reported it. Figures that the tool does not report are absent. */
const importedOperation = v.object({
  suite: v.string(),
  op: v.string(),
  /** The tool's own name, even if ours differs. */
  originalName: v.string(),
  about: v.optional(v.string()),
  /** The occurrence of this operation in the text, from 0. */
  repeat: countSchema,
  /** The number of executions behind the figures. */
  samples: figure,
  /** Total of all executions. */
  total: figure,
  mean: figure,
  /** The mean without the largest hundredth. */
  trimmedMean: figure,
  /** The mean in nanoseconds, if the tool reports it in addition to another unit. */
  meanNanoseconds: figure,
  min: figure,
  max: figure,
  stddev: figure,
  /** By name: `p50` (the median) to `p99.99`. */
  percentiles: v.optional(v.record(v.string(), valueSchema)),
  /** The very first execution. */
  cold: figure,
  warmup: figure,
  /** Sorted `[value, count]` pairs, if the tool lists every value. */
  distribution: v.optional(distributionSchema),
  /** The number of values above those of `distribution`, which lacks them. */
  beyond: figure,
  /** The reason if there is no result, in the tool's words. */
  inconclusive: v.optional(v.string()),
  /** Each of these makes the figures unusable for a verdict. */
  doubts: v.array(v.string()),
  /** Remarks to show with the figures. */
  notes: v.array(v.string()),
});

/** Another tool's result in a run record. */
export const importedRunSchema = v.object({
  /** The id of its format. */
  format: v.string(),
  /** The source of the text. */
  source: v.optional(v.string()),
  unit: v.picklist(['cycles', 'ns']),
  /** The commit that was measured, as the user named it. */
  revision: v.optional(revisionSchema),
  facts: v.record(v.string(), v.string()),
  operations: v.array(importedOperation),
});

export type ImportedRun = v.InferOutput<typeof importedRunSchema>;
export type ImportedOperation = ImportedRun['operations'][number];

/** The content of a text: a run, or only the reasons why there is none. */
export interface ImportResult {
  readonly imported: ImportedRun | undefined;
  readonly problems: readonly string[];
}

/** Our operation that another tool's row also measures, and the reason for equating them. */
export interface Namesake {
  readonly suite: string;
  readonly op: string;
  readonly because: string;
  /** Remaining differences to show with the figures. */
  readonly differs?: string;
}

/**
 * Another tool's output format. The command line's help, the editor's list of formats and
 * docs/cli.md are made from these fields.
 */
export interface ImportFormat {
  /** Its name on the command line and in run records. */
  readonly id: string;
  readonly title: string;
  /** The tool and its file, in a few words of Markdown. */
  readonly about: string;
  /** Our operations by the tool's own names for them. */
  readonly namesakes?: Readonly<Record<string, Namesake>> | undefined;
  /** The tool's method of measuring, if it differs from ours. */
  readonly method?: string | undefined;
  recognises(text: string): boolean;
  read(text: string): ImportResult;
}
