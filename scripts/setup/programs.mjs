import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** @typedef {import('./layers.mjs').Requirement} Requirement */

/** Returns a program's full path, looked up like a shell. */
export function findProgram(
  /** @type {string} */ name,
  /** @type {string} */ path = process.env['PATH'] ?? '',
) {
  const endings = process.platform === 'win32' ? ['.cmd', '.exe'] : [''];
  return path
    .split(delimiter)
    .filter(isAbsolute)
    .flatMap((folder) => endings.map((ending) => join(folder, name + ending)))
    .find(isExecutable);
}

/** Returns the requirements that this machine does not meet. */
export const listMissing = (/** @type {readonly Requirement[]} */ needs) =>
  needs.filter((need) => applies(need) && !isMet(need));

/** Checks whether a program's `--version` output has at least this version. */
export function isAtLeast(
  /** @type {string} */ text,
  /** @type {readonly [number, number]} */ [major, minor],
) {
  const found = /(\d+)\.(\d+)/.exec(text);
  if (!found) return false;
  const [foundMajor, foundMinor] = [Number(found[1]), Number(found[2])];
  return foundMajor > major || (foundMajor === major && foundMinor >= minor);
}

/** Checks whether this system needs the requirement at all. */
export const applies = (/** @type {Requirement} */ { only }) =>
  only === undefined || only === process.platform;

function isMet(/** @type {Requirement} */ { program, probe, atLeast }) {
  const path = findProgram(program);
  if (!path) return false;
  if (probe) {
    const printed = output(path, probe);
    // A compiler that lacks the file prints its bare name.
    return isAbsolute(printed) && existsSync(printed);
  }
  return !atLeast || isAtLeast(output(path, ['--version']), atLeast);
}

const output = (/** @type {string} */ program, /** @type {readonly string[]} */ args) =>
  spawnSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).stdout.trim();

function isExecutable(/** @type {string} */ path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
