import { access, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { cSourcesFolder } from '../c-sources';
import { agentSources, BENCH_FLAGS } from '../recipe-types';
import { notHere, vendor, type Vendored } from '../vendor';
import type { Extra, ExtraRequest } from './extra';

const CRATE = 'wolfssl-sys-5.3.0/wolfssl-src';
const SOURCES = ['aes', 'arc4', 'des3', 'md5', 'sha', 'sha256'];

/** The crate names another licence than the files in it, which count. */
const TERMS =
  'wolfCrypt, of wolfSSL Inc., is under the GNU General Public License, version 3 or later, or a ' +
  'commercial licence. Cyclescope does not ship it: its sources come from the Rust registry and are built on ' +
  'this computer. Whoever passes on an image with it must keep to one of these licences.';

/** Where wolfCrypt's sources lie: beside the others, but in a folder of their own. */
export function wolfcryptFolder(packageFolder: string, environment = process.env): string {
  return join(dirname(cSourcesFolder(packageFolder, environment)), 'wolfcrypt');
}

async function vendored(packageFolder: string): Promise<Vendored> {
  const project = join(packageFolder, 'third-party', 'wolfcrypt');
  const list = await readFile(join(project, 'files.txt'), 'utf8');
  const folder = wolfcryptFolder(packageFolder);
  return { of: 'wolfCrypt', project, folder, kept: list.trim().split('\n') };
}

async function isHere({ folder, kept }: Vendored): Promise<boolean> {
  const wanted = await Promise.allSettled(kept.map((path) => access(join(folder, path))));
  return wanted.every(({ status }) => status === 'fulfilled');
}

/** Fetches the sources unless they are here; gives their folder. */
async function requireWolfcrypt({
  packageFolder,
  onMessage,
  signal,
}: ExtraRequest): Promise<string> {
  const sources = await vendored(packageFolder);
  const folder = join(sources.folder, CRATE);
  if (await isHere(sources)) return folder;
  onMessage('Fetching the C sources of wolfCrypt with cargo (about 33 MB).');
  await vendor(sources, signal);
  if (await isHere(sources)) return folder;
  throw notHere(sources, `Remove ${sources.folder} and try again.`);
}

/** Ciphers and digests by wolfCrypt, whose sources are fetched and built here, and never shipped. */
export const crypto: Extra = {
  name: 'crypto',
  about: 'ciphers and digests of wolfCrypt (GPL or commercial licence)',
  licence: { name: 'wolfcrypt', terms: TERMS },
  prepare: async (_recipe, request) => {
    const folder = await requireWolfcrypt(request);
    const prefix = `-ffile-prefix-map=${folder}/=wolfcrypt/`;
    const files = SOURCES.map((name) => join(folder, 'wolfcrypt', 'src', `${name}.c`));
    return {
      sources: [
        { ours: true, files: agentSources('benches', 'crypto'), flags: BENCH_FLAGS },
        { ours: false, files, flags: [prefix] },
      ],
      includes: ['target-agent/benches/crypto'],
      systemIncludes: [folder],
      defines: ['WOLFSSL_USER_SETTINGS'],
      components: ['wolfCrypt'],
    };
  },
};
