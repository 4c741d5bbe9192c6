import type { RunRecord } from '../../runs';
import { SOURCE_FILE } from '../import';

/** The name of a record's file. */
export const RECORD_FILE = 'run.json';

const RUN_ID = /^\d{8}T\d{6}Z-[\w.-]+-[0-9a-f]{4}$/;
const RECORDING = /^[A-Za-z0-9][\w-]*\.SVDat$/;

/** The names of all files that belong to a run, its record first. */
export function filesOf({ passes, imported }: RunRecord): readonly string[] {
  return [
    RECORD_FILE,
    ...passes.map(({ recording }) => recording),
    ...(imported === undefined ? [] : [SOURCE_FILE]),
  ];
}

/** Accepts names that may be written beside a record: no paths, no hidden files. */
export function isPlainName(name: string): boolean {
  return name === RECORD_FILE || name === SOURCE_FILE || RECORDING.test(name);
}

/** Accepts run ids that may name a folder: no paths either. */
export function isRunId(id: string): boolean {
  return RUN_ID.test(id);
}
