import { chmod, mkdir, readFile, realpath, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { TargetError } from '../../base';
import { movePath, newTemporaryPath } from '../../host';
import type { FileChange, ProjectChange } from './project';
import { decodeExactly } from './state';

/** A change in progress, and the way to undo it. */
interface Done {
  readonly file: FileChange;
  readonly path: string;
  readonly mode: number | undefined;
}

/**
 * Makes a change as a whole: where anything fails, everything is as it was before. Refuses when a file
 * is no longer what the change was made for.
 */
export async function applyChange(change: ProjectChange): Promise<void> {
  const { folder } = change;
  const files = [...change.files].sort(byOrder);
  const paths = await Promise.all(files.map(({ path }) => resolveInFolder(folder, path)));
  await Promise.all(files.map((file, index) => mustBeAsBefore(file, paths[index] ?? '')));
  const aside = new Map<string, string>();
  const made: string[] = [];
  const done: Done[] = [];
  try {
    for (const [index, file] of files.entries()) {
      const path = paths[index] ?? '';
      if (file.after === undefined) continue;
      const first = await mkdir(dirname(path), { recursive: true });
      if (first !== undefined) made.push(first);
      const temporary = newTemporaryPath(path);
      aside.set(path, temporary);
      await writeFile(temporary, file.after, { flag: 'wx' });
      await keepMode(temporary, await readMode(path));
    }
    for (const [index, file] of files.entries()) {
      const path = paths[index] ?? '';
      const mode = await readMode(path);
      const temporary = aside.get(path);
      if (temporary === undefined) await rm(path);
      else await movePath(temporary, path);
      done.push({ file, path, mode });
    }
  } catch (error) {
    await undo(done, [...aside.values()], made);
    throw failure(error);
  }
  const removed = files.flatMap(({ after }, index) =>
    after === undefined ? (paths[index] ?? []) : [],
  );
  await removeEmpty(folder, removed);
}

/** Orders changes: dependencies are added first and removed last, so that the project always builds. */
function byOrder(a: FileChange, b: FileChange): number {
  const rank = ({ path, before, after }: FileChange) => {
    const isLists = path.endsWith('CMakeLists.txt') && before !== undefined && after !== undefined;
    return isLists ? 1 : after === undefined ? 2 : 0;
  };
  return rank(a) - rank(b);
}

/** The path behind all links, which must be inside of the project's folder. */
async function resolveInFolder(folder: string, path: string): Promise<string> {
  const root = await realpath(folder);
  let known = resolve(path);
  const rest: string[] = [];
  for (;;) {
    const real = await realpath(known).catch(() => undefined);
    if (real !== undefined) {
      const whole = join(real, ...rest);
      const inside = relative(root, whole);
      if (inside !== '' && !inside.startsWith('..') && !isAbsolute(inside)) return whole;
      throw refusal(`${path} is outside ${folder}.`, 'Nothing was changed.');
    }
    rest.unshift(relative(dirname(known), known));
    known = dirname(known);
  }
}

async function mustBeAsBefore({ before }: FileChange, path: string): Promise<void> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw failure(error, path);
  });
  if ((bytes && decodeExactly(bytes)) === before) return;
  throw refusal(
    `${path} has changed in the meantime.`,
    'Nothing was changed: review the change again.',
  );
}

async function readMode(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.mode;
}

/** A new file gets rights that the process's own mask has cut down. */
async function keepMode(path: string, mode: number | undefined): Promise<void> {
  if (mode !== undefined) await chmod(path, mode & 0o7777);
}

async function undo(
  done: readonly Done[],
  aside: readonly string[],
  made: readonly string[],
): Promise<void> {
  // They go first: on a full disk there is room for the texts as they were.
  await Promise.all(aside.map((path) => rm(path, { force: true })));
  for (const { file, path, mode } of [...done].reverse()) {
    if (file.before === undefined) await rm(path, { force: true });
    else {
      await writeFile(path, file.before);
      await keepMode(path, mode);
    }
  }
  await Promise.all(made.map((path) => rm(path, { recursive: true, force: true })));
}

/** Folders that held nothing but what was removed go as well. */
async function removeEmpty(folder: string, removed: readonly string[]): Promise<void> {
  const root = await realpath(folder);
  const parents = removed.flatMap((path) => {
    const above: string[] = [];
    for (let at = dirname(path); at !== root && at !== dirname(at); at = dirname(at))
      above.push(at);
    return above;
  });
  const deepestFirst = [...new Set(parents)].sort((a, b) => b.length - a.length);
  for (const path of deepestFirst) await rmdir(path).catch(() => undefined);
}

function failure(error: unknown, known?: string): TargetError {
  if (error instanceof TargetError) return error;
  const { code, path = known, message } = error as NodeJS.ErrnoException;
  const hint = 'Nothing was changed.';
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new TargetError('no-space', `There is no space left for ${path ?? 'the change'}.`, hint);
  }
  return refusal(path === undefined ? message : `${path} cannot be changed (${code}).`, hint);
}

function refusal(message: string, hint: string): TargetError {
  return new TargetError('change-failed', message, hint);
}
