import { randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  ftruncateSync,
  mkdirSync,
  openSync,
  statfsSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TargetError } from '../../base';
import { type ScratchFiles, scratchFiles } from './machines';

/** The parents of scratch folders, best first: memory before disk. */
export const SCRATCH_ROOTS: readonly string[] = ['/dev/shm', tmpdir()];

/** Names the longest file of a unix socket, in bytes. */
const MAX_SOCKET_PATH = 100;
/** A separator and the longest name that a socket is given. */
const SOCKET_NAME = '/control'.length;
const MB = 1024 * 1024;
/** Room beside the RAM for sockets and folders. */
const MARGIN = 64 * 1024;

/** Chooses the files of an emulator with `size` bytes of RAM; nothing is created yet. */
export function chooseScratch(size: number, roots = SCRATCH_ROOTS): ScratchFiles {
  return scratchFiles(chooseFolder(size, roots));
}

/** Chooses a folder that does not exist yet, so that a guardian can be given its path first. */
export function chooseFolder(size: number, roots = SCRATCH_ROOTS): string {
  const seen: string[] = [];
  for (const root of roots) {
    const folder = join(root, `cyclescope-${randomBytes(6).toString('hex')}`);
    const isLong = process.platform !== 'win32' && folder.length + SOCKET_NAME > MAX_SOCKET_PATH;
    const free = freeBytes(root);
    if (!isLong && free >= size + MARGIN) return folder;
    const room = `${root} has ${Math.floor(free / MB)} MB free`;
    seen.push(isLong ? `the path ${root} is too long for a socket` : room);
  }
  throw new TargetError(
    'no-space',
    `The emulator's files need ${Math.ceil((size + MARGIN) / MB)} MB in a writable folder: ${seen.join(', ')}`,
    'Free some space there, or set TMPDIR to another folder.',
  );
}

/** Creates the scratch folder with a RAM file full of zeros, which takes space only where it is used. */
export function createScratch(files: ScratchFiles, size: number): void {
  try {
    mkdirSync(files.folder, { mode: 0o700 });
    const file = openSync(files.ram, 'wx', 0o600);
    ftruncateSync(file, size);
    closeSync(file);
  } catch (error) {
    throw new TargetError(
      'no-space',
      `The emulated memory could not be created: ${(error as Error).message}`,
      `Check free space and write permission in ${files.folder}.`,
    );
  }
}

/** Nothing where the folder cannot be written. */
function freeBytes(folder: string): number {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
