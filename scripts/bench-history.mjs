import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAll } from './lib/build.mjs';
import { buildDir, inRoot } from './lib/paths.mjs';
import { importSource, runSource } from './lib/sources.mjs';
import { table } from './lib/table.mjs';
import { ensure } from './setup/ensure.mjs';

/*
 * Counts how often changes of made-up series are found and how often there are false ones, and measures how
 * long the history of 1,000 runs of 100 operations takes. Exits with 1 beyond a limit.
 *
 * bench-history [rates] [speed] [editor] [otava]
 *
 * editor on demand: how long that history takes until it is on the screen of an editor
 * otava  on demand: installs Apache Otava from PyPI in build/, compares 200 series with what it finds, and writes
 *        its candidates into the file that the unit test reads
 */

/** Series of each noise with a step, and without one. */
const [STEPPED, FLAT] = [50, 500];
/** A change this close to the step is the step. */
const NEAR = 2;
const OTAVA = 'apache-otava==0.8.0';
const SPEED = 'scripts/bench-history/speed.ts';
const ORACLE = inRoot('extension', 'history', 'testing', 'otava.json');

/** @typedef {{ noise: string, step: number, isFound: boolean, false: number }} Judged */
/** @typedef {import('../extension/history/testing/series').MadeUpSeries} Series */
/** @typedef {{ candidate: [number, number] | null, points: number[] }} Examined */
/** @typedef {{ seconds: number, cpu: number, points: number, megabytes: number }} Reading */

const kinds = { rates: showRates, speed: showSpeed, editor: showOpenings, otava: askOtava };
const words = process.argv.slice(2);
const wanted = words.length === 0 ? ['rates', 'speed'] : words;

await ensure(['unit']);
const folder = mkdtempSync(join(tmpdir(), 'cyclescope-bench-history-'));
try {
  for (const [kind, show] of Object.entries(kinds)) {
    if (wanted.includes(kind) && !(await show())) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true });
}

async function showRates() {
  const { changePoints, exactChanges } =
    /** @type {typeof import('../extension/history/change-points')} */ (
      await importSource('extension/history/change-points.ts')
    );
  const { generateSeries, STEPS } = await seriesModule();
  const series = [
    ...generateSeries(FLAT, [0]),
    ...generateSeries(
      STEPPED,
      STEPS.filter((step) => step > 0),
    ),
  ];
  const judged = await judge(series, ({ noise, values }) =>
    noise === 'none' ? exactChanges(values) : changePoints(values),
  );
  printRates(judged);
  const ofSigma2 = judged.filter(({ noise }) => noise === 'sigma 2 %');
  const falseIn50 = (50 * sumFalse(ofSigma2.filter(({ step }) => step === 0))) / FLAT;
  const found = ofSigma2.filter(({ step, isFound }) => step === 5 && isFound).length;
  const isMet = falseIn50 <= 1 && found >= 0.9 * STEPPED;
  console.log(
    `sigma 2 %: ${falseIn50} false changes in 50 flat series (at most 1), ` +
      `steps of 5 % found in ${found} of ${STEPPED} (at least ${0.9 * STEPPED}): ${isMet ? 'ok' : 'MISSED'}`,
  );
  return isMet;
}

function sumFalse(/** @type {readonly Judged[]} */ judged) {
  return judged.reduce((sum, each) => sum + each.false, 0);
}

function printRates(/** @type {readonly Judged[]} */ judged) {
  const steps = [...new Set(judged.map(({ step }) => step))].filter((step) => step > 0);
  const rows = [...new Set(judged.map(({ noise }) => noise))].map((noise) => {
    const own = judged.filter((each) => each.noise === noise);
    const flat = own.filter(({ step }) => step === 0);
    const shares = steps.map((step) => {
      const some = own.filter((each) => each.step === step);
      return `${some.filter(({ isFound }) => isFound).length} of ${some.length}`;
    });
    return [noise, ...shares, `${sumFalse(flat)} in ${flat.length}`];
  });
  const titles = ['noise', ...steps.map((step) => `${step} %`), 'false in flat series'];
  console.log(table([titles, ...rows]));
}

/** Makes a repository with runs. */
async function makeRuns() {
  const made = join(folder, 'runs');
  if (!existsSync(made)) {
    mkdirSync(made);
    await runSource(SPEED, ['make', made]);
  }
  return made;
}

async function showSpeed() {
  const made = await makeRuns();
  const rows = [];
  let isMet = true;
  for (const name of ['first, which makes the index', 'with the index']) {
    /** @type {Reading} */
    const { seconds, cpu, points, megabytes } = JSON.parse(await runSource(SPEED, ['read', made]));
    isMet = isMet && seconds <= 2 && megabytes <= 200;
    rows.push([name, `${points}`, seconds.toFixed(2), cpu.toFixed(2), megabytes.toFixed(0)]);
  }
  const titles = ['1,000 runs of 100 operations', 'points', 's', 'CPU s', 'MB'];
  console.log(table([titles, ...rows]));
  const [load = 0] = loadavg();
  const limits = 'at most 2 s on an idle computer, 200 MB';
  console.log(`load ${load.toFixed(1)}; ${limits}: ${isMet ? 'ok' : 'MISSED'}`);
  return isMet;
}

async function showOpenings() {
  await ensure(['editor']);
  if ((await buildAll()) !== 0) return false;
  const { measureOpenings } = await import('./bench-history/editor.mjs');
  const openings = await measureOpenings(await makeRuns());
  const rows = openings.map(({ name, seconds, megabytes }) => [
    name,
    seconds.toFixed(2),
    megabytes.toFixed(0),
  ]);
  console.log(table([['in the editor', 's', 'MB of the extension host'], ...rows]));
  return openings.every(({ seconds }) => seconds <= 2);
}

/** Compares 200 series with Otava; its change points are decided by a t test, so their number may differ. */
async function askOtava() {
  const python = join(buildDir, 'otava', 'bin', 'python');
  if (!existsSync(python)) {
    execFileSync('python3', ['-m', 'venv', join(buildDir, 'otava')]);
    const options = ['--only-binary', ':all:', '--quiet', '--disable-pip-version-check'];
    execFileSync(python, ['-m', 'pip', 'install', ...options, OTAVA], { stdio: 'inherit' });
  }
  const series = (await seriesModule()).generateSeries(10);
  const input = JSON.stringify(series.map(({ values }) => values));
  const script = inRoot('scripts', 'bench-history', 'examine.py');
  const text = execFileSync(python, [script], { input, encoding: 'utf8', maxBuffer: 2 ** 26 });
  /** @type {Examined[]} */
  const examined = JSON.parse(text);
  writeFileSync(ORACLE, `${JSON.stringify(examined.map(({ candidate }) => candidate))}\n`);
  console.log(`Otava, ${series.length} series:`);
  printRates(await judge(series, (_, at) => examined[at]?.points ?? []));
  return true;
}

async function seriesModule() {
  return /** @type {typeof import('../extension/history/testing/series')} */ (
    await importSource('extension/history/testing/series.ts')
  );
}

/** Judges the changes that were found in series. @returns {Promise<Judged[]>} */
async function judge(
  /** @type {readonly Series[]} */ series,
  /** @type {(series: Series, at: number) => readonly number[]} */ find,
) {
  const { STEP_AT } = await seriesModule();
  return series.map((each, index) => {
    const { noise, step } = each;
    const found = find(each, index);
    const near = found.filter((at) => step > 0 && Math.abs(at - STEP_AT) <= NEAR);
    return { noise, step, isFound: near.length > 0, false: found.length - near.length };
  });
}
