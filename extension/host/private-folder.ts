import { createHash, randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { homedir, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemCode, TargetError } from '../base';

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
export function newTemporaryPath(path: string): string {
  return `${path}.${randomBytes(6).toString('hex')}.partial`;
}

/** Writes a file beside its path, and then moves it there: readers see the old or the new content. */
export async function writeWhole(
  path: string,
  write: (unfinished: string) => Promise<unknown>,
): Promise<void> {
  const unfinished = newTemporaryPath(path);
  await write(unfinished);
  await movePath(unfinished, path);
}

/** The time that another program may hold what is moved, or what is replaced. */
const HELD_MS = 5000;
const RETRY_MS = 10;

/** Moves a file, also over another, or a folder. Windows refuses that while a program reads it, such as a virus scanner. */
export async function movePath(
  from: string,
  to: string,
  { platform, move }: MoveSystem = { platform: process.platform, move: rename },
): Promise<void> {
  const deadline = Date.now() + HELD_MS;
  for (;;) {
    try {
      return await move(from, to);
    } catch (error) {
      const isHeld = platform === 'win32' && HELD.includes(systemCode(error) ?? '');
      if (!isHeld || Date.now() > deadline) throw error;
      await sleep(RETRY_MS);
    }
  }
}

const HELD: readonly string[] = ['EACCES', 'EBUSY', 'EPERM'];

/** The system that moves; tests have one of their own. */
interface MoveSystem {
  readonly platform: NodeJS.Platform;
  readonly move: (from: string, to: string) => Promise<void>;
}

// File systems refuse names of more than 255 bytes, and more is added to this part.
const LONGEST = 100;

/** A target's id as part of a file's name: ids may be addresses, or names that users gave. */
export function toFileName(target: string): string {
  const name = target.replaceAll(/[^\w.@-]+/g, '-');
  if (name.length <= LONGEST) return name;
  const rest = createHash('sha256').update(target).digest('hex').slice(0, 16);
  return `${name.slice(0, LONGEST - rest.length - 1)}-${rest}`;
}
