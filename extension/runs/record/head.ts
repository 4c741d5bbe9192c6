import * as v from 'valibot';
import { fullName } from '../sweep';
import { migrate, recordMigrations } from './migrate';
import { RECORD_SCHEMA, runRecordSchema } from './record';

const { target, status } = runRecordSchema.entries;
const moment = v.pipe(
  v.string(),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'no date'),
);
const unread = v.object({});

/** The part of a run record that lists show; distributions are skipped. */
const schema = v.object({
  created: moment,
  target,
  status,
  passes: v.array(
    v.object({
      build: v.picklist(['headline', 'traced']),
      recording: v.string(),
      image: v.object({ sha256: v.string() }),
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

export type RecordHead = v.InferOutput<typeof schema>;

/** Reads the head of a `run.json`; undefined if it is none. */
export function readHead(text: string): RecordHead | undefined {
  const migrated = migrate(parsed(text), RECORD_SCHEMA, recordMigrations);
  if ('problem' in migrated) return undefined;
  const checked = v.safeParse(schema, migrated.record);
  return checked.success ? checked.output : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Counts a run's operations, each once per point, however often it was repeated. */
export function operationCount({ passes, imported }: RecordHead): number {
  if (imported) return imported.operations.length;
  const names = passes.flatMap(({ operations }) => operations.map((each) => fullName(each)));
  return new Set(names).size;
}
