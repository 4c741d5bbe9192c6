import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { writeFileAtomic } from '../../../engine';
import { oneLine } from './labels';

/** The names that the user gave to runs, by id. */
export type RunNames = Readonly<Record<string, string>>;

const schema = v.record(v.string(), v.string());

/** The file with the names, beside the folder of the runs. */
export const namesFile = (runsFolder: string) => join(dirname(runsFolder), 'names.json');

/** The names as they are kept; a file that cannot be read names nothing. */
export async function readNames(runsFolder: string): Promise<RunNames> {
  try {
    const json: unknown = JSON.parse(await readFile(namesFile(runsFolder), 'utf8'));
    const checked = v.safeParse(schema, json);
    return checked.success ? checked.output : {};
  } catch {
    return {};
  }
}

/** Gives names to runs; an empty one takes the name away. */
export async function writeNames(runsFolder: string, changes: RunNames): Promise<void> {
  const tidied = Object.entries(changes).map(([id, name]) => [id, oneLine(name)] as const);
  const all = { ...(await readNames(runsFolder)), ...Object.fromEntries(tidied) };
  const kept = Object.fromEntries(Object.entries(all).filter(([, name]) => name !== ''));
  await mkdir(dirname(runsFolder), { recursive: true });
  await writeFileAtomic(namesFile(runsFolder), `${JSON.stringify(kept, undefined, 2)}\n`);
}
