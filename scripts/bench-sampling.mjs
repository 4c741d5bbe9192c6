import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  buildLoop,
  exactShares,
  listLoadedPieces,
  TURNS,
} from '../test/integration/sampling/firmware.mjs';
import { cli, pyocd } from './lib/paths.mjs';
import { runNode } from './lib/process.mjs';
import { startRig, writeConfiguration } from './lib/rig.mjs';
import { table } from './lib/table.mjs';
import { ensure } from './setup/ensure.mjs';

/*
 * Counts how often the 95 % interval of a sampled function covers its exact share: firmware whose
 * functions have known shares runs on the virtual debug port, and is sampled again and again by the
 * command line over real debug servers. `--runs N` sets how often (100). A function whose count is hardly possible with
 * intervals that contain the share in 93 to 97 of 100 cases makes the command fail.
 */

/** @typedef {{ name: string, share: number, low: number, high: number }} Row */
/** @typedef {{ rows: Row[], unseen: number, samples: number, rate: number }} Sample */
/** @typedef {import('../test/integration/sampling/firmware.mjs').Turns} Turns */

/** A short loop, and one whose functions run for many samples before the next one. @type {Record<string, Turns>} */
const loops = {
  'short loop': TURNS,
  'long phases': { first: 25_000, second: 10_000, third: 2_500, fourth: 500 },
};
const runs = Number(/^--runs=?(\d+)$/.exec(process.argv.slice(2).join(''))?.[1] ?? 100);

/** The part that is demanded of each function, and the chance of a count beyond that on either side. */
const DEMANDED = [0.93, 0.97];
const LEAST_CHANCE = 0.005;

await ensure(['unit', 'swd']);
const folder = mkdtempSync(join(tmpdir(), 'cyclescope-sampling-'));
try {
  const found = [];
  for (const [loop, turns] of Object.entries(loops))
    found.push(...(await measureLoop(loop, turns)));
  const titles = ['', 'function', 'exact', 'covered', 'not hit', 'mean width', 'samples/s', ''];
  console.log(table([titles, ...found.map(({ row }) => row)]));
  console.log(describeSpread(found.map(({ covered }) => covered)));
  process.exitCode = found.every(({ covered }) => isPossible(covered)) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}

async function measureLoop(/** @type {string} */ loop, /** @type {Turns} */ turns) {
  const elf = join(folder, 'loop.elf');
  writeFileSync(elf, buildLoop({ turns }));
  const rig = await startRig();
  try {
    for (const { address, bytes } of listLoadedPieces(buildLoop({ turns }))) {
      await rig.ask({ do: 'poke', address, bytes: bytes.toString('hex') });
    }
    await rig.ask({ do: 'reset-line' });
    const rows = [];
    for (const [server, board] of Object.entries(boardsOn(rig.ports))) {
      const samples = await sampleAll(board, elf);
      rows.push(...makeRows(`${loop}, ${server}`, samples, exactShares(turns)));
    }
    return rows;
  } finally {
    await rig.end();
  }
}

/** Boards as the setting `cyclescope.boards` describes them. */
function boardsOn(/** @type {{ stlink: number, pyocd: number }} */ ports) {
  return {
    OpenOCD: { server: 'openocd', configFiles: [writeConfiguration(folder, ports.stlink)] },
    pyOCD: {
      server: 'pyocd',
      program: pyocd.program,
      device: 'cortex_m',
      probe: `remote:127.0.0.1:${ports.pyocd}`,
    },
  };
}

async function sampleAll(/** @type {object} */ board, /** @type {string} */ elf) {
  mkdirSync(join(folder, '.vscode'), { recursive: true });
  const settings = { 'cyclescope.boards': [{ name: 'rig', ...board }] };
  writeFileSync(join(folder, '.vscode/settings.json'), JSON.stringify(settings));
  /** @type {Sample[]} */
  const samples = [];
  while (samples.length < runs) {
    let text = '';
    const how = ['--seconds', '1', '--wait', '600', '--elf', elf, '--json'];
    const args = ['sample', '--target', 'board:rig', ...how];
    const code = await runNode([cli, ...args], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
      onOutput: (/** @type {string} */ chunk) => (text += chunk),
    });
    if (code !== 0) throw new Error(text);
    samples.push(JSON.parse(text).sample);
  }
  return samples;
}

function makeRows(
  /** @type {string} */ title,
  /** @type {readonly Sample[]} */ samples,
  /** @type {ReadonlyMap<string, number>} */ exact,
) {
  const mean = (/** @type {readonly number[]} */ values) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const rate = Math.round(mean(samples.map((sample) => sample.rate)));
  return Array.from(exact, ([name, share]) => {
    // A function without samples has no row: its share is at most that of one that was not seen.
    const intervals = samples.map(({ rows, unseen }) => {
      return rows.find((row) => row.name === name) ?? { low: 0, high: unseen, isUnseen: true };
    });
    const covered = intervals.filter(({ low, high }) => low <= share && share <= high).length;
    const unseen = intervals.filter((interval) => 'isUnseen' in interval).length;
    const row = [
      title,
      name,
      `${(share * 100).toFixed(3)} %`,
      `${covered} of ${samples.length}`,
      `${unseen}`,
      `${(mean(intervals.map(({ low, high }) => high - low)) * 100).toFixed(2)} %`,
      `${rate}`,
      isPossible(covered) ? 'ok' : 'NOT 93 TO 97 %',
    ];
    return { row, covered };
  });
}

/** True if a count is not surprising where 93 to 97 of 100 intervals contain the share. */
function isPossible(/** @type {number} */ covered) {
  const [least = 0, most = 1] = DEMANDED;
  const isTooFew = chanceOfAtMost(covered, least) < LEAST_CHANCE;
  return !isTooFew && 1 - chanceOfAtMost(covered - 1, most) >= LEAST_CHANCE;
}

/** The chance that at most so many of the runs cover if each does so with a probability. */
function chanceOfAtMost(/** @type {number} */ most, /** @type {number} */ probability) {
  let [chance, sum] = [(1 - probability) ** runs, 0];
  for (let covered = 0; covered <= most; covered++) {
    sum += chance;
    chance *= ((runs - covered) / (covered + 1)) * (probability / (1 - probability));
  }
  return sum;
}

/** Compares the spread of the counts with that of a binomial distribution. */
function describeSpread(/** @type {readonly number[]} */ counts) {
  const all = counts.reduce((sum, count) => sum + count, 0);
  const total = runs * counts.length;
  const share = all / total;
  const square = counts.reduce((sum, count) => sum + (count - runs * share) ** 2, 0);
  const chi = square / (runs * share * (1 - share));
  return [
    `Together ${all} of ${total}, ${(share * 100).toFixed(1)} %.`,
    `Their spread has a chi-square of ${chi.toFixed(1)}, by chance ${counts.length - 1}.`,
  ].join('\n');
}
