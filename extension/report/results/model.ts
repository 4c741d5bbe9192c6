import * as v from 'valibot';
import { figureSchema as figure } from '../../measure';

const count = v.optional(v.number());
const percentiles = v.record(v.string(), figure);
const scale = v.picklist(['linear', 'log']);

/** A histogram small enough for a table's cell. */
const shape = v.object({
  scale,
  edges: v.array(v.number()),
  counts: v.array(v.number()),
  ticked: v.array(v.number()),
});

/** One operation; figures that are unknown or must not be shown are absent. */
const row = v.object({
  /** Identifies the row in its run, the same each time the run is read. */
  key: v.string(),
  build: v.picklist(['headline', 'traced', 'imported']),
  /** `suite/op`, as in recordings. */
  operation: v.string(),
  name: v.string(),
  at: v.string(),
  params: v.record(v.string(), v.number()),
  /** Its entry in `shards`. */
  shard: count,
  unit: v.string(),
  standing: v.picklist(['ok', 'stopped', 'failed', 'refused', 'incomplete', 'inconclusive']),
  reasons: v.array(v.string()),
  notes: v.array(v.string()),
  repeats: v.number(),
  identical: v.optional(v.boolean()),
  samples: count,
  ticksInside: count,
  tickDensity: count,
  readingCost: count,
  mean: figure,
  meanFrom: v.optional(v.picklist(['samples', 'batches'])),
  /** In nanoseconds, if the unit is another one. */
  meanTime: v.optional(figure),
  trimmedMean: v.optional(figure),
  deviation: count,
  min: count,
  max: count,
  percentiles,
  /** Figures of samples without a kernel tick inside. */
  quiet: v.optional(
    v.object({
      count: v.number(),
      mean: v.optional(figure),
      min: count,
      max: count,
      percentiles,
    }),
  ),
  batches: v.optional(
    v.object({
      count: v.number(),
      mean: figure,
      deviation: count,
      min: count,
      max: count,
    }),
  ),
  /** From parameters that give the amount of data. */
  throughput: v.optional(v.string()),
  counted: v.optional(v.object({ unit: v.string(), mean: figure, batches: v.number() })),
  cold: v.array(v.number()),
  values: v.optional(v.object({ attempted: v.number(), stored: v.number(), decoded: v.number() })),
  shape,
});

/** A point of a curve; without a figure it holds the reason. */
const point = v.object({
  x: v.number(),
  y: count,
  low: count,
  high: count,
  why: v.optional(v.string()),
});

/** The effect of a swept parameter on the cost of operations. */
const curve = v.object({
  key: v.string(),
  title: v.string(),
  /** The parameter along the axis. */
  axis: v.string(),
  unit: v.string(),
  /** Its operations, `suite/op`. */
  operations: v.array(v.string()),
  lines: v.array(v.object({ name: v.string(), points: v.array(point) })),
});

/** A titled table with sentences. */
const section = v.object({
  title: v.string(),
  lead: v.optional(v.string()),
  table: v.optional(v.object({ titles: v.array(v.string()), rows: v.array(v.array(v.string())) })),
  lines: v.array(v.string()),
});

const pass = v.object({
  build: v.picklist(['headline', 'traced']),
  recording: v.string(),
  image: v.object({
    sha256: v.string(),
    compiler: v.string(),
    flags: v.string(),
    hooks: v.number(),
  }),
  /** One sentence per clock. */
  clocks: v.array(v.string()),
  /** The agent's facts about its clock: the smallest step, and the cost of one reading. */
  clockFacts: v.string(),
  stream: v.string(),
});

/** Everything that the results view shows of a run before it requests more. */
export const resultsModelSchema = v.object({
  id: v.string(),
  target: v.object({ id: v.string(), title: v.string(), deterministic: v.boolean() }),
  created: v.string(),
  status: v.picklist(['complete', 'incomplete', 'failed']),
  durationSeconds: v.number(),
  repeat: v.number(),
  command: v.string(),
  tool: v.string(),
  /** The format of another tool's result. */
  imported: v.optional(v.string()),
  /** Figures are instructions counted on an emulated core. */
  isEmulated: v.boolean(),
  problems: v.array(v.string()),
  /** Remarks on the run that do not lessen its figures. */
  notes: v.array(v.string()),
  /** Remarks on all figures. */
  remarks: v.array(v.string()),
  rows: v.array(row),
  curves: v.array(curve),
  /** The cost of variants of suites compared with the plain ones. */
  variants: v.array(section),
  /** The documents' own tables with the user's figures in them. */
  documents: v.array(
    v.object({ title: v.string(), remarks: v.array(v.string()), sections: v.array(section) }),
  ),
  passes: v.array(pass),
  /** The parts of the run that were measured at the same time, each on a board of its own. */
  shards: v.array(v.object({ board: v.string(), operations: v.array(v.string()) })),
  /** The agents' facts: a name, then a value for each pass. */
  facts: v.array(v.array(v.string())),
});

export type ResultsModel = v.InferOutput<typeof resultsModelSchema>;
export type ResultRow = ResultsModel['rows'][number];
export type Curve = ResultsModel['curves'][number];
export type ResultSection = ResultsModel['variants'][number];
export type ResultPass = ResultsModel['passes'][number];
