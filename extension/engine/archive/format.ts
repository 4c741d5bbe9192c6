import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import * as v from 'valibot';
import { EngineError, systemCode } from '../../base';
import type { RunRecord } from '../../runs';
import { SOURCE_FILE } from '../import';

/** The version of the container that this program writes. */
const VERSION = 1;

// A received file of a few kilobytes must not be able to fill the memory.
const LARGEST = 2 ** 30;

/** One file of a run. */
export interface ArchivedFile {
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
export function unpack(packed: Uint8Array, path: string): readonly ArchivedFile[] {
  const content = inflate(packed, path);
  const end = content.indexOf('\n');
  const header = readHeader(content.subarray(0, Math.max(0, end)).toString(), path);
  const files: ArchivedFile[] = [];
  let at = end + 1;
  for (const { name, bytes: size, sha256: hash } of header.files) {
    const bytes = content.subarray(at, at + Math.max(0, size));
    if (bytes.length !== size) throw damaged(path, `${name} is truncated`);
    if (sha256(bytes) !== hash) throw damaged(path, `the SHA-256 of ${name} does not match`);
    files.push({ name, bytes });
    at += size;
  }
  if (at !== content.length) throw damaged(path, 'there is data after its last file');
  return files;
}

/** The error for a damaged archive. */
export function damaged(path: string, why: string): EngineError {
  const hint = 'Ask for a new copy, written by: cyclescope export RUN';
  return new EngineError('unreadable', `${path} is damaged: ${why}.`, hint);
}

function inflate(packed: Uint8Array, path: string): Buffer {
  // The magic number of gzip distinguishes a foreign file from a damaged one.
  if (packed[0] !== 0x1f || packed[1] !== 0x8b) throw foreign(path);
  try {
    return gunzipSync(packed, { maxOutputLength: LARGEST });
  } catch (error) {
    if (systemCode(error) === 'ERR_BUFFER_TOO_LARGE') {
      throw new EngineError('unreadable', `${path} would unpack to more than 1 GiB.`);
    }
    throw damaged(path, 'it cannot be unpacked');
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
  if (!checked.success || version !== VERSION) throw damaged(path, 'its first line cannot be read');
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
export const RECORD_FILE = 'run.json';

// File systems refuse names of more than 255 bytes.
const RUN_ID = /^\d{8}T\d{6}Z-[\w.@-]{1,150}-[0-9a-f]{4}$/;
const RECORDING = /^[A-Za-z0-9][\w-]{0,150}\.SVDat$/;

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
