import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { expect, it } from 'vitest';
import { inRoot } from '../lib/paths.mjs';
import { cSourceFolders, lockedChecksum } from './cargo.mjs';

const lock = readFileSync(inRoot('third-party', 'c-sources', 'Cargo.lock'), 'utf8');

it.each(cSourceFolders.map((folder) => basename(dirname(folder))))('%s is locked', (crate) => {
  expect(lockedChecksum(lock, crate)).toMatch(/^[0-9a-f]{64}$/);
});

it.each(['freertos-next-0.11.0', 'freertos-next', 'cyclescope-c-sources-0.0.0'])(
  'gives no checksum for %s',
  (crate) => expect(lockedChecksum(lock, crate)).toBeUndefined(),
);

it('names no registry but the public one', () => {
  const sources = new Set(lock.match(/^source = .*$/gm));
  expect([...sources]).toEqual([
    'source = "registry+https://github.com/rust-lang/crates.io-index"',
  ]);
});
