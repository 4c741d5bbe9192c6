import { randomBytes } from 'node:crypto';
import { lstat, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { EngineError } from '../../../base';
import { listStoredRuns } from '../../../engine';
import type { RunEntry } from '../../common';
import { readNames, writeNames } from './entries';

/** A set of runs to delete, and the space that frees. */
export interface CleanUp {
  /** The number of runs kept for each target. */
  readonly keep: number;
  readonly runs: readonly RunEntry[];
  readonly bytes: number;
}

const choices = [10, 3, 1, 0];

/** Ways to free space. All of them keep the baseline and the runs that the user named. */
export function cleanUps(entries: readonly RunEntry[]): readonly CleanUp[] {
  const plans = choices.map((keep) => planCleanUp(entries, keep));
  return plans.filter(
    ({ runs }, at) => runs.length > 0 && runs.length !== plans[at - 1]?.runs.length,
  );
}

function planCleanUp(entries: readonly RunEntry[], keep: number): CleanUp {
  const seen = new Map<string, number>();
  const runs = entries.filter(({ target, isBaseline, name }) => {
    const rank = seen.get(target.id) ?? 0;
    seen.set(target.id, rank + 1);
    return rank >= keep && !isBaseline && name === undefined;
  });
  return { keep, runs, bytes: runs.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** The prefix of a run's folder while it is being deleted. */
const removedPrefix = '.removed-';

/** Removes runs from their folder: only complete runs, nothing else. */
export async function removeRuns(runsFolder: string, ids: readonly string[]): Promise<void> {
  const known = new Set((await listStoredRuns(runsFolder)).map(({ id }) => id));
  const strange = ids.find((id) => !known.has(id));
  if (strange !== undefined) {
    throw new EngineError(
      'unknown-run',
      `There is no run "${strange}" in ${runsFolder}.`,
      'Refresh the view Runs.',
    );
  }
  for (const id of ids) await setAside(runsFolder, id);
  const names = await readNames(runsFolder);
  const named = ids.filter((id) => names[id] !== undefined);
  if (named.length > 0) {
    await writeNames(runsFolder, Object.fromEntries(named.map((id) => [id, ''])));
  }
  await sweep(runsFolder);
}

/** Atomic, so that no list ever shows half a run. */
async function setAside(runsFolder: string, id: string): Promise<void> {
  const folder = join(runsFolder, id);
  if ((await lstat(folder)).isSymbolicLink()) {
    await rm(folder);
    return;
  }
  await rename(folder, join(runsFolder, `${removedPrefix}${id}-${randomBytes(2).toString('hex')}`));
}

async function sweep(runsFolder: string): Promise<void> {
  const names = await readdir(runsFolder);
  const removed = names.filter((name) => name.startsWith(removedPrefix));
  await Promise.all(
    removed.map((name) => rm(join(runsFolder, name), { recursive: true, force: true })),
  );
}
