import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { cSources, inRoot } from '../lib/paths.mjs';
import { run } from '../lib/process.mjs';

/** The vendored folders that are used; cargo also brings what these crates would be built with. */
export const cSourceFolders = [cSources.freertos, cSources.segger];

const crates = cSourceFolders.map(dirname);
const project = inRoot('third-party', 'c-sources');

/** Fetches the C sources through cargo, unless they are there and unchanged. */
export async function vendorCSources() {
  const lock = readFileSync(join(project, 'Cargo.lock'), 'utf8');
  if (crates.every((folder) => isIntact(folder, lock))) return undefined;

  const fetched = `${cSources.folder}.partial`;
  rmSync(fetched, { recursive: true, force: true });
  mkdirSync(dirname(fetched), { recursive: true });
  const manifest = join(project, 'Cargo.toml');
  const args = ['vendor', '--locked', '--versioned-dirs', '--quiet', '--manifest-path', manifest];
  const code = await run('cargo', [...args, fetched], { stdio: ['ignore', 'ignore', 2] });
  if (code !== 0) return `cargo vendor ended with exit code ${code}`;

  rmSync(cSources.folder, { recursive: true, force: true });
  mkdirSync(cSources.folder);
  for (const folder of crates) renameSync(join(fetched, basename(folder)), folder);
  rmSync(fetched, { recursive: true, force: true });
  const damaged = crates.filter((folder) => !isIntact(folder, lock));
  return damaged.length ? `cargo vendor left damaged files in ${damaged.join(', ')}` : undefined;
}

/** The checksum that a Cargo.lock gives for the crate in a `name-version` folder. */
export function lockedChecksum(/** @type {string} */ lock, /** @type {string} */ folderName) {
  const entries = lock.split('[[package]]');
  const field = (/** @type {string} */ entry, /** @type {string} */ name) =>
    new RegExp(`^${name} = "(.*)"$`, 'm').exec(entry)?.[1];
  const entry = entries.find((e) => `${field(e, 'name')}-${field(e, 'version')}` === folderName);
  return entry && field(entry, 'checksum');
}

/** Whether a vendored crate is the locked one and every file in it is as published. */
function isIntact(/** @type {string} */ folder, /** @type {string} */ lock) {
  const list = join(folder, '.cargo-checksum.json');
  if (!existsSync(list)) return false;
  const checksums = /** @type {{ package: string, files: Record<string, string> }} */ (
    JSON.parse(readFileSync(list, 'utf8'))
  );
  return (
    checksums.package === lockedChecksum(lock, basename(folder)) &&
    Object.entries(checksums.files).every(([file, sum]) => sha256(join(folder, file)) === sum)
  );
}

function sha256(/** @type {string} */ path) {
  if (!existsSync(path)) return undefined;
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
