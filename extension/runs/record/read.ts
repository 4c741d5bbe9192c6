import * as v from 'valibot';
import { migrate, recordMigrations } from './migrate';
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
  return passes.flatMap(({ build, clocks, operations }) =>
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
