import { countsLine, oneCheck, total } from './lib/counts.mjs';
import { forwardedSignals, signalExitCode } from './lib/process.mjs';
import { table } from './lib/table.mjs';
import { testLayers } from './lib/test-layers.mjs';
import { ensure } from './setup/ensure.mjs';

/** @typedef {{ name: string, seconds: number, counts: import('./lib/counts.mjs').Counts }} Result */

const known = Object.keys(testLayers);
const words = process.argv.slice(2);
const unknown = words.filter((word) => !known.includes(word));
if (unknown.length) {
  console.error(`No test layer ${unknown.join(', ')}. There are: ${known.join(', ')}`);
  process.exit(2);
}

const wanted = words.length ? words : known.filter((name) => !layer(name).onDemand);
const chosen = known.filter((name) =>
  wanted.some((w) => w === name || layer(w).after.includes(name)),
);
await ensure([...new Set(chosen.flatMap((name) => layer(name).needs))]);

/** @type {NodeJS.Signals | undefined} */
let interruption;
for (const signal of forwardedSignals) process.once(signal, () => (interruption = signal));

/** @type {Result[]} */
const results = [];
for (const name of chosen) {
  results.push(await runLayer(name));
  if (interruption) process.exit(signalExitCode(interruption));
}

const sum = total(results.map(({ counts }) => counts));
console.log(
  `\n${table([['layer', 'passed', 'failed', 'skipped', 'time'], ...results.map(row)])}\n`,
);
console.log(countsLine(sum));
process.exitCode = sum.failed ? 1 : 0;

/** @returns {Promise<Result>} */
async function runLayer(/** @type {string} */ name) {
  console.log(`\n== ${name}`);
  const broken = results.filter((r) => layer(name).after.includes(r.name) && r.counts.failed);
  if (broken.length) {
    console.log(`FAILED  not run, because ${broken.map((r) => r.name).join(', ')} failed`);
    return { name, seconds: 0, counts: oneCheck(false) };
  }
  const start = performance.now();
  const counts = await layer(name).run().catch(failure);
  return { name, seconds: (performance.now() - start) / 1000, counts };
}

function failure(/** @type {unknown} */ error) {
  console.error(error);
  return oneCheck(false);
}

function row(/** @type {Result} */ { name, seconds, counts }) {
  const { passed, failed, skipped } = counts;
  return [name, `${passed}`, `${failed}`, `${skipped}`, `${seconds.toFixed(1)} s`];
}

function layer(/** @type {string} */ name) {
  const found = testLayers[name];
  if (!found) throw new Error(`no test layer ${name}`);
  return found;
}
