import { importSource } from '../lib/sources.mjs';
import { countWords, EXITS, judge } from './rates.mjs';

/*
 * Judges pairs of runs that were measured one after the other, each with a target's default repeats, as `compare RUN RUN
 * --fail-on` does: every run may be a pair with every other one.
 */

/**
 * @typedef {import('../../extension/runs/record/record').RunRecord} RunRecord
 * @typedef {import('../../extension/compare/gate').Gate} Gate
 * @typedef {import('./rates.mjs').Limit} Limit
 * @typedef {{ same: RunRecord[], spins: RunRecord[], five: RunRecord[], ten: RunRecord[] }} Fresh runs of the whole
 *   catalogue, of the planted loops, and of loops that are 5 and 10 % slower
 * @typedef {{ outcome: 'ok' | 'failed' | 'inconclusive', verdicts: Readonly<Record<string, string>>, needed: (number | undefined)[] }} JudgedPair
 */

const { evaluateGate, listUndecided } =
  /** @type {typeof import('../../extension/compare/gate')} */ (
    await importSource('extension/compare/gate.ts')
  );
const { compareReported, runColumn } = /** @type {typeof import('../../extension/report')} */ (
  await importSource('extension/report/index.ts')
);
const { readRunRecord } = /** @type {typeof import('../../extension/runs')} */ (
  await importSource('extension/runs/index.ts')
);

/** Draws different pairs of so many runs, or all pairs if there are no more; the earlier run is the first. */
export function drawPairs(
  /** @type {number} */ runs,
  /** @type {number} */ wanted,
  random = Math.random,
) {
  const all = Array.from({ length: runs }, (_, second) =>
    Array.from({ length: second }, (_, first) => /** @type {const} */ ([first, second])),
  ).flat();
  const drawn = [];
  while (drawn.length < wanted && all.length > 0) {
    drawn.push(...all.splice(Math.floor(random() * all.length), 1));
  }
  return drawn;
}

/** Reads the record of a run from its text. */
export function recordFrom(/** @type {string} */ text) {
  const { record } = readRunRecord(text);
  if (record === undefined) throw new Error('a run was stored that cannot be read');
  return record;
}

/**
 * Judges a pair: the gate's outcome, the verdict of each operation, and how many repeats those would need that the gate
 * leaves undecided.
 * @returns {JudgedPair}
 */
export function judgePair(
  /** @type {RunRecord} */ first,
  /** @type {RunRecord} */ second,
  /** @type {Gate} */ gate,
) {
  const { comparison } = compareReported([runColumn(first), runColumn(second)]);
  const verdicts = comparison.operations.flatMap(({ name, outcomes: [outcome] }) =>
    outcome?.kind === 'judged' ? [/** @type {const} */ ([name, outcome.verdict])] : [],
  );
  return {
    outcome: evaluateGate(comparison, gate).outcome,
    verdicts: Object.fromEntries(verdicts),
    needed: listUndecided(comparison, gate).map(({ repeats }) => repeats),
  };
}

/** Judges pairs of measured runs, and how often they were right. */
export function judgeFresh(
  /** @type {Fresh} */ { same, spins, five, ten },
  /** @type {{ pairs: number, same: readonly Limit[], loops: readonly string[] }} */ wanted,
) {
  const drawn = drawPairs(same.length, wanted.pairs);
  const row = (
    /** @type {string} */ title,
    /** @type {readonly [readonly RunRecord[], readonly RunRecord[]]} */ [firsts, seconds],
    /** @type {number} */ delta,
    /** @type {readonly Limit[]} */ limits,
    operation = '',
  ) => {
    const judged = drawn.flatMap(([one, other]) => {
      const [first, second] = [firsts[one], seconds[other]];
      if (first === undefined || second === undefined) return [];
      return [judgePair(first, second, { verdict: 'regressed', delta })];
    });
    const words = judged.map(({ outcome, verdicts }) =>
      operation === '' ? EXITS[outcome] : (verdicts[operation] ?? 'no verdict'),
    );
    const needed = judged.flatMap((each) => each.needed.map((repeats = Infinity) => repeats));
    const open = (needed.length / judged.length).toFixed(1);
    const repeats = needed.toSorted((a, b) => a - b);
    const middle = repeats[Math.floor(repeats.length / 2)] ?? 0;
    const shown =
      operation === '' ? `${title} (${open} undecided, half need ${middle} repeats)` : title;
    const counts = countWords(words);
    return judge({ title: `fresh: ${shown}`, counts, limits }, judged.length);
  };
  const found = [{ word: 'regressed', least: 90 }];
  return [
    row('same agent, whole catalogue', [same, same], 0.05, wanted.same),
    row('same agent, loops', [spins, spins], 0.05, wanted.same),
    ...wanted.loops.map((loop) =>
      row(`${loop} +5 %`, [spins, five], 0.02, found, `planted/${loop}`),
    ),
    row('loops +10 %', [spins, ten], 0.05, [{ word: 'exit 0', most: 0 }]),
  ];
}
