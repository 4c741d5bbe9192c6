import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { didYouMean, EngineError, nearest } from '../../base';
import { toFileName } from '../../host';
import { writeFileAtomic } from '../run-folder';
import { keepAbandoned } from '../unfinished';

/** A run that exists on disk. */
export interface StoredRun {
  readonly id: string;
  readonly folder: string;
}

/** A run with the time and the size of its record; both are 0 if it has none. */
export interface ListedRun extends StoredRun {
  readonly modified: number;
  readonly bytes: number;
}

const idPattern = /^(\d{8}T\d{6}Z)-(.+)-[0-9a-f]{4}$/;

async function statRun({ id, folder }: StoredRun): Promise<ListedRun> {
  const found = await stat(join(folder, 'run.json')).catch(() => undefined);
  return { id, folder, modified: found?.mtimeMs ?? 0, bytes: found?.size ?? 0 };
}

/** Lists the runs in a folder, oldest first, with those that killed processes left there. */
export async function listRuns(runsFolder: string): Promise<readonly ListedRun[]> {
  await keepAbandoned(runsFolder);
  return listStoredRuns(runsFolder);
}

/** Lists only the stored runs; runs of the same second in the order in which they were written. */
export async function listStoredRuns(runsFolder: string): Promise<readonly ListedRun[]> {
  const names = await readdir(runsFolder).catch(() => []);
  const ids = names.filter((name) => idPattern.test(name));
  const listed = await Promise.all(ids.map((id) => statRun({ id, folder: join(runsFolder, id) })));
  const getTimestamp = ({ id }: ListedRun) => id.slice(0, '20261231T235959Z'.length);
  return listed.sort((a, b) => {
    const [one, other] = [getTimestamp(a), getTimestamp(b)];
    return one < other ? -1 : one > other ? 1 : a.modified - b.modified;
  });
}

function noRun(reference: string, why: string, hint?: string): EngineError {
  return new EngineError('unknown-run', `There is no run "${reference}": ${why}.`, hint);
}

function latest(reference: string, runs: readonly StoredRun[]): StoredRun | undefined {
  const match = /^latest(?:~(\d+))?(?::([^~]+))?(?:~(\d+))?$/.exec(reference);
  if (!match) return undefined;
  const [, before, target, after] = match;
  const ofTarget = runs.filter((run) => {
    return target === undefined || idPattern.exec(run.id)?.[2] === toFileName(target);
  });
  const back = Number(before ?? after ?? 0);
  const found = ofTarget.at(-1 - back);
  if (found) return found;
  const targets = [...new Set(runs.map((run) => idPattern.exec(run.id)?.[2] ?? ''))];
  throw noRun(
    reference,
    `there are ${ofTarget.length} runs${target === undefined ? '' : ` of ${target}`}`,
    target === undefined ? undefined : didYouMean(nearest(target, targets)),
  );
}

async function asFolder(reference: string, cwd: string): Promise<StoredRun | undefined> {
  const path = isAbsolute(reference) ? reference : resolve(cwd, reference);
  const folder = basename(path) === 'run.json' ? dirname(path) : path;
  const { id, modified } = await statRun({ id: basename(folder), folder });
  return modified === 0 ? undefined : { id, folder };
}

/** The folders in which references are looked up. */
export interface ReferenceFolders {
  readonly cwd: string;
  readonly runsFolder: string;
}

/**
 * Finds the run that a reference names: a folder, an id or its unique beginning,
 * `latest[:target][~N]`, or `baseline`, the pinned run.
 */
export async function resolveRun(reference: string, folders: ReferenceFolders): Promise<StoredRun> {
  if (reference === BASELINE) return resolveRun(await readPinnedRun(folders.runsFolder), folders);
  const runs = (await listRuns(folders.runsFolder)).map(({ id, folder }) => ({ id, folder }));
  const newest = latest(reference, runs);
  if (newest) return newest;
  const looksLikePath = reference.includes('/') || reference.includes(sep);
  const matching = looksLikePath ? [] : runs.filter((run) => run.id.startsWith(reference));
  const [first] = matching;
  const exact = matching.find((run) => run.id === reference);
  if (exact) return exact;
  if (first && matching.length === 1) return first;
  if (matching.length > 1) {
    const ids = matching.map((run) => run.id).join(', ');
    throw noRun(
      reference,
      `${matching.length} run ids begin with it`,
      `Use more characters of one of: ${ids}.`,
    );
  }
  const folder = await asFolder(reference, folders.cwd);
  if (folder) return folder;
  const ids = runs.map((run) => run.id);
  throw noRun(
    reference,
    looksLikePath
      ? 'the folder has no run.json'
      : `no run id in ${folders.runsFolder} begins with it`,
    didYouMean(nearest(reference, [...ids, 'latest', BASELINE])),
  );
}

/** The reference to the pinned run. */
export const BASELINE = 'baseline';

function pinFile(runsFolder: string): string {
  return join(dirname(runsFolder), BASELINE);
}

/** Makes a run the `baseline`; a run stored elsewhere is remembered by its folder. */
export async function pinRun({ id, folder }: StoredRun, runsFolder: string): Promise<void> {
  const isOwn = dirname(resolve(folder)) === resolve(runsFolder);
  await mkdir(dirname(runsFolder), { recursive: true });
  await writeFileAtomic(pinFile(runsFolder), `${isOwn ? id : resolve(folder)}\n`);
}

/** Removes the baseline. */
export async function unpinRun(runsFolder: string): Promise<void> {
  await rm(pinFile(runsFolder), { force: true });
}

/** Reads the reference that was pinned. */
export async function readPinnedRun(runsFolder: string): Promise<string> {
  const text = await readFile(pinFile(runsFolder), 'utf8').catch(() => '');
  const pinned = text.trim();
  if (pinned !== '' && pinned !== BASELINE) return pinned;
  const hint = 'Pin one with: cyclescope compare --pin RUN';
  throw new EngineError('unknown-run', 'No run is pinned as the baseline.', hint);
}
