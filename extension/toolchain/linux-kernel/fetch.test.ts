import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findKernel, LINUX_BOARDS, type LinuxBoard } from '../../targets/qemu-linux/kernel';
import { writeProgram } from '../../../test/program.mjs';
import { fetchKernel } from './linux-kernel';

const [BOARD] = LINUX_BOARDS as readonly [LinuxBoard];
const KERNEL = 'linux-image-6.1.0-99-armmp';

/** Stand-ins for apt's programs, as shell scripts: nothing here asks a network. */
const PROGRAMS = {
  'apt-get': `case "$1 $2" in
    "update --print-uris") echo "'http://nowhere/debian/dists/bookworm/InRelease' x 0" ;;
    update*) [ -z "$FAKE_OFFLINE" ] || { echo "E: no network" >&2; exit 100; } ;;
    download*) echo dlstatus:1:50.0:file >&3; echo deb > ${KERNEL}_1_armhf.deb ;;
  esac`,
  'apt-cache': `for name; do :; done
    echo "Package: $name"; echo "Version: 6.1.999-1"; echo "Size: 43000000"
    echo "Depends: ${KERNEL} (= 6.1.999-1)"`,
  'apt-config': 'exit 0',
  'dpkg-deb': 'tar -c -C "$FAKE_CONTENTS" .',
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cyclescope-fetch-'));
  for (const [name, script] of Object.entries(PROGRAMS))
    put(`bin/${name}`, `#!/bin/sh\n${script}\n`);
  put(`contents/boot/vmlinuz-6.1.0-99-armmp`, 'kernel');
  put(`contents/usr/lib/${KERNEL}/imx6ul-14x14-evk.dtb`, 'tree');
  put('keyring', '');
  vi.stubEnv('PATH', `${join(folder, 'bin')}:${process.env['PATH']}`);
  vi.stubEnv('FAKE_CONTENTS', join(folder, 'contents'));
  vi.stubEnv('TMPDIR', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

function put(name: string, text: string): void {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  if (name.startsWith('bin/')) writeProgram(path, text);
  else writeFileSync(path, text);
}

async function fetch(signal = new AbortController().signal) {
  const messages: string[] = [];
  const cache = join(folder, 'cache');
  const fetched = await fetchKernel({
    flavour: BOARD.flavour,
    cache,
    keyring: join(folder, 'keyring'),
    signal,
    onMessage: (text) => messages.push(text),
    onProgress: (what, percent) => messages.push(`${what} ${percent}`),
  });
  return { fetched, messages, cache };
}

test.skipIf(process.platform === 'win32')(
  'the kernel that Debian’s package names is fetched once',
  async () => {
    const { fetched, messages, cache } = await fetch();
    expect(fetched).toMatchObject({ upToDate: false, description: { package: KERNEL } });
    expect(messages).toEqual([
      expect.stringContaining('http://nowhere/debian'),
      `Fetching ${KERNEL} 6.1.999-1 (43.0 MB).`,
      `${KERNEL} 50`,
    ]);
    const kernel = findKernel(BOARD, cache);
    expect([kernel.path, kernel.deviceTree].map((path) => readFileSync(path, 'utf8'))).toEqual([
      'kernel',
      'tree',
    ]);
    expect(readdirSync(cache)).toEqual([BOARD.flavour]);
    expect((await fetch()).fetched.upToDate).toBe(true);
  },
);

test.skipIf(process.platform === 'win32')(
  'a failure of apt is explained in its words and leaves nothing behind',
  async () => {
    vi.stubEnv('FAKE_OFFLINE', '1');
    await expect(fetch()).rejects.toMatchObject({ message: 'apt-get update failed: no network' });
    expect(readdirSync(join(folder, 'cache'))).toEqual([]);
  },
);

test.skipIf(process.platform === 'win32').each([
  ['no mirror', () => put('bin/apt-get', '#!/bin/sh\n'), /list no Debian mirror/],
  ['no keys', () => rmSync(join(folder, 'keyring')), /keys were not found/],
  [
    'no such file in the package',
    () => rmSync(join(folder, 'contents', 'boot'), { recursive: true }),
    /could not be unpacked/,
  ],
])('%s', async (_, damage, message) => {
  damage();
  await expect(fetch()).rejects.toThrow(message);
  expect(readdirSync(join(folder, 'cache'))).toEqual([]);
});

test.skipIf(process.platform === 'win32')('an interrupt leaves nothing behind', async () => {
  await expect(fetch(AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
  expect(readdirSync(join(folder, 'cache'))).toEqual([]);
});
