import type { ImportedRun } from '../imports';
import { RECORD_SCHEMA, type RunRecord } from './record';

/** The target's name in imported runs. */
export const IMPORTED_TARGET = 'imported';

/** Creates the record of another tool's result; `title` is its format's name. */
export function importedRecord(
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
