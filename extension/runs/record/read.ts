import * as v from 'valibot';
import { fullName } from '../sweep';
import { RECORD_SCHEMA, type RunRecord, runRecordSchema } from './record';

/** A run record, or only the reasons why there is none. */
export interface RecordReading {
  readonly record: RunRecord | undefined;
  readonly problems: readonly string[];
}

/** Reads the text of a `run.json` of this or any earlier schema. */
export function readRunRecord(text: string): RecordReading {
  const json = parseJson(text);
  if (json === undefined) return refuse(['This is not a run record: it is not JSON.']);
  const migrated = migrate(json, RECORD_SCHEMA, recordMigrations);
  if ('problem' in migrated) return refuse([migrated.problem]);
  const checked = v.safeParse(runRecordSchema, migrated.record);
  if (!checked.success) return refuse(checked.issues.map(describeIssue));
  return { record: checked.output, problems: dangling(checked.output) };
}

function dangling({ passes }: RunRecord): string[] {
  const all = passes.flatMap((pass) => [pass, ...(pass.layouts ?? [])]);
  return all.flatMap(({ build, clocks, operations }) =>
    operations
      .filter(({ clock }) => clocks[clock] === undefined)
      .map(
        ({ suite, op, clock }) =>
          `${suite}/${op} (${build}) names clock ${clock}, which is missing.`,
      ),
  );
}

function describeIssue(issue: v.BaseIssue<unknown>): string {
  return `The run record is damaged at ${v.getDotPath(issue) ?? 'its root'}: ${issue.message}.`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refuse(problems: readonly string[]): RecordReading {
  return { record: undefined, problems };
}

const { target, status } = runRecordSchema.entries;
const moment = v.pipe(
  v.string(),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'no date'),
);
const unread = v.object({});

const build = v.picklist(['headline', 'traced']);
const image = v.object({ sha256: v.string() });

/** The part of a run that lists show. */
export const recordHeadSchema = v.object({
  created: moment,
  target,
  status,
  passes: v.array(v.object({ build, recording: v.string(), image })),
  /** Counts each point of an operation once, however often it was repeated. */
  operations: v.number(),
  /** The format of another tool's output. */
  imported: v.optional(v.string()),
});

export type RecordHead = v.InferOutput<typeof recordHeadSchema>;

/** The part of a run record that its head is made of; distributions are skipped. */
const schema = v.object({
  created: moment,
  target,
  status,
  passes: v.array(
    v.object({
      build,
      recording: v.string(),
      image,
      operations: v.array(
        v.object({
          suite: v.string(),
          op: v.string(),
          params: v.record(v.string(), v.number()),
        }),
      ),
    }),
  ),
  imported: v.optional(v.object({ format: v.string(), operations: v.array(unread) })),
});

/** The head of a run record. */
export function extractRecordHead({
  created,
  target: on,
  status: state,
  passes,
  imported,
}: Headed): RecordHead {
  const names = passes.flatMap(({ operations }) => operations.map((each) => fullName(each)));
  return {
    created,
    target: on,
    status: state,
    passes: passes.map(({ build: of, recording, image: { sha256 } }) => ({
      build: of,
      recording,
      image: { sha256 },
    })),
    operations: imported ? imported.operations.length : new Set(names).size,
    ...(imported && { imported: imported.format }),
  };
}

type Headed = v.InferOutput<typeof schema>;

/** Reads the head of a `run.json`; undefined if it is none. */
export function readHead(text: string): RecordHead | undefined {
  const migrated = migrate(parseJson(text), RECORD_SCHEMA, recordMigrations);
  if ('problem' in migrated) return undefined;
  const checked = v.safeParse(schema, migrated.record);
  return checked.success ? extractRecordHead(checked.output) : undefined;
}

/** Converts a record of one schema to the next. */
type Migration = (record: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/** Migrations by the schema they start from; entries are never removed. */
type Migrations = Readonly<Record<number, Migration>>;

/** The steps from every earlier schema of run records. Schema 1 is the first, without commits. */
const recordMigrations: Migrations = { 1: (record) => ({ ...record }) };

/** A record in the current schema, or a sentence why it cannot be converted. */
export function migrate(
  value: unknown,
  current: number,
  migrations: Migrations,
): { readonly record: unknown } | { readonly problem: string } {
  let record = value;
  for (;;) {
    if (!isObject(record)) return { problem: 'This is not a run record.' };
    const schema = record['schema'];
    if (typeof schema !== 'number' || !Number.isInteger(schema)) {
      return { problem: 'This is not a run record: it names no schema.' };
    }
    if (schema === current) return { record };
    if (schema > current) {
      return {
        problem:
          `This run record has schema ${schema}; this version of Cyclescope reads schemas ` +
          `up to ${current}. A newer Cyclescope can open it.`,
      };
    }
    const step = migrations[schema];
    if (step === undefined) return { problem: `There never was a run record of schema ${schema}.` };
    record = { ...step(record), schema: schema + 1 };
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
