import { existsSync } from 'node:fs';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { EngineError, unreadableError } from '../../base';
import { type ForeignTrace, traceFormats, type TraceReader } from '../../trace';

/** The source of a recording's bytes. */
export type RecordingSource =
  | { readonly path: string }
  /** From a file system that only the editor can read. */
  | { readonly bytes: ArrayBuffer };

/** A recording's bytes, read piece by piece. */
export interface Bytes {
  readonly size: number;
  /** Errors in the trace of another tool that they were made from. */
  readonly problems: readonly string[];
  /** Up to `count` bytes starting at `from`; fewer at the end. They may be in `into`, if given. */
  readonly read: (from: number, count: number, into?: Uint8Array) => Promise<Uint8Array>;
  readonly close: () => Promise<void>;
}

/**
 * Opens a recording: a SystemView recording as it is, and the trace of another tool as one that is made of it in memory.
 * Of a trace that is a folder, any of its files may be named.
 */
export async function openBytes(source: RecordingSource): Promise<Bytes> {
  if ('path' in source) {
    const made = await readInMemory(source.path);
    return made ? toBytes(made) : openFile(source.path);
  }
  const all = new Uint8Array(source.bytes);
  const reader = findReader(all, undefined);
  if (!reader) return toBytes({ recording: all, problems: [] });
  return toBytes(requireRecording(reader.read({ main: all, others: [] }), 'The file'));
}

async function openFile(path: string): Promise<Bytes> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw unreadableError(path, error);
  });
  const { size } = await file.stat();
  return {
    size,
    problems: [],
    read: async (from, count, into) => {
      const length = Math.max(0, Math.min(count, size - from));
      const bytes = into?.subarray(0, length) ?? new Uint8Array(length);
      const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
      return bytes.subarray(0, bytesRead);
    },
    close: () => file.close(),
  };
}

/** A recording that is not a file of its own. */
interface ReadTrace {
  readonly recording: Uint8Array;
  readonly problems: readonly string[];
}

function toBytes({ recording, problems }: ReadTrace): Bytes {
  return {
    size: recording.length,
    problems,
    read: (from, count) => Promise.resolve(recording.subarray(from, from + count)),
    close: () => Promise.resolve(),
  };
}

function requireRecording({ recording, problems }: ForeignTrace, name: string): ReadTrace {
  if (recording !== undefined) return { recording, problems };
  throw new EngineError(
    'unreadable',
    `${name} has nothing that a timeline shows.`,
    problems.join(' ') ||
      'A timeline shows slices, threads and interrupts: record the trace with them.',
  );
}

const HEAD = 4096;
/** A text of more cannot be parsed. */
const LARGEST = 400e6;

/** The reader of a trace, from the first bytes of a file that describes the others or is alone. */
function findReader(head: Uint8Array, metadataFile: string | undefined): TraceReader | undefined {
  const text = new TextDecoder().decode(head.subarray(0, HEAD));
  return traceFormats
    .flatMap(({ reader }) => reader ?? [])
    .find((reader) => reader.metadataFile === metadataFile && reader.begins(text));
}

/** Reads the trace of another tool, or a packed recording; undefined of a recording that is a file. */
export async function readInMemory(path: string): Promise<ReadTrace | undefined> {
  const recording = await readPacked(path);
  if (recording) return { recording, problems: [] };
  const read = await readTrace(path);
  return read && requireRecording(read, path);
}

/** The file of a packed recording: the sample has such files in place of recordings. */
export const toPackedPath = (path: string) => `${path}.br`;

/** Reads a recording that is only there packed. */
export async function readPacked(path: string): Promise<Buffer | undefined> {
  const file = toPackedPath(path);
  if (existsSync(path) || !existsSync(file)) return undefined;
  return readFile(file)
    .then((packed) => promisify(brotliDecompress)(packed))
    .catch((error: unknown) => {
      throw unreadableError(file, error);
    });
}

async function readTrace(path: string): Promise<ForeignTrace | undefined> {
  const info = await stat(path).catch(() => undefined);
  // A recording's name decides at once: a folder may also have a file called "metadata".
  if (!info || /\.svdat$/i.test(path)) return undefined;
  if (info.isFile()) {
    const file = await openFile(path);
    const head = await file.read(0, HEAD);
    await file.close();
    const reader = findReader(head, undefined);
    if (reader) {
      refuseLarge(path, info.size);
      return reader.read({ main: await readFile(path), others: [] });
    }
  }
  return readFolder(info.isFile() ? dirname(path) : path, info.isFile() ? basename(path) : '');
}

/** Reads a trace that is a folder: all of its files, or those that belong to the one that is named. */
async function readFolder(folder: string, named: string): Promise<ForeignTrace | undefined> {
  for (const { reader } of traceFormats) {
    if (reader?.metadataFile === undefined) continue;
    const { metadataFile } = reader;
    const main = await readFile(join(folder, metadataFile)).catch(() => undefined);
    if (!main || findReader(main, metadataFile) !== reader) continue;
    const entries = await readdir(folder, { withFileTypes: true });
    const names = entries
      .filter((entry) => entry.isFile() && entry.name !== metadataFile && !/^\./.test(entry.name))
      .map(({ name }) => name)
      .sort();
    const sizes = await Promise.all(
      names.map(async (name) => (await stat(join(folder, name))).size),
    );
    refuseLarge(
      folder,
      sizes.reduce((sum, size) => sum + size, 0),
    );
    const others = await Promise.all(
      names.map(async (name) => ({ name, bytes: await readFile(join(folder, name)) })),
    );
    return reader.read({ main, others, named: named === metadataFile ? '' : named });
  }
  return undefined;
}

function refuseLarge(path: string, size: number): void {
  if (size <= LARGEST) return;
  throw new EngineError(
    'unreadable',
    `${path} has ${Math.round(size / 1e6)} MB: traces of other tools are read up to ${LARGEST / 1e6} MB.`,
    'Record a shorter time, or cut the trace.',
  );
}
