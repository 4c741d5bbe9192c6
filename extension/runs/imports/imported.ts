import * as v from 'valibot';

const figure = v.optional(v.number());

/** One operation as another tool reported it. What that tool does not tell stays absent. */
const importedOperation = v.object({
  suite: v.string(),
  op: v.string(),
  /** The tool's own name, where ours differs too. */
  originalName: v.string(),
  about: v.optional(v.string()),
  /** Which occurrence of this operation in the text, from 0. */
  repeat: v.number(),
  /** How many executions the figures stand on. */
  samples: figure,
  /** All executions together. */
  total: figure,
  mean: figure,
  /** The mean without the largest hundredth. */
  trimmedMean: figure,
  /** The mean in nanoseconds, where the tool tells it beside another unit. */
  meanNanoseconds: figure,
  min: figure,
  max: figure,
  stddev: figure,
  /** By name: `p50` (the median) to `p99.99`. */
  percentiles: v.optional(v.record(v.string(), v.number())),
  /** The very first execution. */
  cold: figure,
  warmup: figure,
  /** Sorted `[value, count]` pairs, where the tool tells every value. */
  distribution: v.optional(v.array(v.tuple([v.number(), v.number()]))),
  /** How many values lie above those of `distribution` and are missing from it. */
  beyond: figure,
  /** Why there is no result, in the tool's words. */
  inconclusive: v.optional(v.string()),
  /** Each of these makes the figures unfit for a verdict. */
  doubts: v.array(v.string()),
  /** What a reader should know beside the figures. */
  notes: v.array(v.string()),
});

/** Another tool's result, as a run record carries it. */
export const importedRunSchema = v.object({
  /** The id of the format it was read from. */
  format: v.string(),
  /** Where the text came from. */
  source: v.optional(v.string()),
  unit: v.picklist(['cycles', 'ns']),
  facts: v.record(v.string(), v.string()),
  operations: v.array(importedOperation),
});

export type ImportedRun = v.InferOutput<typeof importedRunSchema>;
export type ImportedOperation = ImportedRun['operations'][number];

/** What a text held: a run, or nothing and the reasons why. */
export interface Reading {
  readonly imported: ImportedRun | undefined;
  readonly problems: readonly string[];
}

/** Our operation that another tool's row measures too, and why it may be called so. */
export interface Namesake {
  readonly suite: string;
  readonly op: string;
  readonly because: string;
  /** What still differs and belongs beside the figures. */
  readonly differs?: string;
}

/**
 * Another tool's output format. The command line's help, the editor's list of formats and docs/cli.md
 * are made from these fields.
 */
export interface ImportFormat {
  /** Its name on the command line, and in the records of runs. */
  readonly id: string;
  readonly title: string;
  /** The tool and its file, in a few words of Markdown. */
  readonly about: string;
  /** The tool's own names of what our operations measure, too. */
  readonly namesakes?: Readonly<Record<string, Namesake>> | undefined;
  /** How its figures were taken, where that differs from ours. */
  readonly method?: string | undefined;
  recognises(text: string): boolean;
  read(text: string): Reading;
}
