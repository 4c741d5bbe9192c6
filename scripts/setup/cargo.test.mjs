import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inRoot, wolfcrypt } from '../lib/paths.mjs';
import { readKeptPaths, findLockedChecksum } from '../../extension/toolchain/crates.mjs';
import { cSourceFolders } from './cargo.mjs';

const readLock = (/** @type {string} */ project) =>
  readFileSync(join(project, 'Cargo.lock'), 'utf8');
const lock = readLock(inRoot('third-party', 'c-sources'));
const crates = cSourceFolders.map((folder) => basename(dirname(folder)));
const wolfcryptCrate = 'wolfssl-sys-5.3.0';

it('keeps the crates whose sources are used', () => {
  expect(readKeptPaths({ project: inRoot('third-party', 'c-sources') })).toEqual(crates);
});

it.each(crates)('%s is locked', (crate) => {
  expect(findLockedChecksum(lock, crate)).toMatch(/^[0-9a-f]{64}$/);
});

it.each(['freertos-next-0.11.0', 'freertos-next', 'cyclescope-c-sources-0.0.0'])(
  'finds no checksum for %s',
  (crate) => expect(findLockedChecksum(lock, crate)).toBeUndefined(),
);

it.each([['c-sources'], ['wolfcrypt'], ['chips']])(
  '%s names no registry but the public one',
  (project) => {
    const sources = new Set(readLock(inRoot('third-party', project)).match(/^source = .*$/gm));
    expect([...sources]).toEqual([
      'source = "registry+https://github.com/rust-lang/crates.io-index"',
    ]);
  },
);

describe('the copy of wolfCrypt', () => {
  const kept = readKeptPaths(wolfcrypt);

  it('is from the locked crate only', () => {
    expect(findLockedChecksum(readLock(wolfcrypt.project), wolfcryptCrate)).toMatch(
      /^[0-9a-f]{64}$/,
    );
    expect(kept.filter((path) => !path.startsWith(`${wolfcryptCrate}/`))).toEqual([]);
  });

  it('includes the licence and the checksums', () => {
    expect(kept).toContain(`${wolfcryptCrate}/wolfssl-src/COPYING`);
    expect(kept).toContain(`${wolfcryptCrate}/wolfssl-src/LICENSING`);
    expect(kept).toContain(`${wolfcryptCrate}/.cargo-checksum.json`);
  });
});
