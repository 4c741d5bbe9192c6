import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { cSources, inRoot, wolfcrypt } from '../lib/paths.mjs';
import { run } from '../lib/process.mjs';

/** The vendored folders that are used; cargo also brings what these crates would be built with. */
export const cSourceFolders = [cSources.freertos, cSources.segger];

/**
 * C sources that crates carry.
 * @typedef {object} Vendored
 * @property {string} project the folder of the lock file
 * @property {string} folder where they lie
 * @property {readonly string[]} kept files and folders below it; the first name is a crate's
 */

/** Fetches the C sources through cargo, unless they are there and unchanged. */
export const vendorCSources = () =>
  vendor({
    project: inRoot('third-party', 'c-sources'),
    folder: cSources.folder,
    kept: cSourceFolders.map((folder) => basename(dirname(folder))),
  });

/** Fetches what of wolfCrypt the tests need. Nothing that is shipped is made of it. */
export async function vendorWolfcrypt() {
  const { project, folder } = wolfcrypt;
  const list = readFileSync(join(project, 'files.txt'), 'utf8');
  return vendor({ project, folder, kept: list.trim().split('\n') });
}

async function vendor(/** @type {Vendored} */ sources) {
  const { project, folder, kept } = sources;
  if (damagedCrates(sources).length === 0) return undefined;

  const fetched = `${folder}.partial`;
  rmSync(fetched, { recursive: true, force: true });
  mkdirSync(dirname(fetched), { recursive: true });
  const manifest = join(project, 'Cargo.toml');
  const args = ['vendor', '--locked', '--versioned-dirs', '--quiet', '--manifest-path', manifest];
  const code = await run('cargo', [...args, fetched], { stdio: ['ignore', 'ignore', 2] });
  if (code !== 0) return `cargo vendor ended with exit code ${code}`;

  rmSync(folder, { recursive: true, force: true });
  for (const path of kept) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    renameSync(join(fetched, path), join(folder, path));
  }
  rmSync(fetched, { recursive: true, force: true });
  const damaged = damagedCrates(sources);
  return damaged.length ? `cargo vendor left damaged files in ${damaged.join(', ')}` : undefined;
}

/** The crates of which something that is kept is missing, or not as it was published. */
function damagedCrates(/** @type {Vendored} */ { project, folder, kept }) {
  const lock = readFileSync(join(project, 'Cargo.lock'), 'utf8');
  const names = new Set(kept.map((path) => path.split('/')[0] ?? ''));
  const isKept = (/** @type {string} */ path) =>
    kept.some((each) => path === each || path.startsWith(`${each}/`));
  return [...names].filter(
    (name) => !isIntact(join(folder, name), lock, (file) => isKept(`${name}/${file}`)),
  );
}

/** The checksum that a Cargo.lock gives for the crate in a `name-version` folder. */
export function lockedChecksum(/** @type {string} */ lock, /** @type {string} */ folderName) {
  const entries = lock.split('[[package]]');
  const field = (/** @type {string} */ entry, /** @type {string} */ name) =>
    new RegExp(`^${name} = "(.*)"$`, 'm').exec(entry)?.[1];
  const entry = entries.find((e) => `${field(e, 'name')}-${field(e, 'version')}` === folderName);
  return entry && field(entry, 'checksum');
}

/** Whether a vendored crate is the locked one and every file that is kept of it is as published. */
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
    checksums.package === lockedChecksum(lock, basename(folder)) &&
    Object.entries(checksums.files)
      .filter(([file]) => isKept(file))
      .every(([file, sum]) => sha256(join(folder, file)) === sum)
  );
}

function sha256(/** @type {string} */ path) {
  if (!existsSync(path)) return undefined;
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
