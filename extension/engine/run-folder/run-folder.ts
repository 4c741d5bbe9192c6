import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { fileNameOf, isProcessAlive, startGuardian, startTime } from '../../host';
import { asDiskError, writeFileAtomic } from './atomic';

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
export function runsFolderOf(workspace: string): string {
  return join(workspace, '.cyclescope', 'runs');
}

/** `<UTC time>-<target>-<4 hex digits>`: sorts by time; two runs of the same second differ. */
export function newRunId(now: Date, target: string): string {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '');
  return `${time}-${fileNameOf(target)}-${randomBytes(2).toString('hex')}`;
}

async function ignoreInGit(runsFolder: string): Promise<void> {
  const ignore = join(dirname(runsFolder), '.gitignore');
  if (!existsSync(ignore)) await writeFileAtomic(ignore, '*\n');
}

function freeId(runsFolder: string, now: Date, target: string): string {
  const id = newRunId(now, target);
  const taken = existsSync(join(runsFolder, id)) || existsSync(partialOf(runsFolder, id));
  return taken ? freeId(runsFolder, now, target) : id;
}

function partialOf(runsFolder: string, id: string): string {
  return join(runsFolder, `${partialPrefix}${id}`);
}

async function make(runsFolder: string, partial: string, ignored: boolean): Promise<void> {
  try {
    await mkdir(runsFolder, { recursive: true });
    if (ignored) await ignoreInGit(runsFolder);
    await removeAbandoned(runsFolder);
    await mkdir(partial);
    await writeFile(join(partial, ownerFile), JSON.stringify(thisOwner()));
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw asDiskError(error, runsFolder);
  }
}

/** Creates the hidden folder of a new run, and removes the folders of killed processes. */
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
  const partial = partialOf(runsFolder, id);
  const final = join(runsFolder, id);
  // If this process is killed, the guardian removes the unfinished run.
  const guardian = startGuardian({ remove: [], removeOrphans: [partial] });
  await make(runsFolder, partial, ignored).catch(async (error: unknown) => {
    await guardian.end();
    throw error;
  });
  return {
    id,
    partial,
    final,
    keep: async () => {
      await rm(join(partial, ownerFile));
      await rename(partial, final);
      await guardian.end();
    },
    discard: async () => {
      await rm(partial, { recursive: true, force: true });
      await guardian.end();
    },
  };
}

/** The folder name of an unfinished run. */
const partialPrefix = '.partial-';

/** Names the process that works in an unfinished run's folder. */
export const ownerFile = 'owner.json';

/** Creating a folder and naming its owner are only milliseconds apart, also on removal. */
const graceMs = 60_000;

async function isAbandoned(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, ownerFile), 'utf8').catch(() => '');
  const owner = readOwner(text);
  if (owner) return !mayBeAlive(owner);
  const { mtimeMs } = await stat(folder);
  return Date.now() - mtimeMs > graceMs;
}

/** Removes unfinished runs of killed processes; returns the removed folders. */
export async function removeAbandoned(runsFolder: string): Promise<readonly string[]> {
  const names = await readdir(runsFolder).catch(() => []);
  const removed: string[] = [];
  for (const name of names.filter((entry) => entry.startsWith(partialPrefix))) {
    const folder = join(runsFolder, name);
    // Another process may be removing the same folder, with the same result.
    if (!(await isAbandoned(folder).catch(() => false))) continue;
    await rm(folder, { recursive: true, force: true });
    removed.push(folder);
  }
  return removed;
}

/** The process that works in a folder; its start time distinguishes it from a later one with the same id. */
interface Owner {
  readonly host: string;
  readonly pid: number;
  readonly started: string;
}

/** This process as an owner. */
export function thisOwner(): Owner {
  return { host: hostname(), pid: process.pid, started: startTime(process.pid) };
}

/** Parses an owner; anything else means that there is none. */
export function readOwner(text: string): Owner | undefined {
  try {
    const { host, pid, started } = JSON.parse(text) as Partial<Record<keyof Owner, unknown>>;
    if (typeof host !== 'string' || typeof started !== 'string') return undefined;
    return typeof pid === 'number' && pid > 0 ? { host, pid, started } : undefined;
  } catch {
    return undefined;
  }
}

/** True unless the owner is known to be gone, which is unknown for processes of other computers. */
export function mayBeAlive(owner: Owner): boolean {
  return owner.host !== hostname() || isProcessAlive(owner.pid, owner.started);
}
