import { execFile, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeProgram } from '../../test/program.mjs';
import { inRoot } from '../lib/paths.mjs';

/** Programs that set up what they need. */
const programs = readdirSync(inRoot('scripts')).filter(
  (name) =>
    name.endsWith('.mjs') && /^await ensure\(/m.test(readFileSync(inRoot('scripts', name), 'utf8')),
);

let checkout = '';
let bin = '';

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'cyclescope-setup-'));
  bin = join(checkout, 'bin');
  mkdirSync(bin);
  const imported = ['extension/toolchain/crates.mjs', 'test/integration/sampling/firmware.mjs'];
  for (const path of ['scripts', 'third-party', ...imported, 'package.json', 'package-lock.json']) {
    cpSync(inRoot(path), join(checkout, path), { recursive: true });
  }
});
afterEach(() => rmSync(checkout, { recursive: true }));

/** Creates a fake system program. */
const fake = (/** @type {string} */ name, /** @type {string} */ body = 'exit 0') =>
  writeProgram(join(bin, name), `#!/bin/sh\necho "$0 $*" >> '${checkout}/log'\n${body}\n`);

function setup(/** @type {string[]} */ ...args) {
  const done = spawnSync(process.execPath, ['scripts/setup.mjs', ...args], {
    cwd: checkout,
    encoding: 'utf8',
    env: { PATH: bin, CI: '1' },
    input: '',
  });
  return { code: done.status, text: done.stderr };
}

/** Resolves to the error output of a program. @returns {Promise<string>} */
const collectErrors = (/** @type {string} */ name) =>
  new Promise((resolve) => {
    const program = join(checkout, 'scripts', name);
    const options = { env: { PATH: bin, CI: '1' } };
    execFile(process.execPath, [program], options, (_, __, text) => resolve(text)).stdin?.end();
  });

describe.skipIf(process.platform !== 'linux')('set-up without node_modules', () => {
  it('names every missing program of all layers and changes nothing', () => {
    const { code, text } = setup();
    expect(code).toBe(1);
    for (const name of ['npm', 'cargo', 'arm-none-eabi-gcc', 'gcc', 'qemu-system-arm']) {
      expect(text).toMatch(new RegExp(`^  ${name}\\b.*  \\S`, 'm'));
    }
    expect(existsSync(join(checkout, 'node_modules'))).toBe(false);
    expect(existsSync(join(checkout, 'build', 'stamps'))).toBe(false);
  });

  it('is what programs start with, before they load any package', async () => {
    const ends = await Promise.all(programs.map(async (name) => [name, await collectErrors(name)]));
    expect(ends).toEqual(programs.map((name) => [name, expect.stringMatching(/^ {2}npm\b/m)]));
  });

  it('does one layer alone, once', () => {
    fake('npm', `/bin/mkdir -p node_modules`);
    expect(setup('unit')).toMatchObject({
      code: 0,
      text: expect.stringContaining('Setting up: unit'),
    });
    rmSync(join(bin, 'npm'));
    fake('npm', 'exit 1');
    expect(setup('unit')).toEqual({ code: 0, text: 'Set up: unit\n' });
    writeFileSync(join(checkout, 'package-lock.json'), '{}');
    expect(setup('unit')).toMatchObject({ code: 1, text: expect.stringContaining('npm ci ended') });
  });

  it('fails if a package for Windows cannot be downloaded, or does not run', () => {
    fake('wine', 'case "$*" in *git.exe*) exit 53;; esac');
    fake('npm', 'exit 1');
    expect(setup('windows')).toMatchObject({ code: 1, text: expect.stringContaining('npm ci in') });
    rmSync(join(bin, 'npm'));
    fake('npm');
    expect(setup('windows')).toMatchObject({
      code: 1,
      text: expect.stringMatching(/git\.exe --version ended with exit code 53/),
    });
    expect(existsSync(join(checkout, 'build', 'stamps', 'windows'))).toBe(false);
  });

  it('lists what and how much before apt installs it', () => {
    const tools = `for p in qemu-system-arm gdb-multiarch; do echo '#!/bin/sh' > '${bin}'/$p; /bin/chmod +x '${bin}'/$p; done`;
    fake('apt-get', `case "$*" in *simulate*) exit 100;; install*) ${tools};; esac`);
    fake('sudo', '"$@"');
    const { code, text } = setup('qemu');
    expect(text).toMatch(
      /^apt: qemu-system-arm gdb-multiarch: about 21 MB download, \d+ MB on disk/m,
    );
    expect(code).toBe(0);
  });

  it('does not touch the system while a program is missing that apt cannot bring', () => {
    fake('apt-get');
    const { code, text } = setup('agent');
    expect(code).toBe(1);
    expect(text).toContain('rustup');
    expect(existsSync(join(checkout, 'log'))).toBe(false);
  });

  it('names the layers when asked for an unknown one', () => {
    expect(setup('lunix')).toMatchObject({ code: 2, text: expect.stringContaining('unit, agent') });
  });
});
