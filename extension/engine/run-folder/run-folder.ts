import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
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
  return existsSync(join(runsFolder, id)) ? freeId(runsFolder, now, target) : id;
}

async function make(runsFolder: string, partial: string, ignored: boolean): Promise<void> {
  try {
    await mkdir(runsFolder, { recursive: true });
    if (ignored) await ignoreInGit(runsFolder);
    await removeAbandoned(runsFolder);
    await mkdir(partial);
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
  const partial = join(runsFolder, `${PARTIAL}${id}~${textOfOwner(thisOwner())}`);
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
      await rename(partial, final);
      await guardian.end();
    },
    discard: async () => {
      await rm(partial, { recursive: true, force: true });
      await guardian.end();
    },
  };
}

/**
 * An unfinished run's folder is called by the run's id and its owner. So it has an owner from the
 * moment it exists until it is gone or renamed, whenever a process is killed.
 */
const PARTIAL = '.partial-';

/** Removes unfinished runs of killed processes; returns the removed folders. */
export async function removeAbandoned(runsFolder: string): Promise<readonly string[]> {
  const names = await readdir(runsFolder).catch(() => []);
  const removed: string[] = [];
  for (const name of names.filter((entry) => entry.startsWith(PARTIAL))) {
    const owner = ownerIn(name);
    if (owner && mayBeAlive(owner)) continue;
    const folder = join(runsFolder, name);
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

const thisHost = () => fileNameOf(hostname());

/** This process as an owner. */
export function thisOwner(): Owner {
  return { host: thisHost(), pid: process.pid, started: startTime(process.pid) };
}

const textOfOwner = ({ host, pid, started }: Owner) => [host, pid, started].join('~');

/** The owner in the name of an unfinished run's folder; Cyclescope creates none without. */
function ownerIn(name: string): Owner | undefined {
  const [, host, pid, started] = /~([^~]*)~(\d+)~(\w+)$/.exec(name) ?? [];
  if (host === undefined || started === undefined) return undefined;
  return { host, pid: Number(pid), started };
}

/** True unless the owner is known to be gone, which is unknown for processes of other computers. */
export function mayBeAlive(owner: Owner): boolean {
  return owner.host !== thisHost() || isProcessAlive(owner.pid, owner.started);
}
