/*
 * Judges how often an outcome was seen. Limits are in per cent of all pairs; with few pairs a limit between two
 * numbers is the stricter one: of 10 pairs at least 9 may be needed, and none allowed.
 */

/**
 * @typedef {{ word: string, least?: number, most?: number }} Limit
 * @typedef {{ title: string, counts: Readonly<Record<string, number>>, limits: readonly Limit[] }} Rate
 */

/** The exit codes that follow from the outcomes of a gate. */
export const EXITS = { ok: 'exit 0', failed: 'exit 3', inconclusive: 'exit 4' };

/** Formats a rate of so many pairs as a row of a table, and judges it. */
export function judge(/** @type {Rate} */ { title, counts, limits }, /** @type {number} */ pairs) {
  const wanted = limits.map(({ word, least, most }) =>
    least === undefined
      ? `${word} in at most ${Math.floor(((most ?? 100) * pairs) / 100)}`
      : `${word} in at least ${Math.ceil((least * pairs) / 100)}`,
  );
  const isMet = limits.every(({ word, least = 0, most = 100 }) => {
    const share = (100 * (counts[word] ?? 0)) / pairs;
    return share >= least && share <= most;
  });
  const seen = Object.entries(counts).map(([word, count]) => `${word} in ${count}`);
  const cells = [title, `${pairs}`, seen.join(', '), wanted.join(', '), isMet ? 'ok' : 'MISSED'];
  return { isMet, cells };
}

/** Counts equal words. */
export function countWords(/** @type {readonly string[]} */ words) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const word of words.toSorted()) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

/** Differences of means are those of sums of whole instructions. */
const ROUNDING = 1e-6;

/**
 * Names an exact outcome: `unchanged`, `changed` if the operation was found to take as many instructions more as were
 * planted, and anything else as it is, which no limit wants.
 */
export function nameExact(
  /** @type {{ verdict?: string, figures?: { change?: number } } | undefined} */ outcome,
  /** @type {number} */ planted,
) {
  const { verdict = 'no verdict', figures: { change = NaN } = {} } = outcome ?? {};
  if (verdict !== 'regressed' && verdict !== 'changed') return verdict;
  return Math.abs(change - planted) <= ROUNDING ? 'changed' : `${verdict} by ${change}`;
}
