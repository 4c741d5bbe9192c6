import { createHash, randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { homedir, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { TargetError } from '../base';

/** Names a folder for one link without creating it, so that a guardian can be given its path first. */
export function temporaryFolder(root = tmpdir()): string {
  return join(root, `cyclescope-${randomBytes(6).toString('hex')}`);
}

/** The folder of the user's files that can be made again. */
export function cacheFolder({ XDG_CACHE_HOME: cache } = process.env): string {
  return join(cache || join(homedir(), '.cache'), 'cyclescope');
}

/** A folder of this user that several calls share, by purpose. */
export function privateFolder(purpose: string): string {
  // A user without a name still has a number.
  const user = process.getuid?.() ?? userInfo().username;
  return join(tmpdir(), `cyclescope-${user}`, purpose);
}

/** Makes such a folder; its name can be guessed, so another user may have been there first. */
export function preparePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const owner = lstatSync(folder);
  const isOurs =
    owner.isDirectory() && (process.getuid === undefined || owner.uid === process.getuid());
  if (isOurs) return;
  throw new TargetError(
    'start-failed',
    `${folder} does not belong to you, so targets cannot be used`,
    'Remove that folder, or set TMPDIR to a folder of your own.',
  );
}

/**
 * Names a file beside another, to be written first and then renamed to it. Threads of one process
 * share its number, and processes in two containers may, so neither is part of the name.
 */
export function unfinishedBeside(path: string): string {
  return `${path}.${randomBytes(6).toString('hex')}.partial`;
}

/** Writes a file beside its place, and then puts it there: readers see the old or the new content. */
export async function writeWhole(
  path: string,
  write: (unfinished: string) => Promise<unknown>,
): Promise<void> {
  const unfinished = unfinishedBeside(path);
  await write(unfinished);
  await rename(unfinished, path);
}

// File systems refuse names of more than 255 bytes, and more is added to this part.
const LONGEST = 100;

/** A target's id as part of a file's name: ids may be addresses, or names that users gave. */
export function fileNameOf(target: string): string {
  const name = target.replaceAll(/[^\w.@-]+/g, '-');
  if (name.length <= LONGEST) return name;
  const rest = createHash('sha256').update(target).digest('hex').slice(0, 16);
  return `${name.slice(0, LONGEST - rest.length - 1)}-${rest}`;
}
