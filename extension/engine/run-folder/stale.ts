import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isProcessAlive, startTime } from '../../host';

/** The folder name of an unfinished run. */
export const partialPrefix = '.partial-';

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
