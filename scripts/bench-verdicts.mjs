import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAll } from './lib/build.mjs';
import { cli } from './lib/paths.mjs';
import { runNode } from './lib/process.mjs';
import { table } from './lib/table.mjs';
import { ensure } from './setup/ensure.mjs';

/*
 * Measures how often verdicts are right: pairs of one agent, where any change found is false, and
 * pairs whose second agent is slower by a planted amount. `--pairs N` sets how many (20).
 */

/**
 * @typedef {{ name: string, outcomes: { verdict?: string }[] }} Operation
 * @typedef {{ operations: Operation[], gate: { outcome: string } }} Compared
 */

const LOOPS = { spin_1us: 4_000, spin_10us: 40_000, spin_100us: 400_000 };
/** The number of operations on the emulated target that get one instruction more. */
const NOPS = 100;

const pairs = Number(/^--pairs=?(\d+)$/.exec(process.argv.slice(2).join(''))?.[1] ?? 20);
await ensure(['unit', 'agent', 'qemu', 'linux']);
const code = await buildAll(['linux-x86-64', 'qemu-freertos-m7']);
const folder = mkdtempSync(join(tmpdir(), 'cyclescope-verdicts-'));
try {
  process.exitCode = code || (await measureAll());
} finally {
  rmSync(folder, { recursive: true });
}

async function measureAll() {
  const [plain = '', five = '', ten = ''] = await buildEach([0, 5, 10], 'local-linux', spinning);
  const catalogue = ['heap', 'mutex', 'thread', 'context_switch', 'sync', 'time', 'interrupt'];
  const more = ['rhealstone', 'queue', 'timer', 'stream', 'sort', 'matrix', 'native_*'];
  const all = [...catalogue, ...more].flatMap((suite) => ['--bench', suite]);
  const spins = ['--bench', 'planted'];
  const rows = [
    await gateRow('the same agent, whole catalogue', plain, plain, all),
    ...(await foundRows('+5 %', plain, five, spins)),
    await gateRow('+10 %', plain, ten, spins),
  ];
  console.log(table([['local-linux, gate of 5 %', 'exit 0', 'exit 3', 'exit 4'], ...rows]));
  const [short = '', long = ''] = await buildEach([0, 1], 'qemu-freertos-m7', withNops);
  const same = await compare(short, short, 'qemu-freertos-m7', spins);
  const other = await compare(short, long, 'qemu-freertos-m7', spins);
  console.log(`qemu-freertos-m7: ${changesIn(same)} of ${NOPS} changed with the same agent`);
  console.log(`qemu-freertos-m7: ${changesIn(other)} of ${NOPS} changed by one instruction`);
  return changesIn(same) === 0 && changesIn(other) === NOPS ? 0 : 1;
}

function changesIn(/** @type {Compared | undefined} */ compared) {
  const all = compared?.operations.flatMap(({ outcomes }) => outcomes) ?? [];
  return all.filter(({ verdict }) => verdict !== 'unchanged').length;
}

/** Counts the gate's outcomes. */
async function gateRow(
  /** @type {string} */ title,
  /** @type {string} */ first,
  /** @type {string} */ second,
  /** @type {string[]} */ benches,
) {
  const counts = { ok: 0, failed: 0, inconclusive: 0 };
  for (let pair = 0; pair < pairs; pair += 1) {
    const compared = await compare(first, second, 'local-linux', benches);
    const outcome = compared?.gate.outcome;
    if (outcome === 'ok' || outcome === 'failed' || outcome === 'inconclusive')
      counts[outcome] += 1;
  }
  return [title, ...Object.values(counts).map((count) => `${count} of ${pairs}`)];
}

/** Counts per operation how often the planted change was found; the columns are those of a gate. */
async function foundRows(
  /** @type {string} */ title,
  /** @type {string} */ first,
  /** @type {string} */ second,
  /** @type {string[]} */ benches,
) {
  /** @type {Map<string, Record<string, number>>} */
  const verdicts = new Map();
  for (let pair = 0; pair < pairs; pair += 1) {
    const compared = await compare(first, second, 'local-linux', benches, []);
    for (const { name, outcomes } of compared?.operations ?? []) {
      const counts = verdicts.get(name) ?? {};
      const verdict = outcomes[0]?.verdict ?? 'none';
      verdicts.set(name, { ...counts, [verdict]: (counts[verdict] ?? 0) + 1 });
    }
  }
  return [...verdicts].map(([name, counts]) => {
    const words = Object.entries(counts).map(([verdict, count]) => `${count} ${verdict}`);
    return [`${name} ${title}`, words.join(', '), '', ''];
  });
}

/** @returns {Promise<Compared | undefined>} */
async function compare(
  /** @type {string} */ first,
  /** @type {string} */ second,
  /** @type {string} */ target,
  /** @type {string[]} */ benches,
  gate = ['--fail-on', 'regressed=5%'],
) {
  const args = ['compare', '--interleave', first, second, '--target', target];
  let output = '';
  await runNode([cli, ...args, ...benches, ...gate, '--json'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
    onOutput: (chunk) => (output += chunk),
  });
  rmSync(join(folder, '.cyclescope', 'runs'), { recursive: true, force: true });
  return output === '' ? undefined : /** @type {Compared} */ (JSON.parse(output));
}

/** Builds an image for each planted amount, and returns their ELF files. */
async function buildEach(
  /** @type {readonly number[]} */ planted,
  /** @type {string} */ target,
  /** @type {(planted: number) => string} */ write,
) {
  const elfs = [];
  for (const each of planted) {
    const place = join(folder, `${target}-${each}`);
    writeFileSync(join(folder, 'planted.c'), write(each));
    const args = ['build', '--target', target, '--source', join(folder, 'planted.c')];
    const code = await runNode([cli, ...args], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (code !== 0) throw new Error(`no image for ${target}`);
    cpSync(join(folder, '.cyclescope', 'agent', target, 'headline'), place, { recursive: true });
    elfs.push(join(place, 'agent.elf'));
  }
  return elfs;
}

/** Loops that take some more rounds. */
function spinning(/** @type {number} */ percent) {
  return [
    '#include <cyclescope/bench.h>',
    ...Object.entries(LOOPS).map(([name, rounds]) => {
      const wanted = Math.round(rounds * (1 + percent / 100));
      return `CYCLESCOPE_BENCH(${name}) { for (uint32_t i = ${wanted}; i; --i) CYCLESCOPE_BARRIER(); }`;
    }),
    '',
  ].join('\n');
}

/** Operations of many lengths with some instructions more. */
function withNops(/** @type {number} */ more) {
  const operations = Array.from({ length: NOPS }, (_, index) => {
    const nops = `__asm volatile(".rept ${index + 1 + more}\\n nop\\n .endr");`;
    return `CYCLESCOPE_BENCH(nops_${index + 1}) { ${nops} }`;
  });
  return ['#include <cyclescope/bench.h>', ...operations, ''].join('\n');
}
