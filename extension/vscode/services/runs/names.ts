import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { writeFileAtomic } from '../../../engine';
import { oneLine } from './labels';

/** The user's names for runs, by id. */
export type RunNames = Readonly<Record<string, string>>;

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
