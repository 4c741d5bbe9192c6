import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { entriesUnder, readDeclarations } from '../agent-sources';
import { cSourcesFolder, type CSources, fetchSources, makeSourcesError } from '../c-sources';
import { readKeptPaths } from '../crates.mjs';
import { BENCH_FLAGS } from '../recipe-types';
import type { Extra, ExtraRequest } from './extra';

const CRATE = 'wolfssl-sys-5.3.0/wolfssl-src';
const SOURCES = ['aes', 'arc4', 'des3', 'md5', 'sha', 'sha256'];

/** The folder of wolfCrypt's sources, beside the others. */
export function wolfcryptFolder(packageFolder: string, environment = process.env): string {
  return join(dirname(cSourcesFolder(packageFolder, environment)), 'wolfcrypt');
}

const wolfcrypt = (packageFolder: string): CSources => ({
  of: 'wolfCrypt',
  project: join(packageFolder, 'third-party', 'wolfcrypt'),
  folder: wolfcryptFolder(packageFolder),
});

async function isHere(sources: CSources): Promise<boolean> {
  const paths = readKeptPaths(sources).map((path) => access(join(sources.folder, path)));
  return (await Promise.allSettled(paths)).every(({ status }) => status === 'fulfilled');
}

/** Fetches the sources if they are missing; returns their folder. */
async function requireWolfcrypt({
  packageFolder,
  onMessage,
  signal,
}: ExtraRequest): Promise<string> {
  const sources = wolfcrypt(packageFolder);
  const folder = join(sources.folder, CRATE);
  if (await isHere(sources)) return folder;
  onMessage('Fetching the C sources of wolfCrypt with cargo (about 33 MB).');
  await fetchSources(sources, signal);
  if (await isHere(sources)) return folder;
  throw makeSourcesError(sources, `Remove ${sources.folder} and try again.`);
}

/** Ciphers and digests by wolfCrypt, whose sources are fetched and built here, and never shipped. */
export const crypto: Extra = {
  name: 'crypto',
  about: 'ciphers and digests of wolfCrypt (GPL or commercial licence)',
  needs: "cargo, and your agreement to wolfCrypt's licence",
  // The crate names a different licence than its files; those of the files apply.
  licence: {
    name: 'wolfcrypt',
    terms:
      'wolfCrypt, of wolfSSL Inc., is under the GNU General Public License, version 3 or later, or a ' +
      'commercial licence. Cyclescope does not ship it: its sources come from the Rust registry and are built on ' +
      'this computer. Anyone who distributes an image with it must comply with one of these licences.',
  },
  prepare: async (_recipe, request) => {
    const folder = await requireWolfcrypt(request);
    const { families } = readDeclarations(request.packageFolder);
    const own = families.filter((family) => family.name === 'crypto');
    const files = SOURCES.map((name) => join(folder, 'wolfcrypt', 'src', `${name}.c`));
    const flags = [
      `-I${join(request.packageFolder, 'target-agent', 'families', 'crypto', 'wolfcrypt')}`,
      '-isystem',
      folder,
      '-DWOLFSSL_USER_SETTINGS',
    ];
    return {
      sources: [
        {
          ours: true,
          files: own.flatMap((family) => entriesUnder(family, 'SOURCES')),
          flags: [...BENCH_FLAGS, ...flags],
        },
        { ours: false, files, flags: [...flags, `-ffile-prefix-map=${folder}/=wolfcrypt/`] },
      ],
      components: ['wolfCrypt'],
    };
  },
};
