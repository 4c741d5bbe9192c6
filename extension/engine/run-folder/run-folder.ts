import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { EngineError, systemCode } from '../../base';
import {
  toFileName,
  isProcessAlive,
  movePath,
  processMark,
  startGuardian,
  newTemporaryPath,
} from '../../host';

/** Advice for a file or folder of a run whose folder has gone. */
const FOLDER_GONE = 'Check that the folder still exists, and measure again.';

/** Explains a full or read-only disk, or a missing folder; returns other errors unchanged. */
export function toDiskError(error: unknown, path: string, folderHint = FOLDER_GONE): unknown {
  const code = systemCode(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new EngineError(
      'no-space',
      `There is no space left for ${path}.`,
      'Free some space on that disk, or choose another folder with --out.',
    );
  }
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') {
    return new EngineError(
      'not-writable',
      `There is no permission to write ${path} (${code}).`,
      'Choose another folder with --out.',
    );
  }
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') {
    return new EngineError('not-writable', `${path} cannot be written (${code}).`, folderHint);
  }
  return error;
}

/** A pipe, a terminal or `/dev/null` is written in place: a rename would replace it by a file. */
async function isSpecial(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && !found.isFile();
}

/** The content of a file; of a large one, its parts. */
type FileContent = string | Uint8Array | Iterable<Uint8Array>;

/** Writes a file that the user named, like `writeFileAtomic`. */
export function writeNamedFile(path: string, content: FileContent): Promise<void> {
  return writeFileAtomic(path, content, 'Name a file in a folder that exists.');
}

/** Writes a file atomically: readers see the old or the new content. */
export async function writeFileAtomic(
  path: string,
  content: FileContent,
  folderHint?: string,
): Promise<void> {
  const temporary = newTemporaryPath(path);
  try {
    const special = await isSpecial(path);
    const file = await open(special ? path : temporary, 'w');
    try {
      const parts =
        typeof content === 'string' || ArrayBuffer.isView(content) ? [content] : content;
      for (const part of parts) await file.writeFile(part);
      if (special) return;
      await file.sync();
    } finally {
      await file.close();
    }
    await movePath(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw toDiskError(error, path, folderHint);
  }
}

/** A run in progress, written to a hidden folder that is renamed at the end. */
export interface RunFolder {
  readonly id: string;
  /** The folder that files are written to until the run is stored. */
  readonly partial: string;
  /** The final folder of the run. */
  readonly final: string;
  keep(): Promise<void>;
  discard(): Promise<void>;
}

/** The folder with the runs of a workspace folder. */
export function getRunsFolder(workspace: string): string {
  return join(workspace, '.cyclescope', 'runs');
}

/** `<UTC time>-<target>-<4 hex digits>`: sorts by time; two runs of the same second differ. */
export function newRunId(now: Date, target: string): string {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '');
  return `${time}-${toFileName(target)}-${randomBytes(2).toString('hex')}`;
}

async function ignoreInGit(runsFolder: string): Promise<void> {
  const ignore = join(dirname(runsFolder), '.gitignore');
  if (!existsSync(ignore)) await writeFileAtomic(ignore, '*\n');
}

function freeId(runsFolder: string, now: Date, target: string): string {
  const id = newRunId(now, target);
  return existsSync(join(runsFolder, id)) ? freeId(runsFolder, now, target) : id;
}

async function make(runsFolder: string, partial: string, ignored: boolean): Promise<void> {
  try {
    await mkdir(runsFolder, { recursive: true });
    if (ignored) await ignoreInGit(runsFolder);
    await mkdir(partial);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw toDiskError(error, runsFolder);
  }
}

/** Creates the hidden folder of a new run. */
export async function openRunFolder(options: {
  readonly runsFolder: string;
  readonly target: string;
  readonly now: Date;
  /** The id of a run that was made elsewhere; by default a new one. */
  readonly id?: string;
  /** Write a .gitignore beside the runs; not wanted in a folder that the user chose. */
  readonly ignored: boolean;
}): Promise<RunFolder> {
  const { runsFolder, target, now, ignored } = options;
  const { id = freeId(runsFolder, now, target) } = options;
  const folder = makeRunFolder(runsFolder, id);
  // If this thread ends without the process, or both are killed, the guardian gives the run up.
  const renameOrphan = [folder.partial, folder.abandoned] as const;
  const guardian = startGuardian({ remove: [], renameOrphan });
  await make(runsFolder, folder.partial, ignored).catch(async (error: unknown) => {
    await guardian.end();
    throw error;
  });
  const withGuardian = (act: () => Promise<void>) => async () => {
    await act();
    await guardian.end();
  };
  return {
    ...folder,
    keep: withGuardian(folder.keep),
    discard: withGuardian(folder.discard),
  };
}

/** The folder of an unfinished run, which belongs to this process from the moment it exists. */
function makeRunFolder(runsFolder: string, id: string) {
  const partial = join(runsFolder, `${PARTIAL}${id}~${textOfOwner(thisOwner())}`);
  const final = join(runsFolder, id);
  return {
    id,
    partial,
    final,
    /** Its name once it has no owner. */
    abandoned: join(runsFolder, PARTIAL + id),
    keep: async () => {
      await movePath(partial, final);
      await rm(join(final, DRAFT_FILE), { force: true });
    },
    discard: () => rm(partial, { recursive: true, force: true }),
  };
}

/** The file of an unfinished run that describes it. */
export const DRAFT_FILE = 'unfinished.json';

/** The folder of an unfinished run with the runs that it will be merged from. */
export const SHARDS = 'shards';

/** Makes a new run in a folder of its own; nothing of it is left if that fails. */
export async function inRunFolder<Made>(
  options: Parameters<typeof openRunFolder>[0],
  fill: (folder: RunFolder) => Promise<Made>,
): Promise<Made> {
  const folder = await openRunFolder(options);
  try {
    return await fill(folder);
  } catch (error) {
    await folder.discard();
    throw error;
  }
}

/**
 * An unfinished run's folder is called by the run's id and its owner. So it has an owner from the
 * moment it exists until it is gone, renamed or given up, whenever a process is killed.
 */
const PARTIAL = '.partial-';

/** The unfinished runs in a folder that no process works on any more. */
export async function findAbandonedRuns(runsFolder: string): Promise<readonly string[]> {
  const names = await readdir(runsFolder).catch(() => []);
  return names
    .filter((name) => name.startsWith(PARTIAL))
    .filter((name) => {
      const owner = parseOwner(name);
      return owner === undefined || !mayBeAlive(owner);
    })
    .map((name) => join(runsFolder, name));
}

/**
 * Takes over an abandoned run to keep or to discard it; if that fails, it is abandoned again. Does nothing if
 * another process was faster, or if it cannot be moved.
 */
export async function takeOver(
  path: string,
  settle: (folder: RunFolder) => Promise<void>,
): Promise<void> {
  const id = basename(path).slice(PARTIAL.length).replace(/~.*$/, '');
  const folder = makeRunFolder(dirname(path), id);
  const isTaken = await movePath(path, folder.partial).then(
    () => true,
    () => false,
  );
  if (!isTaken) return;
  await settle(folder).catch(() => movePath(folder.partial, folder.abandoned));
}

/** The process that works in a folder; its mark distinguishes it from a later one with the same id. */
interface Owner {
  readonly host: string;
  readonly pid: number;
  readonly mark: string;
}

const thisHost = () => toFileName(hostname());

/** This process as an owner. */
export function thisOwner(): Owner {
  return { host: thisHost(), pid: process.pid, mark: processMark() };
}

const textOfOwner = ({ host, pid, mark }: Owner) => [host, pid, mark].join('~');

/** The owner in the name of an unfinished run's folder; undefined if it was given up. */
function parseOwner(name: string): Owner | undefined {
  const [, host, pid, mark] = /~([^~]*)~(\d+)~(\w+)$/.exec(name) ?? [];
  if (host === undefined || mark === undefined) return undefined;
  return { host, pid: Number(pid), mark };
}

/** True unless the owner is known to be gone, which is unknown for processes of other computers. */
export function mayBeAlive(owner: Owner): boolean {
  return owner.host !== thisHost() || isProcessAlive(owner.pid, owner.mark);
}

/** A recording file that grows while the stream arrives. */
export interface RecordingFile {
  append(bytes: Uint8Array): void;
  /** Aborted, with the error as its reason, when a write fails. */
  readonly failed: AbortSignal;
  /** Waits until everything is on the disk; throws the first error. */
  close(): Promise<void>;
}

/** Opens a recording that does not exist yet; writes follow each other in order. */
export async function openRecording(path: string, header: Uint8Array): Promise<RecordingFile> {
  const file = await open(path, 'a').catch((error: unknown) => {
    throw toDiskError(error, path);
  });
  const failure = new AbortController();
  let waiting: Uint8Array[] = [];
  let writing = Promise.resolve();

  const write = async () => {
    const chunk = Buffer.concat(waiting);
    waiting = [];
    if (chunk.length === 0 || failure.signal.aborted) return;
    await file.appendFile(chunk).catch((error: unknown) => {
      failure.abort(toDiskError(error, path));
    });
  };
  const append = (bytes: Uint8Array) => {
    // The sender may use its buffer again.
    waiting.push(bytes.slice());
    if (waiting.length === 1) writing = writing.then(write);
  };
  const sync = () =>
    file.sync().catch((error: unknown) => {
      failure.abort(toDiskError(error, path));
    });

  append(header);
  return {
    append,
    failed: failure.signal,
    close: async () => {
      await writing;
      if (!failure.signal.aborted) await sync();
      await file.close();
      failure.signal.throwIfAborted();
    },
  };
}
