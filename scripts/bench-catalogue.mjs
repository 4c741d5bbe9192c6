import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAll } from './lib/build.mjs';
import { cli } from './lib/paths.mjs';
import { runNode } from './lib/process.mjs';
import { ensure } from './setup/ensure.mjs';

/*
 * Runs an agent's default benchmarks twice on each emulated target: checks the duration, and that
 * every value is the same. The limits apply to an otherwise idle computer with two processors.
 */

/**
 * @typedef {{ target: string, agent: string, limit: number }} Side
 * @typedef {{ suite: string, op: string, status: string, reason?: string, digest: string,
 *   batches: unknown, counted?: unknown, params: Record<string, number> }} Operation
 * @typedef {{ status: string, durationSeconds: number, passes: { operations: Operation[] }[] }} RunRecord
 */

/** @type {readonly Side[]} */
const sides = [
  { target: 'qemu-freertos-m7', agent: 'qemu-freertos-m7', limit: 180 },
  { target: 'qemu-linux-imx6ul', agent: 'linux-armhf', limit: 300 },
];

await ensure(['unit', 'agent', 'qemu', 'linux', 'imx6ul']);
const code = await buildAll(sides.map(({ agent }) => agent));
process.exitCode = code || (await measureAll());

async function measureAll() {
  for (const side of sides) {
    if (!(await isGood(side))) return 1;
  }
  return 0;
}

async function isGood(/** @type {Side} */ { target, limit }) {
  const [first, second] = [await measure(target), await measure(target)];
  if (!first || !second) return false;
  const seconds = [first, second].map(({ durationSeconds }) => durationSeconds);
  const operations = listOperations(first);
  const failed = operations.filter(({ status }) => status !== 'ok' && status !== 'refused');
  const changed = differences(first, second);
  const refused = operations.filter(({ status }) => status === 'refused');
  const times = seconds.map((each) => each.toFixed(1)).join(' and ');
  console.log(`${target}: ${operations.length} operations in ${times} s, at most ${limit} s`);
  for (const { suite, op, reason } of refused) console.log(`  refused ${suite}/${op}: ${reason}`);
  for (const { suite, op, reason } of failed) console.log(`  FAILED ${suite}/${op}: ${reason}`);
  for (const name of changed) console.log(`  CHANGED ${name}: the second run gave other values`);
  return failed.length + changed.length === 0 && Math.max(...seconds) <= limit;
}

/** Runs once and returns the record, which is not kept. */
async function measure(/** @type {string} */ target) {
  const folder = mkdtempSync(join(tmpdir(), 'cyclescope-catalogue-'));
  try {
    const args = ['run', '--target', target, '--out', folder];
    if ((await runNode([cli, ...args], { stdio: ['ignore', 'ignore', 'inherit'] })) !== 0) return;
    const [id = ''] = readdirSync(folder).filter((name) => !name.startsWith('.'));
    const text = readFileSync(join(folder, id, 'run.json'), 'utf8');
    return /** @type {RunRecord} */ (JSON.parse(text));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function listOperations(/** @type {RunRecord} */ { passes }) {
  return passes.flatMap(({ operations }) => operations);
}

/** Returns the names of operations whose values differ between the runs. */
function differences(/** @type {RunRecord} */ first, /** @type {RunRecord} */ second) {
  const values = new Map(
    listOperations(second).map((each) => [formatName(each), serializeValues(each)]),
  );
  return listOperations(first)
    .filter((each) => values.get(formatName(each)) !== serializeValues(each))
    .map(formatName);
}

/** All samples in order, all batches, and all counts. */
function serializeValues(/** @type {Operation} */ { digest, batches, counted }) {
  return JSON.stringify([digest, batches, counted]);
}

/** @returns {string} */
function formatName(/** @type {Operation} */ { suite, op, params }) {
  const values = Object.entries(params).map(([name, value]) => ` ${name}=${value}`);
  return `${suite}/${op}${values.join('')}`;
}
