import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemCode } from '../error';
import type { Call, Unit } from './languages/language';

/**
 * Where the objects of sources lie that are not the user's: from build to build only his own change,
 * and he waits for those alone.
 */
export interface ObjectStore {
  readonly folder: string;
  /** A hash over everything that such an object is made of, besides the compiler's arguments. */
  readonly basis: string;
}

/** The file in which the object of a call is kept. */
export function keptFile(store: ObjectStore, unit: Unit, call: Call): string {
  const args = call.args.filter((argument) => argument !== unit.object);
  const text = JSON.stringify([store.basis, unit.source, call.program, args]);
  return join(store.folder, `${createHash('sha256').update(text).digest('hex')}.o`);
}

/** Takes a kept object, if it is there. */
export async function takeObject(kept: string, object: string): Promise<boolean> {
  try {
    await copyFile(kept, object);
    return true;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Keeps an object for the next build; another build may be doing the same. */
export async function keepObject(object: string, kept: string): Promise<void> {
  const partial = `${kept}.${process.pid}.partial`;
  await mkdir(dirname(kept), { recursive: true });
  await copyFile(object, partial);
  await rename(partial, kept);
}

/** Removes what the last build had no use for. */
export async function forgetOthers(store: ObjectStore, used: ReadonlySet<string>): Promise<void> {
  const names = await readdir(store.folder).catch(() => []);
  const others = names.map((name) => join(store.folder, name)).filter((path) => !used.has(path));
  await Promise.all(others.map((path) => rm(path, { force: true })));
}
