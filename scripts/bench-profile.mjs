import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAll } from './lib/build.mjs';
import { cli } from './lib/paths.mjs';
import { runSource } from './lib/sources.mjs';
import { table } from './lib/table.mjs';
import { ensure } from './setup/ensure.mjs';

/*
 * Compares the times of exact profiles on qemu-freertos-m7 with their limits: measuring and profiling
 * operations with the command line, the plugin built before, and reading what the view shows. The
 * limits apply to an otherwise idle computer with two processors.
 */

const FAMILIES = ['mutex', 'heap', 'thread', 'context_switch'];
const TARGET = ['--target', 'qemu-freertos-m7', '--accept-license', 'qemu-plugin'];

await ensure(['unit', 'agent', 'qemu']);
const code = await buildAll(['qemu-freertos-m7']);
if (code !== 0) process.exit(code);
const folder = mkdtempSync(join(tmpdir(), 'cyclescope-profile-'));
try {
  process.exitCode = await measureAll();
} finally {
  rmSync(folder, { recursive: true });
}

async function measureAll() {
  profile(['--bench', 'mutex/lock']);
  const families = profile(FAMILIES.flatMap((suite) => ['--bench', suite]));
  const catalogue = profile([]);
  const opening = await timeOpening(catalogue.run);
  const rows = [
    row(`four families: ${families.operations} operations`, families.seconds, 5),
    row(`the whole catalogue: ${catalogue.operations} operations`, catalogue.seconds, 60),
    row('opening the profile of the catalogue', opening.first, 1),
    row('all operations of it', opening.all, 1),
  ];
  const [load = 0] = loadavg();
  console.log(`load ${load.toFixed(1)} on ${availableParallelism()} processors`);
  console.log(table([['what', 'measured', 'limit', ''], ...rows.map(({ cells }) => cells)]));
  return rows.every(({ holds }) => holds) ? 0 : 1;
}

function row(
  /** @type {string} */ name,
  /** @type {number} */ seconds,
  /** @type {number} */ limit,
) {
  const holds = seconds <= limit;
  const cells = [name, `${seconds.toFixed(2)} s`, `at most ${limit} s`, holds ? 'ok' : 'BEYOND'];
  return { holds, cells };
}

/** Measures and profiles operations with 100 samples each, in a process of its own. */
function profile(/** @type {readonly string[]} */ benches) {
  const started = performance.now();
  const args = [cli, 'profile', ...TARGET, ...benches, '--json'];
  const text = execFileSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const seconds = (performance.now() - started) / 1000;
  /** @type {{ folder: string, operations: readonly unknown[] }} */
  const { folder: run, operations } = JSON.parse(text);
  return { seconds, run, operations: operations.length };
}

/**
 * Reads a profile as the worker of the view does; returns the seconds until the first operation is
 * shown, and those for all of them together.
 */
async function timeOpening(/** @type {string} */ run) {
  /** @type {{ first: number, all: number }} */
  const seconds = JSON.parse(await runSource('scripts/bench-profile/open.ts', [run]));
  return seconds;
}
