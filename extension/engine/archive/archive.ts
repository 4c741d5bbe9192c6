import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import * as v from 'valibot';
import { unreadableError, EngineError, systemCode } from '../../base';
import { readRunRecord, type RunRecord } from '../../runs';
import { readRun } from '../figures';
import { SOURCE_FILE } from '../import';
import { PROFILE_FILE } from '../profile';
import { readPacked } from '../recording';
import type { StoredRun } from '../resolve';
import { toDiskError, openRunFolder, writeFileAtomic, writeNamedFile } from '../run-folder';

/** An exported run. */
interface Exported {
  readonly file: string;
  readonly id: string;
  readonly bytes: number;
  readonly files: readonly string[];
  /** Files that the record names and that are missing. */
  readonly missing: readonly string[];
}

/** Writes a run with its recordings into one file. */
export async function exportRun(stored: StoredRun, file: string, tool: string): Promise<Exported> {
  const record = await readRun(stored);
  const names = listFiles(record);
  const found = await Promise.all(names.map((name) => readPart(stored, name)));
  const files = found.filter((part) => part !== undefined);
  const packed = pack(files, tool);
  await writeNamedFile(file, packed);
  const kept = files.map(({ name }) => name);
  const missing = names.filter((name) => !kept.includes(name) && name !== PROFILE_FILE);
  return { file, id: record.id, bytes: packed.length, files: kept, missing };
}

/** A record is worth exporting without its recording, but its own file must exist. */
async function readPart({ folder }: StoredRun, name: string): Promise<ArchivedFile | undefined> {
  const path = join(folder, name);
  const unpacked = await readPacked(path);
  if (unpacked) return { name, bytes: unpacked };
  try {
    return { name, bytes: await readFile(path) };
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' && name !== RECORD_FILE) return undefined;
    throw unreadableError(path, error);
  }
}

/** An opened archive: `kept` when it was written, `present` when the same run was there. */
interface Opened {
  readonly folder: string;
  readonly record: RunRecord;
  readonly state: 'kept' | 'present';
}

/** Opens an exported run: checks everything, then writes; an earlier run is never overwritten. */
export async function openArchive(
  file: string,
  destination: { readonly runsFolder: string; readonly isChosenFolder: boolean },
): Promise<Opened> {
  const packed = await readFile(file).catch((error: unknown) => {
    throw unreadableError(file, error);
  });
  const files = unpack(packed, file);
  const record = readRecord(files, file);
  checkNames(files, record, file);
  const folder = join(destination.runsFolder, record.id);
  if (existsSync(folder)) {
    await completeSame(folder, files, record.id);
    return { folder, record, state: 'present' };
  }
  await write(files, record.id, destination);
  return { folder, record, state: 'kept' };
}

function readRecord(files: readonly ArchivedFile[], path: string): RunRecord {
  const [first] = files;
  if (first?.name !== RECORD_FILE) throw makeDamageError(path, `it has no ${RECORD_FILE}`);
  const { record, problems } = readRunRecord(new TextDecoder().decode(first.bytes));
  if (record === undefined) {
    throw new EngineError('unreadable', `${path}: ${problems.join(' ')}`, EXPORT_AGAIN);
  }
  if (!isRunId(record.id)) throw makeDamageError(path, `"${record.id}" is not a valid run id`);
  return record;
}

function checkNames(files: readonly ArchivedFile[], record: RunRecord, path: string): void {
  const names = files.map(({ name }) => name);
  const wanted = listFiles(record);
  const stranger = names.find((name) => !wanted.includes(name) || !isPlainName(name));
  if (stranger !== undefined)
    throw makeDamageError(path, `"${stranger}" does not belong to its run`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw makeDamageError(path, `it contains ${twice} twice`);
}

/** Refuses another run of the same id, and adds the profile if the same run was stored without. */
async function completeSame(
  folder: string,
  files: readonly ArchivedFile[],
  id: string,
): Promise<void> {
  const differing: string[] = [];
  for (const { name, bytes } of files) {
    const present = await readFile(join(folder, name)).catch(() => undefined);
    const isLater = present === undefined && name === PROFILE_FILE;
    if (!isLater && present?.equals(bytes) !== true) differing.push(name);
  }
  const path = join(folder, PROFILE_FILE);
  if (differing.length === 0) {
    const profile = files.find(({ name }) => name === PROFILE_FILE);
    if (profile && !existsSync(path)) await writeFileAtomic(path, profile.bytes);
    return;
  }
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
    throw toDiskError(error, folder.final);
  }
}

/** The version of the container that this program writes. */
const VERSION = 1;

// A received file of a few kilobytes must not be able to fill the memory.
const LARGEST = 2 ** 30;

/** One file of a run. */
interface ArchivedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const headerSchema = v.object({
  format: v.literal('cyclescope-run'),
  version: v.number(),
  tool: v.string(),
  files: v.array(
    v.object({ name: v.string(), bytes: v.pipe(v.number(), v.safeInteger()), sha256: v.string() }),
  ),
});

type Header = v.InferOutput<typeof headerSchema>;

/** Packs files: one line of JSON with their names, sizes and hashes, then their bytes. */
export function pack(files: readonly ArchivedFile[], tool: string): Uint8Array {
  const header: Header = {
    format: 'cyclescope-run',
    version: VERSION,
    tool,
    files: files.map(({ name, bytes }) => ({ name, bytes: bytes.length, sha256: sha256(bytes) })),
  };
  const line = Buffer.from(`${JSON.stringify(header)}\n`);
  return gzipSync(Buffer.concat([line, ...files.map(({ bytes }) => bytes)]));
}

/** Unpacks files; throws the reason if the container is damaged or newer. */
function unpack(packed: Uint8Array, path: string): readonly ArchivedFile[] {
  const content = inflate(packed, path);
  const end = content.indexOf('\n');
  const header = readHeader(content.subarray(0, Math.max(0, end)).toString(), path);
  const files: ArchivedFile[] = [];
  let at = end + 1;
  for (const { name, bytes: size, sha256: hash } of header.files) {
    const bytes = content.subarray(at, at + Math.max(0, size));
    if (bytes.length !== size) throw makeDamageError(path, `${name} is truncated`);
    if (sha256(bytes) !== hash)
      throw makeDamageError(path, `the SHA-256 of ${name} does not match`);
    files.push({ name, bytes });
    at += size;
  }
  if (at !== content.length) throw makeDamageError(path, 'there is data after its last file');
  return files;
}

const EXPORT_AGAIN = 'Ask for a new copy, written by: cyclescope export RUN';

/** The error for a damaged archive. */
function makeDamageError(path: string, why: string): EngineError {
  return new EngineError('unreadable', `${path} is damaged: ${why}.`, EXPORT_AGAIN);
}

function inflate(packed: Uint8Array, path: string): Buffer {
  // The magic number of gzip distinguishes a foreign file from a damaged one.
  if (packed[0] !== 0x1f || packed[1] !== 0x8b) throw foreign(path);
  try {
    return gunzipSync(packed, { maxOutputLength: LARGEST });
  } catch (error) {
    if (systemCode(error) === 'ERR_BUFFER_TOO_LARGE') {
      throw new EngineError(
        'unreadable',
        `${path} would unpack to more than 1 GiB.`,
        "Copy the run's folder instead, from .cyclescope/runs.",
      );
    }
    throw makeDamageError(path, 'it cannot be unpacked');
  }
}

function readHeader(line: string, path: string): Header {
  const header = parse(line);
  if (header === undefined) throw foreign(path);
  const { version } = header;
  if (typeof version === 'number' && version > VERSION) {
    throw new EngineError(
      'unreadable',
      `${path} has version ${version}; this Cyclescope opens versions up to ${VERSION}.`,
      'Update Cyclescope to open it.',
    );
  }
  const checked = v.safeParse(headerSchema, header);
  if (!checked.success || version !== VERSION)
    throw makeDamageError(path, 'its first line cannot be read');
  return checked.output;
}

function parse(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = JSON.parse(line) as Readonly<Record<string, unknown>> | null;
    return value?.['format'] === 'cyclescope-run' ? value : undefined;
  } catch {
    return undefined;
  }
}

function foreign(path: string): EngineError {
  const hint = 'Such files are written by: cyclescope export RUN';
  return new EngineError('unreadable', `${path} is not an exported run.`, hint);
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The name of a record's file. */
const RECORD_FILE = 'run.json';

// File systems refuse names of more than 255 bytes.
const RUN_ID = /^\d{8}T\d{6}Z-[\w.@-]{1,150}-[0-9a-f]{4}$/;
const RECORDING = /^[A-Za-z0-9][\w-]{0,150}\.SVDat$/;

/** The names of all files that may belong to a run, its record first. Not every run has a profile. */
function listFiles({ passes, imported }: RunRecord): readonly string[] {
  return [
    RECORD_FILE,
    ...passes.flatMap(({ recording, layouts = [] }) => [
      recording,
      ...layouts.map((layout) => layout.recording),
    ]),
    ...(imported === undefined ? [PROFILE_FILE] : [SOURCE_FILE]),
  ];
}

/** Accepts names that may be written beside a record: no paths, no hidden files. */
function isPlainName(name: string): boolean {
  return [RECORD_FILE, SOURCE_FILE, PROFILE_FILE].includes(name) || RECORDING.test(name);
}

/** Accepts run ids that may name a folder: no paths either. */
function isRunId(id: string): boolean {
  return RUN_ID.test(id);
}
