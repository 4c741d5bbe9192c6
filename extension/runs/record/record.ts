import * as v from 'valibot';
import { CLOCK_UNITS, type Revision, revisionSchema } from '../../agent';
import { countSchema, distributionSchema, valueSchema } from '../../measure';
import { type ImportedRun, importedRunSchema } from '../imports';

const clock = v.object({
  name: v.string(),
  hz: valueSchema,
  unit: v.picklist(CLOCK_UNITS),
  /** Exact ratio from ticks to the unit. */
  ratio: v.tuple([valueSchema, valueSchema]),
  /** The smallest step, in the unit, if the values of the pass show one. */
  step: v.optional(valueSchema),
});

const operation = v.object({
  suite: v.string(),
  op: v.string(),
  at: v.string(),
  /** The repeat within the run, from 0. */
  repeat: countSchema,
  /** The entry in `shards`, if the run has any. */
  shard: v.optional(countSchema),
  /** The clock's entry in `clocks`. */
  clock: countSchema,
  requested: countSchema,
  warmup: countSchema,
  params: v.record(v.string(), valueSchema),
  status: v.picklist(['ok', 'stopped', 'failed', 'refused', 'incomplete']),
  reason: v.optional(v.string()),
  attempted: countSchema,
  stored: countSchema,
  /** Counted by the decoder; `stored` must agree. */
  decoded: countSchema,
  cold: v.nullable(valueSchema),
  /** Samples without a kernel tick inside, in the clock's unit. */
  quiet: distributionSchema,
  /** Samples with a kernel tick inside. */
  ticked: distributionSchema,
  /** FNV-1a over the samples in order, in the clock's unit: equal for identical runs. */
  digest: v.string(),
  /** Elapsed in batches of `size` operations; `ticked` are the indices with a kernel tick inside. */
  batches: v.object({
    size: countSchema,
    elapsed: v.array(valueSchema),
    ticked: v.array(countSchema),
  }),
  /** A processor counter's values over additional batches, if there was a counter. */
  counted: v.optional(
    v.object({
      /** The unit of the counts: `instructions` or `cycles`. */
      unit: v.string(),
      size: countSchema,
      counts: v.array(valueSchema),
      /** Values of empty loops, including the reading of the counter. */
      empty: v.array(valueSchema),
    }),
  ),
  /** The preemptions of the agent by the system, if there were any. */
  preemptions: v.optional(countSchema),
  /** Cost of reading the clock (per sample) and of an empty loop (per batch). */
  empty: v.object({ samples: distributionSchema, batches: v.array(valueSchema) }),
  /** Each of these makes the operation inconclusive. */
  problems: v.array(v.string()),
});

const imagePass = v.object({
  build: v.picklist(['headline', 'traced']),
  /** The version of the rules that compute figures from the values; the first records have none. */
  rules: v.optional(countSchema),
  recording: v.string(),
  image: v.object({
    sha256: v.string(),
    compiler: v.string(),
    flags: v.string(),
    hooks: v.picklist([0, 1]),
    /** The commit of the user's sources; records of schema 1 have none. */
    revision: v.optional(revisionSchema),
  }),
  /** All facts that the agent reported in `hello`, and those that its link found out about the board. */
  facts: v.record(v.string(), v.string()),
  /** The load and the rate of the computer while the pass ran, where they could be read. */
  conditions: v.optional(v.record(v.string(), v.string())),
  clocks: v.array(clock),
  operations: v.array(operation),
  stream: v.object({
    bytes: countSchema,
    events: countSchema,
    overflows: countSchema,
    lostPackets: countSchema,
  }),
  problems: v.array(v.string()),
});

const pass = v.object({
  ...imagePass.entries,
  /** The same with images that differ only in the order and alignment of functions and data. */
  layouts: v.optional(v.array(imagePass)),
});

/** The schema written by this version. */
export const RECORD_SCHEMA = 2;

/** `run.json`. */
export const runRecordSchema = v.object({
  schema: v.literal(RECORD_SCHEMA),
  id: v.string(),
  created: v.string(),
  tool: v.string(),
  target: v.object({ id: v.string(), title: v.string(), deterministic: v.boolean() }),
  /** `incomplete`: interrupted, or a recording without its run end. */
  status: v.picklist(['complete', 'incomplete', 'failed']),
  /** A command line that repeats the run. */
  command: v.string(),
  repeat: countSchema,
  /** The number of comparisons with the run that it took turns with, while both went on. */
  looks: v.optional(countSchema),
  /** Axes of parameters with several values: all combinations were requested. */
  sweep: v.optional(v.array(v.object({ name: v.string(), values: v.array(valueSchema) }))),
  durationSeconds: valueSchema,
  /** The targets that measured parts of the run at the same time, each in a session of its own. */
  shards: v.optional(
    v.array(
      v.object({
        target: v.string(),
        /** The facts in which it differs from the other shards: they name its board. */
        facts: v.optional(v.record(v.string(), v.string())),
      }),
    ),
  ),
  passes: v.array(pass),
  /** Another tool's result; a record with one has no passes. */
  imported: v.optional(importedRunSchema),
  /** Remarks that do not lessen the figures; the first records have none. */
  notes: v.optional(v.array(v.string()), []),
  problems: v.array(v.string()),
});

export type RunRecord = v.InferOutput<typeof runRecordSchema>;
export type RunPass = RunRecord['passes'][number];
export type OperationRecord = RunPass['operations'][number];
export type ClockRecord = RunPass['clocks'][number];

/** A commit in a few words, or why none is known. */
export function revisionText(revision: Revision): string {
  if ('unknown' in revision) return `unknown: ${revision.unknown}`;
  const { commit, describe, branch, diff } = revision;
  const short = commit.slice(0, 12);
  const name = describe.includes(short.slice(0, 7)) ? short : `${describe} (${short})`;
  const on = branch === undefined ? '' : ` on ${branch}`;
  return `${name}${on}${diff === undefined ? '' : `, with changes ${diff.slice(0, 12)}`}`;
}

/** Formats a `run.json`: indented, but with a list of numbers on one line. */
export function formatRunRecord(record: RunRecord): string {
  return `${format(record, '\n')}\n`;
}

function format(value: unknown, lineStart: string): string {
  const deeper = `${lineStart} `;
  if (Array.isArray(value)) {
    if (isNumbers(value)) return JSON.stringify(value);
    return enclose(
      '[',
      value.map((part) => format(part, deeper)),
      ']',
      lineStart,
    );
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const present = Object.entries(value).filter(([, part]) => part !== undefined);
  const fields = present.map(([key, part]) => `${JSON.stringify(key)}: ${format(part, deeper)}`);
  return enclose('{', fields, '}', lineStart);
}

function enclose(open: string, parts: readonly string[], close: string, lineStart: string): string {
  if (parts.length === 0) return open + close;
  return `${open}${lineStart} ${parts.join(`,${lineStart} `)}${lineStart}${close}`;
}

function isNumbers(value: readonly unknown[]): boolean {
  return value.every(
    (part) => typeof part === 'number' || (Array.isArray(part) && isNumbers(part)),
  );
}

/** The target's name in imported runs. */
export const IMPORTED_TARGET = 'imported';

/** Creates the record of another tool's result; `title` is its format's name. */
export function createImportedRecord(
  imported: ImportedRun,
  title: string,
  about: Pick<RunRecord, 'id' | 'created' | 'tool' | 'command' | 'problems'>,
): RunRecord {
  return {
    schema: RECORD_SCHEMA,
    ...about,
    target: { id: IMPORTED_TARGET, title, deterministic: false },
    status: 'complete',
    repeat: 1,
    durationSeconds: 0,
    passes: [],
    notes: [],
    imported,
  };
}
