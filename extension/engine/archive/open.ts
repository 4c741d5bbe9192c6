import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EngineError, systemCode } from '../../base';
import { readRunRecord, type RunRecord } from '../../runs';
import { asDiskError, openRunFolder } from '../run-folder';
import {
  type ArchivedFile,
  damaged,
  filesOf,
  isPlainName,
  isRunId,
  RECORD_FILE,
  unpack,
} from './format';

/** An opened archive: `kept` when it was written, `present` when the same run was there. */
export interface Opened {
  readonly folder: string;
  readonly record: RunRecord;
  readonly state: 'kept' | 'present';
}

/** Opens an exported run: checks everything, then writes; an earlier run is never overwritten. */
export async function openArchive(
  file: string,
  place: { readonly runsFolder: string; readonly isChosenFolder: boolean },
): Promise<Opened> {
  const packed = await readFile(file).catch((error: unknown) => {
    throw new EngineError('unreadable', `${file} cannot be read (${systemCode(error)}).`);
  });
  const files = unpack(packed, file);
  const record = readRecord(files, file);
  checkNames(files, record, file);
  const folder = join(place.runsFolder, record.id);
  if (existsSync(folder)) {
    await checkSame(folder, files, record.id);
    return { folder, record, state: 'present' };
  }
  await write(files, record.id, place);
  return { folder, record, state: 'kept' };
}

function readRecord(files: readonly ArchivedFile[], path: string): RunRecord {
  const [first] = files;
  if (first?.name !== RECORD_FILE) throw damaged(path, `it has no ${RECORD_FILE}`);
  const { record, problems } = readRunRecord(new TextDecoder().decode(first.bytes));
  if (record === undefined) throw new EngineError('unreadable', `${path}: ${problems.join(' ')}`);
  if (!isRunId(record.id)) throw damaged(path, `"${record.id}" is not a valid run id`);
  return record;
}

function checkNames(files: readonly ArchivedFile[], record: RunRecord, path: string): void {
  const names = files.map(({ name }) => name);
  const wanted = filesOf(record);
  const foreign = names.find((name) => !wanted.includes(name) || !isPlainName(name));
  if (foreign !== undefined) throw damaged(path, `"${foreign}" does not belong to its run`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw damaged(path, `it has ${twice} twice`);
}

async function checkSame(
  folder: string,
  files: readonly ArchivedFile[],
  id: string,
): Promise<void> {
  const differing: string[] = [];
  for (const { name, bytes } of files) {
    const present = await readFile(join(folder, name)).catch(() => undefined);
    if (present === undefined || !present.equals(bytes)) differing.push(name);
  }
  if (differing.length === 0) return;
  throw new EngineError(
    'exists',
    `A different run ${id} is already in ${folder}: ${differing.join(', ')} differ.`,
    'Choose another folder with --out.',
  );
}

async function write(
  files: readonly ArchivedFile[],
  id: string,
  { runsFolder, isChosenFolder }: Parameters<typeof openArchive>[1],
): Promise<void> {
  const now = new Date();
  const folder = await openRunFolder({ runsFolder, target: '', now, id, ignored: !isChosenFolder });
  try {
    for (const { name, bytes } of files) await writeFile(join(folder.partial, name), bytes);
    await folder.keep();
  } catch (error) {
    await folder.discard();
    throw asDiskError(error, folder.final);
  }
}
