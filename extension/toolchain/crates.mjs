/**
 * Fetches C sources that crates of the Rust registry carry. A folder of third-party/ names the crates in
 * its Cargo.toml and Cargo.lock, and in files.txt what is kept of them. The set-up of a checkout and
 * `cyclescope build` of an installed package both fetch by this module; how cargo is run is theirs.
 *
 *     await fetchCrates({ project: 'third-party/c-sources', folder: 'build/c-sources' }, runCargo);
 *
 * A fetch that fails, or is ended, leaves what was there before.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * @typedef {object} Vendored
 * @property {string} project the folder with Cargo.toml, Cargo.lock and files.txt
 * @property {string} folder where the sources lie
 *
 * @typedef {(args: readonly string[], cwd: string) => Promise<void>} Cargo
 *   runs cargo, and throws when it fails
 */

/** Files and folders that are kept below the folder; the first name of each is a crate's. */
export function readKeptPaths(/** @type {Pick<Vendored, 'project'>} */ { project }) {
  return readFileSync(join(project, 'files.txt'), 'utf8').trim().split(/\r?\n/);
}

/** Fetches sources again. Cargo compares every file with the checksums of the lock file. */
export async function fetchCrates(
  /** @type {Vendored} */ { project, folder },
  /** @type {Cargo} */ runCargo,
) {
  const fetched = `${folder}.${process.pid}.fetched`;
  const partial = `${folder}.${process.pid}.partial`;
  const manifest = join(project, 'Cargo.toml');
  const args = ['vendor', '--locked', '--versioned-dirs', '--quiet', '--manifest-path', manifest];
  await mkdir(dirname(folder), { recursive: true });
  try {
    await runCargo([...args, fetched], dirname(folder));
    // Cargo also brings everything that the crates would be built with.
    for (const path of readKeptPaths({ project })) {
      await mkdir(dirname(join(partial, path)), { recursive: true });
      await rename(join(fetched, path), join(partial, path));
    }
    await rm(folder, { recursive: true, force: true });
    await rename(partial, folder);
  } finally {
    for (const left of [fetched, partial]) await rm(left, { recursive: true, force: true });
  }
}

/** Lists the crates of which something that is kept is missing, or not as it was published. */
export function listDamagedCrates(/** @type {Vendored} */ { project, folder }) {
  const kept = readKeptPaths({ project });
  const lock = readFileSync(join(project, 'Cargo.lock'), 'utf8');
  const names = new Set(kept.map((path) => path.split('/')[0] ?? ''));
  const isKept = (/** @type {string} */ path) =>
    kept.some((each) => path === each || path.startsWith(`${each}/`));
  return [...names].filter(
    (name) => !isIntact(join(folder, name), lock, (file) => isKept(`${name}/${file}`)),
  );
}

/** The checksum that a Cargo.lock gives for the crate in a `name-version` folder. */
export function findLockedChecksum(/** @type {string} */ lock, /** @type {string} */ folderName) {
  const entries = lock.split('[[package]]');
  const field = (/** @type {string} */ entry, /** @type {string} */ name) =>
    new RegExp(`^${name} = "(.*)"$`, 'm').exec(entry)?.[1];
  const entry = entries.find((e) => `${field(e, 'name')}-${field(e, 'version')}` === folderName);
  return entry && field(entry, 'checksum');
}

/** Is a vendored crate the locked one, and every file that is kept of it as it was published? */
function isIntact(
  /** @type {string} */ folder,
  /** @type {string} */ lock,
  /** @type {(file: string) => boolean} */ isKept,
) {
  const list = join(folder, '.cargo-checksum.json');
  if (!existsSync(list)) return false;
  const checksums = /** @type {{ package: string, files: Record<string, string> }} */ (
    JSON.parse(readFileSync(list, 'utf8'))
  );
  return (
    checksums.package === findLockedChecksum(lock, basename(folder)) &&
    Object.entries(checksums.files)
      .filter(([file]) => isKept(file))
      .every(([file, sum]) => sha256(join(folder, file)) === sum)
  );
}

function sha256(/** @type {string} */ path) {
  if (!existsSync(path)) return undefined;
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
