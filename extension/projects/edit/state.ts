import type { Dirent } from 'node:fs';
import { lstat, readdir, readFile, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { SetupGap } from '../../targets';
import type { Project } from './project';
import { COPY } from './sdk';

/** The files that adding and removing read, as they are on the disk. */
export interface ProjectState {
  /** Whole texts by their paths inside the project's folder, with slashes. */
  readonly files: ReadonlyMap<string, string>;
  /** Entries of the copy that are not UTF-8 text, or not files: never touched. */
  readonly others: readonly string[];
  /** Obstacles to changing them. */
  readonly gaps: readonly SetupGap[];
}

const OWN = ['CMakeLists.txt', 'cyclescope.conf', '.gitignore'];
/** More than any copy has. */
const MAX_FILES = 5000;

/** Reads a project's files byte for byte; files that are not UTF-8 are reported and left alone. */
export async function readState(project: Pick<Project, 'folder'>): Promise<ProjectState> {
  const { folder } = project;
  const files = new Map<string, string>();
  const others: string[] = [];
  const gaps: SetupGap[] = [];
  for (const inside of OWN) {
    const found = await readTextInside(folder, inside);
    if (found === undefined) continue;
    if ('gap' in found) gaps.push(found.gap);
    else files.set(inside, found.text);
  }
  const copy = await lstat(join(folder, COPY)).catch(() => undefined);
  if (copy !== undefined && !copy.isDirectory()) gaps.push(NO_FOLDER);
  for (const inside of copy?.isDirectory() ? await filesBelow(folder, COPY) : []) {
    const found = await readTextInside(folder, inside);
    if (found === undefined || 'gap' in found) others.push(inside);
    else files.set(inside, found.text);
  }
  return { files, others, gaps };
}

const NO_FOLDER: SetupGap = {
  what: `${COPY} already exists and is not a folder`,
  remedy: 'Rename it: the agent’s sources go into a folder of that name.',
};

async function readTextInside(folder: string, inside: string) {
  const path = join(folder, inside);
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) return undefined;
  if (found.isSymbolicLink() && !(await isInside(folder, path))) {
    return gap(
      `${inside} is a link to a file outside of the project`,
      'Add the agent in the folder that it points to.',
    );
  }
  const whole = await readFile(path).catch(() => undefined);
  if (whole === undefined) return gap(`${inside} cannot be read`, 'Check its permissions.');
  if ((found.mode & 0o222) === 0)
    return gap(`${inside} is not writable`, 'Make it writable first.');
  const text = decodeExactly(whole);
  return text === undefined
    ? gap(`${inside} is not UTF-8 text`, 'Save it as UTF-8: otherwise a change could damage it.')
    : { text };
}

const gap = (what: string, remedy: string) => ({ gap: { what, remedy } });

/** Decodes bytes to text that encodes to the same bytes; undefined if there is none. */
export function decodeExactly(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

async function isInside(folder: string, path: string): Promise<boolean> {
  const [root, target] = await Promise.all([realpath(folder), realpath(path).catch(() => '')]);
  return target.startsWith(root + sep);
}

/** Lists files and links below a folder; links are not followed. */
async function filesBelow(folder: string, start: string): Promise<readonly string[]> {
  const entries: Dirent[] = await readdir(join(folder, start), {
    withFileTypes: true,
    recursive: true,
  });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
    .slice(0, MAX_FILES);
}
