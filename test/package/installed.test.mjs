import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chooseCases, isEverything } from '../everything';
import { agreesWithRecording } from '../../extension/runs/record/testing/agree';
import { choosePorts } from '../../extension/host/ports';
import { readRunRecord } from '../../extension/runs/record/read';
import { decodeFile } from '../../extension/engine/decode/file';
import { findManifest, loadImage } from '../../extension/toolchain/images/find';
import { copyObjects } from '../../scripts/lib/objects.mjs';
import { cSources } from '../../scripts/lib/paths.mjs';
import { copyStripped } from '../../scripts/package/images.mjs';
import { packages } from '../../scripts/package/make.mjs';
import { installCommandLine, installExtension, newPlace, runProgram } from './place.mjs';

/**
 * @typedef {import('../../extension/agent/manifest').ImageManifest} ImageManifest
 * @typedef {import('../../extension/workers/run/protocol').KeptRun} KeptRun
 * @typedef {import('./place.mjs').Place} Place
 */

let place = /** @type {Place} */ ({});
let extension = '';
let commandLine = '';

beforeAll(async () => {
  // Profiles read QEMU's log through a pipe of the system, and perf's samples through a script.
  const script = ['sh', 'perf', 'readlink', 'mktemp', 'sleep', 'cat', 'id', 'rm'];
  place = newPlace(['qemu-system-arm', 'mkfifo', ...script]);
  extension = installExtension(place, packages.vsix);
  commandLine = await installCommandLine(place, packages.tarball);
});
afterAll(() => place.remove());

const readManifest = (/** @type {string} */ path) =>
  /** @type {ImageManifest} */ (JSON.parse(readFileSync(path, 'utf8')));

/** Finds an image of the installed extension. */
const findShipped = (
  /** @type {string} */ target,
  /** @type {'headline' | 'traced'} */ build = 'headline',
) => findManifest([{ folder: join(extension, 'dist', 'agent'), origin: 'shipped' }], target, build);

/** The manifest of an image of the installed extension. */
const loadManifest = async (
  /** @type {string} */ target,
  /** @type {'headline' | 'traced'} */ build = 'headline',
) => (await findShipped(target, build)).manifest;

/** A kept run is sound: it agrees with its recordings and came from the images of the package. */
async function expectSound(/** @type {string} */ folder, /** @type {string} */ target) {
  const { record } = readRunRecord(readFileSync(join(folder, 'run.json'), 'utf8'));
  expect(record).toMatchObject({ status: 'complete', target: { id: target } });
  expect(record?.passes.map(({ build }) => build)).toEqual(['headline', 'traced']);
  for (const pass of record?.passes ?? []) {
    expect(pass.image.sha256).toBe((await loadManifest(target, pass.build)).sha256);
    expect(pass.operations.map(({ suite }) => suite)).toContain('heap');
    const { runs } = await decodeFile(join(folder, pass.recording), {
      signal: new AbortController().signal,
    });
    expect(agreesWithRecording(pass, runs)).toEqual([]);
  }
}

const targets = ['qemu-freertos-m7', 'local-linux'];
/**
 * Suites without threads that wait for each other: other layers have agents with real-time priority on the same
 * processor, which hold up a waiting thread for seconds on a busy computer.
 */
const suites = isEverything ? [] : ['heap', 'mutex'];

describe('the extension, without the clone, cargo and compilers', () => {
  test.each(targets)('runs %s', async (target) => {
    const driver = join(place.folder, 'order.mjs');
    copyFileSync(join(import.meta.dirname, 'order.mjs'), driver);
    const runs = join(place.work, '.cyclescope', 'runs');
    const { code, out, err } = await runProgram(place, 'node', [
      driver,
      extension,
      runs,
      target,
      ...suites,
    ]);
    expect([code, err]).toEqual([0, '']);
    const { gives } = /** @type {{ gives: KeptRun }} */ (JSON.parse(out));
    expect(gives.failure).toBeUndefined();
    await expectSound(gives.folder, target);
  });
});

describe('the command line, without the clone, cargo and compilers', () => {
  test.each(targets)('runs %s', async (target) => {
    const benches = suites.flatMap((suite) => ['--bench', suite]);
    const few = [...benches, '--iterations', '300', '--repeat', '1'];
    const args = ['run', '--target', target, '--trace', ...few, '--json'];
    const { code, out, err } = await runProgram(place, commandLine, args);
    expect([code, err]).toEqual([0, expect.any(String)]);
    await expectSound(JSON.parse(out).folder, target);
  });

  test('lists the benchmarks of its images, with their places in the source', async () => {
    const { out } = await runProgram(place, commandLine, [
      'list',
      '--target',
      'local-linux',
      '--json',
    ]);
    const { benches } = /** @type {ImageManifest} */ (JSON.parse(out));
    expect(benches.map(({ at }) => at)).toContainEqual(
      expect.stringMatching(/^target-agent\/families\/heap\/heap\.c:\d+$/),
    );
  });

  test('profiles its image, line by line with the sources that it brings along', async () => {
    const args = ['profile', '--target', 'qemu-freertos-m7', '--bench', 'heap/malloc'];
    const few = ['--iterations', '2', '--show', 'lines'];
    const { code, out, err } = await runProgram(place, commandLine, [...args, ...few]);
    expect([code, err]).toEqual([0, expect.stringContaining('Reading QEMU')]);
    expect(out).toContain('heap_4.c');
    expect(out).toContain('  target-agent/families/heap/heap.c\n');
    expect(out).toContain('cyclescope_os_malloc(');
  });

  test.skipIf(!isEverything)('samples its image for Linux in the same way', async () => {
    const args = ['profile', '--target', 'local-linux', '--bench', 'context_switch/switch'];
    const few = ['--iterations', '20', '--show', 'lines'];
    const { code, out, err } = await runProgram(place, commandLine, [...args, ...few]);
    expect([code, err]).toEqual([0, expect.stringContaining('Sampling context_switch/switch')]);
    expect(out).toContain('  target-agent/families/context_switch/context_switch.c\n');
    expect(out).toMatch(/\d  +cyclescope_os_yield\(\);/);
  });

  const chips = /** @type {const} */ ([
    ['netduino2', 'STM32F205RF', 'ram-cortex-m3', 120_000_000],
    ['netduinoplus2', 'STM32F405RG', 'ram-cortex-m4f', 168_000_000],
  ]);
  test.each(chooseCases(chips, () => 'chip'))(
    'measures a chip, %s, from its RAM',
    async (...given) => {
      const [machine, chip, images, coreHz] = given;
      const { gdb } = await choosePorts();
      const quiet = ['-display', 'none', '-monitor', 'none', '-serial', 'null'];
      const words = ['-M', machine, '-S', ...quiet, '-icount', 'shift=7'];
      const emulator = spawn('qemu-system-arm', [...words, '-gdb', `tcp:127.0.0.1:${gdb}`], {
        stdio: 'ignore',
      });
      try {
        const chipArgs = ['--target', `gdb://127.0.0.1:${gdb}`, '--chip', chip];
        const few = ['--bench', 'heap', '--iterations', '20', '--repeat', '1', '--json'];
        const args = ['run', ...chipArgs, '--core-hz', `${coreHz}`, ...few];
        const { out } = await runProgram(place, commandLine, args);
        const { folder } = /** @type {{ folder: string }} */ (JSON.parse(out));
        const { record } = readRunRecord(readFileSync(join(folder, 'run.json'), 'utf8'));
        const [pass] = record?.passes ?? [];
        expect(pass?.image.sha256).toBe((await loadManifest(images)).sha256);
        expect(pass?.operations.map(({ suite, op }) => `${suite}/${op}`)).toEqual([
          'heap/malloc',
          'heap/free',
        ]);
      } finally {
        emulator.kill();
      }
    },
  );

  test("reads the extension's sample", async () => {
    const sample = join(extension, 'media', 'sample');
    for (const run of readdirSync(sample)) {
      const report = join(place.work, `${run}.md`);
      const args = ['report', join(sample, run), '-o', report];
      const { code, err } = await runProgram(place, commandLine, args);
      expect([code, err]).toEqual([0, expect.any(String)]);
      expect(readFileSync(report, 'utf8')).toContain('context_switch');
    }
  });
});

test('boards of this computer’s kind run its program', async () => {
  for (const build of /** @type {const} */ (['headline', 'traced'])) {
    const { elf } = await loadImage(await findShipped('linux-x86-64', build));
    const hash = createHash('sha256').update(elf).digest('hex');
    expect(hash).toBe((await loadManifest('local-linux', build)).sha256);
  }
});

describe('the SDK in a package', () => {
  test('is complete: every listed file is there', () => {
    const list = readFileSync(join(extension, 'sdk-integration', 'files.txt'), 'utf8');
    const missing = list
      .trim()
      .split('\n')
      .filter((path) => !existsSync(join(extension, path)));
    expect(missing).toEqual([]);
  });

  test('adds the agent to a separate program', async () => {
    const workshop = newPlace(['cmake', 'make', 'gcc', 'as', 'ld', 'ar', 'ranlib', 'uname', 'sh']);
    const example = join(extension, 'sdk-integration', 'linux', 'example');
    const few = isEverything ? [] : ['-DCYCLESCOPE_FAMILIES=heap'];
    const settings = ['-DCYCLESCOPE=ON', '-DCMAKE_C_COMPILER=gcc', ...few];
    const built = join(workshop.work, 'build');
    for (const args of [
      ['-S', example, '-B', built, '-G', 'Unix Makefiles', ...settings],
      ['--build', built, '--parallel', '2'],
    ]) {
      const { code, out, err } = await runProgram(workshop, 'cmake', args);
      expect([code, `${out}${err}`]).toEqual([0, expect.any(String)]);
    }
    const elf = join(built, 'checksum');
    const args = ['list', '--target', 'local-linux', '--elf', elf, '--json'];
    const { out } = await runProgram(workshop, commandLine, args);
    const { benches } = /** @type {ImageManifest} */ (JSON.parse(out));
    expect(benches.map(({ suite, op }) => `${suite}/${op}`)).toContain('bench_crc/crc32');
    workshop.remove();
  });
});

describe('building from a package', () => {
  const buildAgent = (/** @type {Place} */ where, /** @type {string} */ target) =>
    runProgram(where, commandLine, ['build', '--target', target, '--json']);

  test.each([
    ['the compiler', [], 'The compiler arm-none-eabi-gcc was not found.'],
    ['cargo', ['arm-none-eabi-gcc'], 'cargo was not found; it is needed to fetch the C sources'],
  ])('reports that %s is missing', async (_, programs, message) => {
    const bare = newPlace(programs);
    const { code, err } = await buildAgent(bare, 'qemu-freertos-m7');
    expect([code, err]).toEqual([1, expect.stringContaining(message)]);
    bare.remove();
  });

  // Every build goes the same way: `npm run test:all` makes the larger image as well.
  test.each(chooseCases([...targets].reverse(), () => 'image'))(
    'makes the same %s, in the work folder and not in the package',
    async (target) => {
      const workshop = newPlace(['arm-none-eabi-gcc', 'gcc', 'as', 'ld']);
      const cache = join(workshop.folder, 'home', '.cache', 'cyclescope');
      mkdirSync(cache, { recursive: true });
      symlinkSync(cSources.folder, join(cache, 'c-sources'));
      // An object is taken only if the package has the same text for it.
      if (!isEverything) copyObjects(workshop.work, target);
      const { code, out, err } = await buildAgent(workshop, target);
      expect([code, err]).toEqual([0, expect.any(String)]);
      const { images } =
        /** @type {{ images: { folder: string, build: 'headline' | 'traced' }[] }} */ (
          JSON.parse(out)
        );
      expect(images.map(({ build }) => build)).toEqual(['headline', 'traced']);
      for (const { folder, build } of images) {
        expect(folder).toBe(join(workshop.work, '.cyclescope', 'agent', target, build));
        const stripped = join(workshop.folder, build);
        await copyStripped(folder, stripped);
        const manifest = readManifest(join(stripped, 'manifest.json'));
        expect(manifest).toEqual(await loadManifest(target, build));
      }
      workshop.remove();
    },
  );
});
