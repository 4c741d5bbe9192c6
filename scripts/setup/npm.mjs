import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '../lib/paths.mjs';
import { run } from '../lib/process.mjs';

/**
 * @typedef {object} LockFile
 * @property {Record<string, { version?: string, optional?: boolean }>} packages
 */

/** Installs the npm packages of the lock file, unless exactly these are already present. */
export async function installNpmPackages() {
  const wanted = readLock(inRoot('package-lock.json'));
  const present = readLock(inRoot('node_modules', '.package-lock.json'));
  if (wanted && present && isInstalled(wanted, present)) return undefined;
  const code = await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    stdio: ['inherit', 2, 2],
    // On Windows npm is a command file, which only a shell can start.
    shell: process.platform === 'win32',
  });
  return code === 0 ? undefined : `npm ci ended with exit code ${code}`;
}

/** Installs packages in a folder of their own, unless exactly these are already present. */
export async function installNpmProject(
  /** @type {{ project: string, folder: string, entry: string }} */ { project, folder, entry },
  /** @type {readonly string[]} */ options = [],
) {
  const files = ['package.json', 'package-lock.json'];
  const wanted = readLock(join(project, 'package-lock.json'));
  const present = readLock(join(folder, 'node_modules', '.package-lock.json'));
  if (wanted && present && existsSync(entry) && isInstalled(wanted, present)) return undefined;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of files) cpSync(join(project, file), join(folder, file));
  const code = await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', ...options], {
    cwd: folder,
    stdio: ['inherit', 2, 2],
    shell: process.platform === 'win32',
  });
  return code === 0 ? undefined : `npm ci in ${folder} ended with exit code ${code}`;
}

/** Checks whether npm's record of installed packages matches the lock file. */
export function isInstalled(/** @type {LockFile} */ wanted, /** @type {LockFile} */ present) {
  const isPackage = (/** @type {string} */ path) => path !== '';
  const lacksNothing = Object.entries(wanted.packages)
    .filter(([path, { optional }]) => isPackage(path) && !(optional && !present.packages[path]))
    .every(([path, { version }]) => present.packages[path]?.version === version);
  const hasNothingElse = Object.keys(present.packages).every((path) => path in wanted.packages);
  return lacksNothing && hasNothingElse;
}

function readLock(/** @type {string} */ path) {
  try {
    return /** @type {LockFile} */ (JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}
