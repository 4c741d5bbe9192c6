import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { countsLine, none, oneCheck, total, withExitCode, withReason } from './lib/counts.mjs';
import { runInLanes } from './lib/lanes.mjs';
import { inRoot } from './lib/paths.mjs';
import { forwardedSignals, runNode, signalExitCode } from './lib/process.mjs';
import { table } from './lib/table.mjs';
import { testLayers } from './lib/test-layers.mjs';
import { ensure, tryPrograms, trySetup } from './setup/ensure.mjs';
import { isFresh } from './setup/stamps.mjs';

/** @typedef {{ name: string, seconds: number, counts: import('./lib/counts.mjs').Counts }} Result */

/** The programs and the rest of what only some layers need, which are set up beside the others. */
const [PROGRAMS, SET_UP] = ['programs', 'set-up'];

const known = Object.keys(testLayers);
const words = process.argv.slice(2);
const isAll = words.includes('--all');
const named = words.filter((word) => word !== '--all');
const unknown = named.filter((word) => !known.includes(word));
if (unknown.length) {
  console.error(
    `No test layer ${unknown.join(', ')}. There are: ${known.join(', ')}; --all has every case tested.`,
  );
  process.exit(2);
}

const chosen = known.filter((name) => isWanted(name) || isNeeded(name));
const isAlone = chosen.length === 1;
const needs = [...new Set(chosen.flatMap(listNeeds))];
/** Parts of the set-up that all wait for; the others come while test layers run that need no more of it. */
const first = isAlone ? needs : needs.filter((name) => name === 'unit');
const rest = needs.filter((name) => !first.includes(name) && !isFresh(name));
await ensure(first, undefined, rest);

/** @type {NodeJS.Signals | undefined} */
let interruption;
for (const signal of forwardedSignals) process.once(signal, () => (interruption = signal));

/** @type {Result[]} */
const results = [];
const begin = performance.now();
const jobs = chosen.map((name) => ({
  name,
  after: namesBefore(name),
  processors: layer(name).processors,
  run: () => runLayer(name),
}));
const setUp = [
  { name: PROGRAMS, after: [], run: () => runSetUp(PROGRAMS, tryPrograms) },
  { name: SET_UP, after: [PROGRAMS], run: () => runSetUp(SET_UP, trySetup) },
].map((job) => ({ ...job, processors: 1 }));
await runInLanes(rest.length ? [...setUp, ...jobs] : jobs, availableParallelism());
if (interruption) process.exit(signalExitCode(interruption));

const sum = total(results.map(({ counts }) => counts));
const rows = results.toSorted((a, b) => chosen.indexOf(a.name) - chosen.indexOf(b.name)).map(row);
console.log(`\n${table([['layer', 'passed', 'failed', 'skipped', 'time'], ...rows])}\n`);
for (const { name, counts } of results)
  for (const text of counts.failures) console.log(`FAILED  ${name}: ${text}\n`);
console.log(`All of it took ${secondsSince(begin).toFixed(1)} s.`);
console.log(countsLine(sum));
process.exitCode = sum.failed ? 1 : 0;

function isWanted(/** @type {string} */ name) {
  if (named.length) return named.includes(name);
  const { onDemand, onlyInAll } = layer(name);
  return !onDemand && (isAll || !onlyInAll);
}

/** Names the parts of the set-up that a layer needs. */
function listNeeds(/** @type {string} */ name) {
  const { needs: usual, needsInAll = [] } = layer(name);
  return isAll ? [...usual, ...needsInAll] : usual;
}

function isNeeded(/** @type {string} */ name) {
  return known.some((other) => isWanted(other) && layer(other).after.includes(name));
}

/** Names everything that must have ended before a layer may run. */
function namesBefore(/** @type {string} */ name) {
  const { after, usesPrograms = true } = layer(name);
  if (rest.length === 0) return after;
  if (listNeeds(name).some((each) => rest.includes(each))) return [SET_UP, ...after];
  // Others look for programs, too, and would find one that is not yet whole.
  return usesPrograms ? [PROGRAMS, ...after] : after;
}

async function runSetUp(
  /** @type {string} */ name,
  /** @type {(names: typeof rest) => Promise<string | undefined>} */ act,
) {
  const start = performance.now();
  const problem = await act(rest);
  if (problem !== undefined) console.error(problem);
  results.push({ name, seconds: secondsSince(start), counts: oneCheck(!problem) });
}

async function runLayer(/** @type {string} */ name) {
  if (interruption) return;
  const broken = results.filter((r) => namesBefore(name).includes(r.name) && r.counts.failed);
  const start = performance.now();
  if (broken.length) {
    const why = broken.map((r) => r.name).join(', ');
    console.log(`\n== ${name}\nFAILED  not run, because ${why} failed`);
    results.push({ name, seconds: 0, counts: oneCheck(false) });
  } else {
    const counts = await runAsProcess(name);
    results.push({ name, seconds: secondsSince(start), counts });
  }
}

/**
 * Runs a layer as a process with its own folder for temporary files. Target locks are there, so
 * that concurrent layers have separate targets. Its output appears as one block when it ends.
 */
async function runAsProcess(/** @type {string} */ name) {
  const folder = mkdtempSync(join(tmpdir(), 'cyclescope-test-'));
  let output = '';
  let counts = none;
  console.log(isAlone ? `\n== ${name}` : `   ${name} ...`);
  try {
    const code = await runNode([inRoot('scripts', 'lib', 'one-layer.mjs'), name], {
      env: { TMPDIR: folder, ...(isAll && { CYCLESCOPE_TEST_ALL: '1' }) },
      stdio: isAlone ? ['inherit', 'inherit', 'inherit', 'ipc'] : ['ignore', 'pipe', 'pipe', 'ipc'],
      onOutput: (chunk) => (output += chunk),
      onMessage: (message) => (counts = /** @type {typeof none} */ (message)),
    });
    if (!isAlone) console.log(`\n== ${name}\n${output.trimEnd()}\n`);
    return withReason(withExitCode(counts, code), output);
  } finally {
    removeFolder(folder);
  }
}

/** Removes a layer's folder; a process that still writes there may prevent it, which ends no other layer. */
function removeFolder(/** @type {string} */ folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch (error) {
    console.error(`${folder} could not be removed: ${error}`);
  }
}

function secondsSince(/** @type {number} */ start) {
  return (performance.now() - start) / 1000;
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
