import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, cpus, loadavg, release, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { countWords, EXITS, judge, nameExact } from './bench-verdicts/rates.mjs';
import { buildAll } from './lib/build.mjs';
import { cli } from './lib/paths.mjs';
import { runNode } from './lib/process.mjs';
import { table } from './lib/table.mjs';
import { ensure } from './setup/ensure.mjs';

/*
 * Measures how often verdicts are right: pairs of one agent, where any change found is false, and pairs whose
 * second agent is slower by a planted amount. Exits with 1 if a rate misses its limit.
 *
 * bench-verdicts [drawn] [fresh] [turns] [emulated] [--pairs N] [--runs N] [--most R] [--minutes M] [--bench GLOB]..
 *                [--load] [--from FILE] [--keep FOLDER]
 *
 * drawn        draws all pairs from the repeats of one comparison of an agent with itself, see draw.mjs
 * fresh        measures runs with the default repeats and judges pairs of them, see fresh.mjs
 * turns        measures every pair in turns, as `compare --interleave` does
 * --bench G    with turns: what pairs of the same agent measure (everything)
 * --runs N     with fresh: runs of each agent (39)
 * --keep F     with fresh: stores the runs in this folder, and takes those that are there already
 * --pairs N    pairs of each agent (20); the limits are shares of them
 * --most R     repeats of what is undecided (640)
 * --minutes M  begins nothing further after this time, and judges what was measured
 * --load       keeps the other processors busy meanwhile
 * --from FILE  takes the comparison that pairs are drawn from out of this file, which `compare --json` wrote
 */

/**
 * @typedef {{ first: number[], second: number[], resolution: number }} RunFigures
 * @typedef {{ verdict?: string, figures?: { runs: readonly number[], change?: number, figuresOfRuns?: RunFigures } }} Outcome
 * @typedef {{ operations: { name: string, outcomes: Outcome[] }[] }} Compared
 * @typedef {{ code: number, compared: Compared | undefined }} Pair
 * @typedef {{ isMet: boolean, cells: string[] }} Row
 */

const LOOPS = { spin_1us: 4_000, spin_10us: 40_000, spin_100us: 400_000 };
/** The number of operations on the emulated target that get one instruction more. */
const NOPS = 100;
const GATE = ['--fail-on', 'regressed=5%'];
const SPINS = ['--bench', 'planted'];
/** Repeats that pairs are drawn from. */
const REPEATS = 60;
/** @type {readonly import('./bench-verdicts/rates.mjs').Limit[]} */
const SAME = [
  { word: 'exit 0', least: 90 },
  { word: 'exit 3', most: 5 },
];

const { values, positionals } = parseArgs({
  options: {
    pairs: { type: 'string', default: '20' },
    minutes: { type: 'string', default: 'Infinity' },
    most: { type: 'string', default: '640' },
    bench: { type: 'string', multiple: true, default: [] },
    load: { type: 'boolean', default: false },
    from: { type: 'string' },
    runs: { type: 'string', default: '39' },
    keep: { type: 'string' },
  },
  allowPositionals: true,
});
const pairs = Number(values.pairs);
const longest = Number(values.minutes) * 60_000;
const kinds = {
  drawn: drawRows,
  fresh: freshRows,
  turns: turnsRows,
  emulated: emulateRows,
};
const wanted = Object.entries(kinds).filter(
  ([kind]) => positionals.length === 0 || positionals.includes(kind),
);

await ensure(['unit', 'agent', 'qemu', 'linux']);
const code = await buildAll(['linux-x86-64', 'qemu-freertos-m7']);
const folder = mkdtempSync(join(tmpdir(), 'cyclescope-verdicts-'));
const busy = values.load ? keepBusy(availableParallelism() - 1) : [];
try {
  process.exitCode = code || (await measureAll());
} finally {
  await Promise.all(busy.map((worker) => worker.terminate()));
  rmSync(folder, { recursive: true });
}

/** Keeps processors busy until the workers are terminated, or this process ends. */
function keepBusy(/** @type {number} */ processors) {
  return Array.from({ length: processors }, () => new Worker('for (;;);', { eval: true }));
}

async function measureAll() {
  const began = Date.now();
  const before = loadavg();
  /** @type {Row[]} */
  const rows = [];
  for (const [, measure] of wanted) rows.push(...(await measure()));
  const titles = ['', 'pairs', 'seen', 'wanted', ''];
  console.log(table([titles, ...rows.map(({ cells }) => cells)]));
  const loads = [before, loadavg()].map(([, last5 = NaN]) => last5.toFixed(1)).join(' to ');
  const minutes = ((Date.now() - began) / 60_000).toFixed(0);
  const [{ model } = { model: '' }] = cpus();
  const own = values.load ? `, ${availableParallelism() - 1} of them kept busy` : '';
  console.log(`${model}, ${availableParallelism()} processors${own}; Linux ${release()}`);
  console.log(`load (5 minutes) ${loads}; ${minutes} min; local-linux with a gate of 5 %`);
  return rows.every(({ isMet }) => isMet) ? 0 : 1;
}

/** Draws pairs without and with a planted change from one comparison of an agent with itself. */
async function drawRows() {
  const { drawPair } = await import('./bench-verdicts/draw.mjs');
  const operations = (await measureSeries()).operations.flatMap(({ name, outcomes: [outcome] }) => {
    const { first, second, resolution } = outcome?.figures?.figuresOfRuns ?? {};
    if (first === undefined || second === undefined || resolution === undefined) return [];
    return [{ name, values: [...first, ...second], resolution }];
  });
  const repeats = Math.min(...operations.map(({ values }) => values.length));
  const row = (
    /** @type {string} */ title,
    /** @type {typeof operations} */ of,
    /** @type {import('./bench-verdicts/draw.mjs').Planted} */ planted,
    /** @type {readonly import('./bench-verdicts/rates.mjs').Limit[]} */ limits,
  ) => {
    const drawn = Array.from({ length: pairs }, () =>
      drawPair(of, { ...planted, most: Number(values.most) }),
    );
    const counts = countWords(drawn.map(({ outcome }) => EXITS[outcome]));
    const most = Math.max(...drawn.map((each) => each.repeats));
    return judge({ title: `drawn: ${title}, up to ${most} repeats`, counts, limits }, pairs);
  };
  const spins = operations.filter(({ name }) => name.startsWith('planted/'));
  const found = [{ word: 'exit 3', least: 90 }];
  console.error(`drawing from ${repeats} repeats of ${operations.length} operations`);
  return [
    row('same agent', operations, { factor: 1, delta: 0.05 }, SAME),
    ...spins.map((each) => row(`${each.name} +5 %`, [each], { factor: 1.05, delta: 0.02 }, found)),
    row('+10 %', spins, { factor: 1.1, delta: 0.05 }, [{ word: 'exit 0', most: 0 }]),
  ];
}

/** @returns {Promise<Compared>} */
async function measureSeries() {
  if (values.from !== undefined) return JSON.parse(readFileSync(values.from, 'utf8'));
  const [plain = ''] = await buildEach([0], 'local-linux', spinSource);
  const repeats = ['--repeat', `${REPEATS}`];
  const { compared } = await compare([plain, plain], repeats, 'local-linux', REPEATS);
  if (compared === undefined) throw new Error('nothing was measured');
  return compared;
}

/** Judges pairs of runs with the default repeats: of the same agent, and of one that is slower by a planted amount. */
async function freshRows() {
  const { judgeFresh } = await import('./bench-verdicts/fresh.mjs');
  return judgeFresh(await measureFresh(), { pairs, same: SAME, loops: Object.keys(LOOPS) });
}

/** Measures runs in turns until there are enough, or the time is over. */
async function measureFresh() {
  const { recordFrom } = await import('./bench-verdicts/fresh.mjs');
  const began = Date.now();
  const [plain = '', five = '', ten = ''] = await buildEach([0, 5, 10], 'local-linux', spinSource);
  const kinds = [
    { name: 'same', elf: plain, benches: [] },
    { name: 'spins', elf: plain, benches: SPINS },
    { name: 'five', elf: five, benches: SPINS },
    { name: 'ten', elf: ten, benches: SPINS },
  ];
  /** @type {import('./bench-verdicts/fresh.mjs').Fresh} */
  const records = { same: [], spins: [], five: [], ten: [] };
  const isOver = () => Date.now() - began >= longest && records.same.length > 1;
  for (let run = 0; run < Number(values.runs) && !isOver(); run++) {
    for (const { name, elf, benches } of kinds) {
      const own = join(values.keep ?? folder, `${name}-${run}`);
      const args = ['run', '--target', 'local-linux', '--elf', elf, ...benches, '--out', own];
      const stdio = 'ignore';
      if (!existsSync(own) && (await runNode([cli, ...args], { cwd: folder, stdio })) !== 0)
        throw new Error(`no run of ${elf}`);
      const [id = ''] = readdirSync(own).filter((each) => existsSync(join(own, each, 'run.json')));
      const record = recordFrom(readFileSync(join(own, id, 'run.json'), 'utf8'));
      records[/** @type {keyof typeof records} */ (name)].push(record);
    }
    const seconds = ((Date.now() - began) / 1000).toFixed(0);
    console.error(`fresh: ${run + 1} runs of each agent in ${seconds} s`);
  }
  return records;
}

/** Measures pairs in turns until there are enough, or the time is over: of one agent, and with slower ones. */
async function turnsRows() {
  const [plain = '', five = '', ten = ''] = await buildEach([0, 5, 10], 'local-linux', spinSource);
  const all = values.bench.flatMap((glob) => ['--bench', glob]);
  const same = { title: 'same agent', agents: [plain, plain], args: [...all, ...GATE] };
  const slower = { title: '+5 %', agents: [plain, five], args: SPINS };
  const slow = { title: '+10 %', agents: [plain, ten], args: [...SPINS, ...GATE] };
  const kinds = [same, slower, slow].map((kind) => ({
    ...kind,
    measured: /** @type {Pair[]} */ ([]),
  }));
  const began = Date.now();
  for (let pair = 0; pair < pairs; pair++) {
    for (const { title, agents, args, measured } of kinds) {
      if (measured.length > 0 && Date.now() - began >= longest) continue;
      measured.push(await compare(agents, args, 'local-linux'));
      const seconds = ((Date.now() - began) / 1000).toFixed(0);
      console.error(`${title}: ${JSON.stringify(countExits(measured))} after ${seconds} s`);
    }
  }
  const [ones, fives, tens] = kinds.map(({ measured }) => measured);
  return [
    gateRow('same agent', ones, SAME),
    ...judgePlanted('+5 %', fives),
    gateRow('loops +10 %', tens, [{ word: 'exit 0', most: 0 }]),
  ];
}

async function emulateRows() {
  const [short = '', long = ''] = await buildEach([0, 1], 'qemu-freertos-m7', withNops);
  const rows = [
    { title: 'same agent', other: short, planted: 0 },
    { title: '+1 instruction', other: long, planted: 1 },
  ];
  const judged = [];
  for (const { title, other, planted } of rows) {
    const args = [...SPINS, ...GATE];
    const { compared } = await compare([short, other], args, 'qemu-freertos-m7');
    const outcomes = compared?.operations.flatMap((operation) => operation.outcomes) ?? [];
    const words = outcomes.map((outcome) => nameExact(outcome, planted));
    const limits = [{ word: planted === 0 ? 'unchanged' : 'changed', least: 100 }];
    judged.push(judge({ title: `emulated, ${title}`, counts: countWords(words), limits }, NOPS));
  }
  return judged;
}

function countExits(/** @type {readonly Pair[]} */ measured) {
  return countWords(measured.map(({ code }) => `exit ${code}`));
}

/** Judges the exit codes of a gate, with the operations of a pair and their repeats. */
function gateRow(
  /** @type {string} */ title,
  /** @type {readonly Pair[]} */ measured = [],
  /** @type {readonly import('./bench-verdicts/rates.mjs').Limit[]} */ limits,
) {
  const outcomes = measured.map(
    ({ compared }) => compared?.operations.flatMap((each) => each.outcomes) ?? [],
  );
  const most = outcomes.map((each) => Math.max(0, ...each.map(getRepeats)));
  const name = `turns: ${title}, ${outcomes[0]?.length ?? 0} operations (${repeatsText(most)})`;
  return judge({ title: name, counts: countExits(measured), limits }, measured.length);
}

/** Judges how often a planted change of each operation was found, with the repeats that it took. */
function judgePlanted(/** @type {string} */ title, /** @type {readonly Pair[]} */ measured = []) {
  const limits = [{ word: 'regressed', least: 90 }];
  return Object.keys(LOOPS).map((loop) => {
    const outcomes = measured.map(
      ({ compared }) =>
        compared?.operations.find(({ name }) => name.startsWith(`planted/${loop}`))?.outcomes[0],
    );
    const counts = countWords(outcomes.map((outcome) => outcome?.verdict ?? 'no verdict'));
    const name = `turns: ${loop} ${title} (${repeatsText(outcomes.map(getRepeats))})`;
    return judge({ title: name, counts, limits }, measured.length);
  });
}

function getRepeats(/** @type {Outcome | undefined} */ outcome) {
  return outcome?.figures?.runs[0] ?? 0;
}

function repeatsText(/** @type {readonly number[]} */ repeats) {
  const sorted = repeats.toSorted((one, other) => one - other);
  return `${sorted[Math.floor(sorted.length / 2)]} repeats, at most ${sorted.at(-1)}`;
}

/** @returns {Promise<Pair>} */
async function compare(
  /** @type {readonly string[]} */ agents,
  /** @type {readonly string[]} */ more,
  /** @type {string} */ target,
  most = Number(values.most),
) {
  const args = ['compare', '--interleave', ...agents, '--target', target, '--most', `${most}`];
  let output = '';
  const code = await runNode([cli, ...args, ...more, '--json'], {
    cwd: folder,
    // Its standard error shows how many repeats each pair needs.
    stdio: ['ignore', 'pipe', 'inherit'],
    onOutput: (chunk) => (output += chunk),
  });
  rmSync(join(folder, '.cyclescope', 'runs'), { recursive: true, force: true });
  const compared = output === '' ? undefined : /** @type {Compared} */ (JSON.parse(output));
  return { code, compared };
}

/** Builds an image for each planted amount, and returns their ELF files. */
async function buildEach(
  /** @type {readonly number[]} */ planted,
  /** @type {string} */ target,
  /** @type {(planted: number) => string} */ write,
) {
  const elfs = [];
  for (const each of planted) {
    const own = join(folder, `${target}-${each}`);
    writeFileSync(join(folder, 'planted.c'), write(each));
    const args = ['build', '--target', target, '--source', join(folder, 'planted.c')];
    const code = await runNode([cli, ...args], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (code !== 0) throw new Error(`no image for ${target}`);
    cpSync(join(folder, '.cyclescope', 'agent', target, 'headline'), own, { recursive: true });
    elfs.push(join(own, 'agent.elf'));
  }
  return elfs;
}

/** Loops that take some more rounds. */
function spinSource(/** @type {number} */ percent) {
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
