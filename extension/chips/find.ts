import { distance } from 'fastest-levenshtein';
import type { Chip } from './table';

/** The chips that a name means, likeliest first, and others whose names are similar. */
interface FoundChips {
  readonly matching: readonly Chip[];
  readonly nearest: readonly Chip[];
}

/** Matches any letter or digit: vendors write `x` for packages, temperatures and options. */
const ANY = '?';

/**
 * Reduces a name to its letters and digits. Debuggers write more than the part: `MCXN947_M33_0` for a core,
 * `MIMXRT1052xxxxB:EVKB` for a board, `W25Q?flash` for a loader, `target/stm32f4x.cfg` for a file.
 */
function normaliseName(name: string): string {
  return name
    .replace(/^.*[/\\]/, '')
    .replace(/\.cfg$|[:?].*$/, '')
    .replace(/_(?:C?M\d+\w*|core\d+|cpu\d+)$/i, '')
    .replace(/^MC(?=IMX|MIMX)/i, '')
    .replace(/^IMXRT/i, 'MIMXRT')
    .replaceAll('x', ANY)
    .toUpperCase()
    .replace(/[^A-Z0-9?]/g, '');
}

/** Counts the letters that two names begin with in common. */
function commonLetters(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  for (let at = 0; at < most; at++) {
    if (a[at] !== b[at] && a[at] !== ANY && b[at] !== ANY) return at;
  }
  return most;
}

/** Ranks a chip by how well its name fits, the best first. */
interface Candidate {
  readonly chip: Chip;
  readonly rank: 'same' | 'shorter' | 'longer' | 'near';
  readonly common: number;
  readonly mistakes: number;
}

function compareNames(wanted: string, written: string, chip: Chip): Candidate {
  const name = normaliseName(chip.name);
  const common = commonLetters(wanted, name);
  const isShorter = common === name.length;
  const isLonger = common === wanted.length || normaliseName(chip.family).startsWith(wanted);
  const rank = isShorter ? (isLonger ? 'same' : 'shorter') : isLonger ? 'longer' : 'near';
  const isWritten = chip.name.toLowerCase() === written.toLowerCase();
  // Only what the name has beyond the wanted letters is not a mistake.
  const mistakes = isWritten ? 0 : 1 + distance(wanted, name.slice(0, wanted.length));
  return { chip, rank, common, mistakes };
}

const byLikeness = (a: Candidate, b: Candidate) =>
  b.common - a.common || a.mistakes - b.mistakes || (a.chip.name < b.chip.name ? -1 : 1);

/**
 * Similar names begin alike for at least half of the name, or contain it as `MIMXRT1052` does `rt1052`, or
 * differ in few letters.
 */
function isSimilar(wanted: string, { chip, common, mistakes }: Candidate): boolean {
  return (
    common * 2 >= wanted.length ||
    mistakes * 3 <= wanted.length ||
    normaliseName(chip.name).includes(wanted)
  );
}

/**
 * Finds the chips that a name means. A name that equals a chip's is followed by one that a chip's name
 * begins, since vendors append package and temperature, and then by one that begins chips' names.
 */
export function findChips(written: string, chips: readonly Chip[], most = 8): FoundChips {
  const wanted = normaliseName(written);
  if (wanted.replaceAll(ANY, '').length < 3) return { matching: [], nearest: [] };
  const candidates = chips.map((chip) => compareNames(wanted, written, chip)).sort(byLikeness);
  const withRank = (rank: Candidate['rank']) => candidates.filter((each) => each.rank === rank);
  const shorter = withRank('shorter');
  const [matching = []] = [
    withRank('same'),
    shorter.filter(({ common }) => common === shorter[0]?.common),
    withRank('longer'),
  ].filter((group) => group.length > 0);
  const others = candidates.filter((each) => !matching.includes(each) && isSimilar(wanted, each));
  return {
    matching: matching.map(({ chip }) => chip),
    nearest: others.slice(0, most).map(({ chip }) => chip),
  };
}

/** All chips, in the order in which one is chosen: each is in one of the lists only. */
interface OfferedChips extends FoundChips {
  readonly others: readonly Chip[];
}

/** Orders the chips by the names that a project's configurations have for its chip. */
export function offerChips(names: readonly string[], chips: readonly Chip[]): OfferedChips {
  const found = names.map((name) => findChips(name, chips));
  const matching = new Set(found.flatMap((each) => each.matching));
  const nearest = new Set(
    found.flatMap((each) => each.nearest).filter((chip) => !matching.has(chip)),
  );
  return {
    matching: [...matching],
    nearest: [...nearest],
    others: chips.filter((chip) => !matching.has(chip) && !nearest.has(chip)),
  };
}
