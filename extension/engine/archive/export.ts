import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EngineError, systemCode } from '../../base';
import { readRun, type RunPlace } from '../resolve';
import { writeFileAtomic } from '../run-folder';
import { type ArchivedFile, filesOf, pack, RECORD_FILE } from './format';

/** An exported run. */
export interface Exported {
  readonly file: string;
  readonly id: string;
  readonly bytes: number;
  readonly files: readonly string[];
  /** Files that the record names and that are missing. */
  readonly missing: readonly string[];
}

/** Writes a run with its recordings into one file. */
export async function exportRun(place: RunPlace, file: string, tool: string): Promise<Exported> {
  const record = await readRun(place);
  const names = filesOf(record);
  const found = await Promise.all(names.map((name) => readPart(place, name)));
  const files = found.filter((part) => part !== undefined);
  const packed = pack(files, tool);
  await writeFileAtomic(file, packed);
  const kept = files.map(({ name }) => name);
  const missing = names.filter((name) => !kept.includes(name));
  return { file, id: record.id, bytes: packed.length, files: kept, missing };
}

/** A record is worth exporting without its recording, but its own file must exist. */
async function readPart({ folder }: RunPlace, name: string): Promise<ArchivedFile | undefined> {
  const path = join(folder, name);
  try {
    return { name, bytes: await readFile(path) };
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' && name !== RECORD_FILE) return undefined;
    throw new EngineError('unreadable', `${path} cannot be read (${code}).`);
  }
}
