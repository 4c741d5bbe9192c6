import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot } from './lib/paths.mjs';
import { runSource } from './lib/sources.mjs';
import { table } from './lib/table.mjs';
import { ensure } from './setup/ensure.mjs';

/*
 * Compares the decoder with a loop in C, and measures exports for other tools. Exits with 1 if Perfetto's takes more than
 * its limits.
 *
 * bench-decode [decode] [export]
 */

// Compares processor time instead of wall-clock time: other programs disturb it less.
const EVENTS = 20_000_000;
const ROUNDS = 5;
/** Repeated in each round, so that warming up shows. */
const REPETITIONS = 3;
/** The C loop counts the ten zeros of the recording's only sync as empty packets. */
const SYNC_EVENTS = 5;

const EXPORTED_EVENTS = 10_000_000;
const MOST_SECONDS = 10;
/** For each begin and end of a slice. */
const MOST_BYTES = 16;

const source = (/** @type {string} */ name) => inRoot('scripts', 'bench-decode', name);

await ensure(['unit', 'agent']);
// Imported late: set-up may only just have installed it.
const { build } = await import('esbuild');
const folder = mkdtempSync(join(tmpdir(), 'cyclescope-bench-'));
const kinds = process.argv.slice(2);
const isWanted = (/** @type {string} */ kind) => kinds.length === 0 || kinds.includes(kind);
try {
  if (isWanted('decode')) await measure();
  if (isWanted('export')) await measureExports();
} finally {
  rmSync(folder, { recursive: true });
}

async function measure() {
  const file = join(folder, 'recording');
  const bundle = join(folder, 'decode.mjs');
  execFileSync(compile('generate'), [file, `${EVENTS}`]);
  await build({
    entryPoints: [source('decode.mjs')],
    outfile: bundle,
    bundle: true,
    format: 'esm',
    platform: 'node',
  });
  const walk = compile('walk');
  const passes = {
    c: () => timings(walk, [file, `${REPETITIONS}`]),
    count: () => timings(process.execPath, [bundle, 'count', file, `${REPETITIONS}`]),
    store: () => timings(process.execPath, [bundle, 'store', file, `${REPETITIONS}`]),
  };
  /** @type {Record<keyof typeof passes, number[]>} */
  const seconds = { c: [], count: [], store: [] };
  for (let round = 0; round < ROUNDS; round++) {
    const [c, count, store] = [passes.c(), passes.count(), passes.store()];
    compare(c, count, store);
    seconds.c.push(...c.seconds);
    seconds.count.push(...count.seconds);
    seconds.store.push(...store.seconds);
  }
  const peak = Number(
    execFileSync(process.execPath, [bundle, 'stream', file], { encoding: 'utf8' }),
  );
  report(statSync(file).size, peak, {
    c: median(seconds.c),
    count: median(seconds.count),
    store: median(seconds.store),
  });
}

async function measureExports() {
  const file = join(folder, 'exported.SVDat');
  execFileSync(compile('generate'), [file, `${EXPORTED_EVENTS}`]);
  const rows = [];
  for (const format of ['perfetto', 'chrome', 'ctf']) {
    const printed = await runSource('scripts/bench-decode/export.ts', [file, folder, format]);
    /** @type {{ seconds: number, cpu: number, bytes: number, events: number, written: number }} */
    const { seconds, cpu, bytes, events, written } = JSON.parse(printed);
    if (format === 'perfetto' && (cpu > MOST_SECONDS || bytes / written > MOST_BYTES)) {
      process.exitCode = 1;
    }
    const each = (/** @type {number} */ count) => (bytes / count).toFixed(1);
    rows.push([
      format,
      seconds.toFixed(1),
      cpu.toFixed(1),
      (bytes / 1e6).toFixed(0),
      each(written),
      each(events),
    ]);
  }
  const heads = [
    'export',
    'seconds',
    'of processor time',
    'MB',
    'bytes a begin or end',
    'bytes a recorded event',
  ];
  console.log(table([heads, ...rows]));
}

function compile(/** @type {string} */ name) {
  const program = join(folder, name);
  execFileSync('gcc', ['-std=c11', '-O2', '-Wall', '-Wextra', '-o', program, source(`${name}.c`)]);
  return program;
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 */
function timings(program, args) {
  const lines = execFileSync(program, args, { encoding: 'utf8' }).trim().split('\n');
  const rows = lines.map((line) => line.split(' ').map(Number));
  const [events = 0, ticks = 0] = rows[0] ?? [];
  return { events, ticks, seconds: rows.map(([, , time = NaN]) => time) };
}

/** @typedef {ReturnType<typeof timings>} Timings */

/** Checks that all three walked over the same packets. */
function compare(/** @type {Timings} */ c, /** @type {readonly Timings[]} */ ...ours) {
  for (const { events, ticks } of ours) {
    if (events === c.events - SYNC_EVENTS && ticks === c.ticks) continue;
    throw new Error(`C found ${c.events} events in ${c.ticks} ticks, ours ${events} in ${ticks}`);
  }
}

function median(/** @type {readonly number[]} */ values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/**
 * @param {number} bytes
 * @param {number} peak
 * @param {{ c: number, count: number, store: number }} seconds
 */
function report(bytes, peak, { c, count, store }) {
  const row = (/** @type {string} */ name, /** @type {number} */ seconds) => [
    name,
    (EVENTS / seconds / 1e6).toFixed(1),
    (bytes / seconds / 1e6).toFixed(0),
  ];
  const rows = [row('C loop, -O2', c), row('counting', count), row('into the store', store)];
  console.log(table([['pass', 'million events/s of processor time', 'MB/s'], ...rows]));
  const megabytes = (/** @type {number} */ value) => (value / 1e6).toFixed(0);
  console.log(`counting a file of ${megabytes(bytes)} MB takes at most ${megabytes(peak)} MB`);
  console.log(`decode ratio ${(c / count).toFixed(3)}`);
}
