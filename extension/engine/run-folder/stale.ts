import { readFile, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { mayBeAlive, readOwner } from './owner';

/** What an unfinished run's folder is called until it is whole. */
export const partialPrefix = '.partial-';

/** Names the process that works in an unfinished run's folder. */
export const ownerFile = 'owner.json';

/** Between making a folder and naming its owner, and the other way round, lie milliseconds. */
const graceMs = 60_000;

async function isAbandoned(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, ownerFile), 'utf8').catch(() => '');
  const owner = readOwner(text);
  if (owner) return !mayBeAlive(owner);
  const { mtimeMs } = await stat(folder);
  return Date.now() - mtimeMs > graceMs;
}

/** Removes what processes that were killed left unfinished; gives the removed folders. */
export async function removeAbandoned(runsFolder: string): Promise<readonly string[]> {
  const names = await readdir(runsFolder).catch(() => []);
  const removed: string[] = [];
  for (const name of names.filter((entry) => entry.startsWith(partialPrefix))) {
    const folder = join(runsFolder, name);
    // Another process may be removing the same folder: then it is gone, which is as good.
    if (!(await isAbandoned(folder).catch(() => false))) continue;
    await rm(folder, { recursive: true, force: true });
    removed.push(folder);
  }
  return removed;
}
