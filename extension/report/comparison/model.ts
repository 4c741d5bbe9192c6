import * as v from 'valibot';
import { VERDICTS } from '../../compare';
import { figureSchema } from '../../measure';

const texts = v.array(v.string());
const count = v.optional(v.number());

const ratio = v.object({
  value: v.number(),
  /** Both ends are equal if the targets repeat exactly. */
  interval: v.optional(v.object({ low: v.number(), high: v.number() })),
});

const ratioFigures = v.object({
  unit: v.string(),
  from: v.picklist(['samples', 'batches']),
  decidedBy: v.picklist(['mean', 'median']),
  /** The one that decides; absent if an exact figure is not above zero. */
  ratio: v.optional(ratio),
  trimmed: v.optional(ratio),
  /** The exact difference of one operation; absent if a side does not repeat exactly. */
  change: count,
  rank: v.optional(v.object({ share: v.number(), effect: v.number(), p: v.number() })),
  delta: v.number(),
  noise: count,
  runs: v.array(v.number()),
});

const outcome = v.variant('kind', [
  v.object({
    kind: v.literal('judged'),
    verdict: v.picklist(VERDICTS),
    /** The verdict in words: between two systems nothing improves or regresses. */
    word: v.string(),
    reasons: texts,
    notes: texts,
    figures: v.optional(ratioFigures),
  }),
  v.object({
    kind: v.literal('mean only'),
    ratio: v.number(),
    unit: v.string(),
    notes: texts,
  }),
  v.object({ kind: v.literal('not comparable'), why: v.string() }),
]);

const cell = v.object({
  unit: v.string(),
  mean: figureSchema,
  median: figureSchema,
  doubts: texts,
  samples: count,
  meanFrom: v.optional(v.picklist(['samples', 'batches'])),
});

const operation = v.object({
  /** Unique among all operations. */
  name: v.string(),
  params: v.record(v.string(), v.number()),
  /** One per column; null if it has no such operation. */
  cells: v.array(v.nullable(cell)),
  /** One per column except the first. */
  outcomes: v.array(outcome),
});

/** A ratio, with half of its 95 % interval at most. */
const shapeFigure = v.object({ value: v.number(), margin: v.optional(v.number()) });

const column = v.object({
  id: v.string(),
  /** Short, and unique among the columns. */
  label: v.string(),
  title: v.string(),
  source: v.picklist(['measured', 'imported', 'published']),
  units: texts,
  isEmulated: v.boolean(),
  /** The publication of the figures. */
  document: v.optional(v.object({ id: v.string(), title: v.string(), table: v.string() })),
  created: v.optional(v.string()),
  /** Reasons not to trust the run as a whole. */
  problems: texts,
  /** The relation of this system to the first column's, if it is another one. */
  relation: v.optional(
    v.object({
      unit: v.string(),
      /** The geometric mean of the ratios. */
      typical: shapeFigure,
      ratios: v.array(v.object({ name: v.string(), ratio: v.number() })),
      /** Facts besides the systems themselves that may cause a part of it. */
      differing: texts,
    }),
  ),
  /** Remarks to consider with the outcomes against the first column. */
  notes: texts,
});

/** Ratios by operation: one value per column or pair of columns, null if there is none. */
const ratioTable = v.object({
  titles: texts,
  rows: v.array(v.object({ name: v.string(), values: v.array(v.nullable(shapeFigure)) })),
  /** The typical factor between each column and the first. */
  distances: v.array(v.nullable(shapeFigure)),
});

/** Everything that the comparison view shows before it requests samples. */
export const comparisonModelSchema = v.object({
  columns: v.array(column),
  operations: v.array(operation),
  /** Each figure relative to its own column's average; absent if every operation has a verdict. */
  shape: v.optional(ratioTable),
  /** The ratios within each pair of columns. */
  pairs: v.optional(ratioTable),
  facts: v.array(
    v.object({ name: v.string(), matters: v.boolean(), values: v.array(v.nullable(v.string())) }),
  ),
  documents: v.array(v.object({ id: v.string(), title: v.string(), remarks: texts })),
  gate: v.optional(
    v.object({
      gate: v.string(),
      outcome: v.picklist(['ok', 'failed', 'inconclusive']),
      failed: v.array(v.object({ name: v.string(), word: v.string() })),
      inconclusive: texts,
    }),
  ),
  /** The comparison in turns that would decide what is undecided, at the gate's limit if there is one. */
  turns: v.optional(
    v.object({
      sentence: v.string(),
      command: v.string(),
      target: v.string(),
      benches: texts,
      most: v.optional(v.number()),
    }),
  ),
});

export type ComparisonModel = v.InferOutput<typeof comparisonModelSchema>;
export type ComparisonColumn = ComparisonModel['columns'][number];
export type ComparisonOperation = ComparisonModel['operations'][number];
export type ComparisonOutcome = ComparisonOperation['outcomes'][number];
export type RatioTable = NonNullable<ComparisonModel['shape']>;
