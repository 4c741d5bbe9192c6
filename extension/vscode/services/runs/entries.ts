import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import * as v from 'valibot';
import {
  type ListedRun,
  toPackedPath,
  readPinnedRun,
  type StoredRecord,
  type StoredRun,
  listStoredRuns,
  writeFileAtomic,
} from '../../../engine';
import type { RecordHead } from '../../../runs';
import type { Home, RunEntry } from '../../common';
import { oneLine } from './labels';

/** The user's names for runs, by id. */
type RunNames = Readonly<Record<string, string>>;

const schema = v.record(v.string(), v.string());

/** The file of names, next to the runs' folder. */
export const namesFile = (runsFolder: string) => join(dirname(runsFolder), 'names.json');

/** Reads the names; an unreadable file gives none. */
export async function readNames(runsFolder: string): Promise<RunNames> {
  try {
    const json: unknown = JSON.parse(await readFile(namesFile(runsFolder), 'utf8'));
    const checked = v.safeParse(schema, json);
    return checked.success ? checked.output : {};
  } catch {
    return {};
  }
}

/** Names runs; an empty name removes the name. */
export async function writeNames(runsFolder: string, changes: RunNames): Promise<void> {
  const tidied = Object.entries(changes).map(([id, name]) => [id, oneLine(name)] as const);
  const all = { ...(await readNames(runsFolder)), ...Object.fromEntries(tidied) };
  const kept = Object.fromEntries(Object.entries(all).filter(([, name]) => name !== ''));
  await mkdir(dirname(runsFolder), { recursive: true });
  await writeFileAtomic(namesFile(runsFolder), `${JSON.stringify(kept, undefined, 2)}\n`);
}

/** The content of a run's files, without the user's name or pin. */
type RunFacts = Omit<RunEntry, 'home' | 'name' | 'isBaseline'>;

const PROFILE = 'profile.json';

interface Known {
  /** The state of both files: a run never changes, but its folder may be replaced. */
  readonly state: string;
  readonly facts: RunFacts | undefined;
}

/** Reads the heads of runs off this thread, which reading them would block. */
export type ReadHeads = (
  records: readonly StoredRecord[],
) => Promise<readonly (RecordHead | undefined)[]>;

/** Runs read so far, by folder, so that no record is read twice. */
export type KnownRuns = Map<string, Known>;

/** The runs of a home, the newest first; folders without a readable record are skipped. */
export async function listEntries(
  home: Home,
  known: KnownRuns,
  readHeads: ReadHeads,
): Promise<readonly RunEntry[]> {
  const { runsFolder, id } = home;
  const listed = await listStoredRuns(runsFolder);
  forget(known, runsFolder, listed);
  const facts = await readAll(listed, known, readHeads);
  const names = await readNames(runsFolder);
  const pinned = await readPinnedRun(runsFolder).catch(() => undefined);
  return facts
    .flatMap((fact) => fact ?? [])
    .map((fact) => ({
      ...fact,
      home: id,
      name: names[fact.id],
      isBaseline: pinned === fact.id || (pinned !== undefined && resolve(pinned) === fact.folder),
    }))
    .reverse();
}

function forget(known: KnownRuns, runsFolder: string, listed: readonly StoredRun[]): void {
  const folders = new Set(listed.map(({ folder }) => folder));
  for (const folder of known.keys()) {
    if (folder.startsWith(runsFolder) && !folders.has(folder)) known.delete(folder);
  }
}

/** Reads the facts of all runs that are new or have changed; undefined for folders without a readable record. */
async function readAll(
  runs: readonly ListedRun[],
  known: KnownRuns,
  readHeads: ReadHeads,
): Promise<readonly (RunFacts | undefined)[]> {
  const states = await Promise.all(runs.map(readState));
  const changed = runs.flatMap((run, at) => {
    const state = states[at];
    const isKnown = state === undefined || known.get(run.folder)?.state === state;
    return isKnown ? [] : [{ ...run, state }];
  });
  const heads =
    changed.length === 0
      ? []
      : await readHeads(changed.map(({ folder, bytes }) => ({ folder, bytes })));
  await Promise.all(
    changed.map(async ({ state, ...stored }, at) => {
      const head = heads[at];
      const facts = head && { ...(await readFacts(stored, head)), version: state };
      known.set(stored.folder, { state, facts });
    }),
  );
  return runs.map(({ folder }, at) => (states[at] ? known.get(folder)?.facts : undefined));
}

/** The state of a run's files; undefined without a record. */
async function readState({ folder, modified, bytes }: ListedRun): Promise<string | undefined> {
  if (modified === 0) return undefined;
  // A run that exists can be profiled later.
  const profiled = await stat(join(folder, PROFILE)).catch(() => undefined);
  return `${modified} ${bytes} ${profiled?.mtimeMs ?? ''}`;
}

async function readFacts(
  { id, folder }: StoredRun,
  head: RecordHead,
): Promise<Omit<RunFacts, 'version'>> {
  const sizes = await fileSizes(folder);
  const isThere = (name: string) => sizes.has(name) || sizes.has(toPackedPath(name));
  const recordings = head.passes.filter(({ recording }) => isThere(recording));
  return {
    id,
    folder,
    target: head.target,
    created: new Date(head.created),
    status: head.status,
    imported: head.imported,
    image: head.passes.find(({ build }) => build === 'headline')?.image.sha256,
    operations: head.operations,
    recordings: Object.fromEntries(
      recordings.map(({ build, recording }) => [build, join(folder, recording)]),
    ),
    hasProfile: sizes.has(PROFILE),
    bytes: [...sizes.values()].reduce((sum, size) => sum + size, 0),
  };
}

async function fileSizes(folder: string): Promise<ReadonlyMap<string, number>> {
  const names = await readdir(folder).catch(() => []);
  const sizes = await Promise.all(
    names.map(async (name) => {
      const found = await stat(join(folder, name)).catch(() => undefined);
      return found?.isFile() ? ([[name, found.size]] as const) : [];
    }),
  );
  return new Map(sizes.flat());
}
