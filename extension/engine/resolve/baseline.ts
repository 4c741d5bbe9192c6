import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { EngineError } from '../error';
import { writeFileAtomic } from '../run-folder/atomic';
import type { RunPlace } from './index';

/** The reference to the pinned run. */
export const BASELINE = 'baseline';

function pinFile(runsFolder: string): string {
  return join(dirname(runsFolder), BASELINE);
}

/** Makes a run the one that `baseline` means; one kept elsewhere is remembered by its folder. */
export async function pinRun({ id, folder }: RunPlace, runsFolder: string): Promise<void> {
  const isOwn = dirname(resolve(folder)) === resolve(runsFolder);
  await mkdir(dirname(runsFolder), { recursive: true });
  await writeFileAtomic(pinFile(runsFolder), `${isOwn ? id : resolve(folder)}\n`);
}

/** Afterwards no run is the baseline. */
export async function unpinRun(runsFolder: string): Promise<void> {
  await rm(pinFile(runsFolder), { force: true });
}

/** What was pinned. */
export async function pinnedRun(runsFolder: string): Promise<string> {
  const text = await readFile(pinFile(runsFolder), 'utf8').catch(() => '');
  const pinned = text.trim();
  if (pinned !== '' && pinned !== BASELINE) return pinned;
  const hint = 'Pin one with: cyclescope compare --pin RUN';
  throw new EngineError('unknown-run', 'No run is pinned as the baseline.', hint);
}
