import type { ClockUnit } from '../agent';
import { formatNumber, formatPercent, formatRatio, studentBound } from '../measure';
import type { RankTest } from './rank-test';
import {
  chanceOfAbove,
  chanceOfBelow,
  falseDiscoveryLimit,
  type Interval,
  type Ratio,
  repeatsAgainstRounding,
  type RunFigures,
  widerInterval,
} from './ratio';

/** The outcome of comparing one operation with the baseline's. */
export type Outcome = Judged | MeanOnly | NotComparable;

/** Two measured operations; doubtful ones have no figures. */
export interface Judged {
  readonly kind: 'judged';
  readonly verdict: Verdict;
  /** Why the verdict is `inconclusive` or `undecided`. */
  readonly reasons: readonly string[];
  readonly notes: readonly string[];
  readonly figures: RatioFigures | undefined;
}

export interface RatioFigures {
  readonly unit: ClockUnit;
  /** The source of the figures. */
  readonly from: 'samples' | 'batches';
  /**
   * The operation is too short to be distinguished from the loop around it, so it is compared with
   * the loop.
   */
  readonly withLoop: boolean;
  /** The ratio that decides: of means between targets that repeat exactly, otherwise of medians. */
  readonly decidedBy: 'mean' | 'median';
  /** Undefined only if the exact figure of a side is not above zero; then the difference decides. */
  readonly mean: Ratio | undefined;
  readonly median: Ratio | undefined;
  /** The ratio of means without the largest hundredth; shown, but never decides. */
  readonly trimmed: Ratio | undefined;
  /** The exact difference of one operation, in the unit; undefined if a side does not repeat. */
  readonly change: number | undefined;
  readonly rank: RankTest | undefined;
  /** The smallest change that matters, relative to the smaller figure. */
  readonly delta: number;
  /** The larger of the two sides' relative spreads between runs; undefined for single runs. */
  readonly noise: number | undefined;
  readonly runs: readonly [first: number, second: number];
  /** The deciding figure of every run; undefined if both sides repeat exactly. */
  readonly figuresOfRuns: RunFigures | undefined;
  /** The ratios that layout alone may explain; undefined if no side has figures of several layouts. */
  readonly layout: Interval | undefined;
}

/** A comparison with a published or imported side that has a mean only. */
interface MeanOnly {
  readonly kind: 'mean only';
  readonly ratio: number;
  readonly unit: ClockUnit;
  readonly notes: readonly string[];
}

interface NotComparable {
  readonly kind: 'not comparable';
  readonly why: string;
  /** Neither side has such an operation, so no gate needs to judge it. */
  readonly isRefused?: true;
}

/**
 * The verdicts; a ratio above 1 is slower. `changed` is an exact difference below delta. A difference
 * `within layout` is as large as one that code shows where it merely moves. `undecided` needs more runs,
 * `inconclusive` cannot be judged at all.
 */
export const VERDICTS = [
  'improved',
  'regressed',
  'changed',
  'unchanged',
  'within layout',
  'undecided',
  'inconclusive',
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** The verdicts by which figures differ. */
export const CHANGES: ReadonlySet<Verdict> = new Set(['improved', 'regressed', 'changed']);

/** True if figures were found to differ. */
export const isChange = (outcome: Outcome | undefined): boolean =>
  outcome?.kind === 'judged' && CHANGES.has(outcome.verdict);

/** The default for the smallest change that matters. */
export const DELTA = { sampled: 0.02, exact: 0.01 } as const;

/** Fewer runs on both sides have no 95 % interval by ranks. */
export const RUNS_NEEDED = 4;

/** The share of false ones accepted among all changes found in one comparison. */
export const FALSE_DISCOVERIES = 0.05;

/** The share of an interval beyond each of its ends. */
const TAIL = 0.025;

/** The probability of a decision after the suggested number of repeats. */
const POWER = 0.9;

/** Smaller changes are not worth more repeats. */
const LEAST_TO_FIND = 0.005;

// Rounding must not decide for figures that differ by exactly delta, or lie at the end of a layout's range.
const ROUNDING = 1e-12;

/** The ratio that decides; undefined if an exact figure is not above zero. */
export function decidingRatio({ decidedBy, mean, median }: RatioFigures): Ratio | undefined {
  return decidedBy === 'median' ? (median ?? mean) : mean;
}

/**
 * Judges operations that are compared together. Between targets that repeat exactly any difference
 * is a change, which delta grades. Otherwise an operation improved or regressed if its figures lie
 * beyond delta by more than chance explains among that many operations (Benjamini and Hochberg), and
 * is unchanged if its interval lies within delta. A judgement that is repeated while measuring goes
 * on shares the probability of error among its looks (Bonferroni). Delta is relative and symmetric
 * on the logarithmic scale, so swapping the sides swaps `improved` and `regressed`.
 */
export function judgeTogether(
  all: readonly RatioFigures[],
  { delta, looks = 1 }: { readonly delta?: number | undefined; readonly looks?: number } = {},
): Verdict[] {
  const chances = all.map((each) => computeChance(each, delta ?? each.delta));
  const limit = falseDiscoveryLimit(
    chances.filter((chance) => chance !== undefined),
    FALSE_DISCOVERIES / looks,
  );
  return all.map((each, at) => {
    const verdict = judge(each, delta ?? each.delta, { chance: chances[at], limit, looks });
    return CHANGES.has(verdict) && isWithinLayout(each) ? 'within layout' : verdict;
  });
}

function judge(
  figures: RatioFigures,
  delta: number,
  { chance, limit, looks }: { chance: number | undefined; limit: number; looks: number },
): Verdict {
  const border = Math.log1p(delta) + ROUNDING;
  if (chance === undefined) return judgeExact(figures, border);
  const { value = NaN, interval } = decidingRatio(figures) ?? {};
  if (interval === undefined) return 'inconclusive';
  if (chance <= limit) return value > 1 ? 'regressed' : 'improved';
  const [low, high] = [Math.log(interval.low), Math.log(interval.high)];
  const isWithin = low >= -border && high <= border;
  return isWithin && chanceBeyond(figures, delta) <= TAIL / looks ? 'unchanged' : 'undecided';
}

/** The probability of seeing figures so far within delta if they lie beyond it. */
function chanceBeyond({ figuresOfRuns }: RatioFigures, delta: number): number {
  if (figuresOfRuns === undefined) return 1;
  const factor = 1 + delta;
  return Math.max(chanceOfBelow(figuresOfRuns, factor), chanceOfAbove(figuresOfRuns, 1 / factor));
}

/** True for a difference that code shows which merely moves. */
export function isWithinLayout(figures: RatioFigures): boolean {
  const { layout } = figures;
  const ratio = decidingRatio(figures);
  if (ratio === undefined || layout === undefined || layout.low === layout.high) return false;
  return ratio.value >= layout.low * (1 - ROUNDING) && ratio.value <= layout.high * (1 + ROUNDING);
}

/** Judges by the ratio, or where there is none by the difference: it is more than any share of nothing. */
function judgeExact({ change = 0, mean }: RatioFigures, border: number): Verdict {
  if (change === 0) return 'unchanged';
  const log = mean ? Math.log(mean.value) : change * Infinity;
  if (Math.abs(log) <= border) return 'changed';
  return log > 0 ? 'regressed' : 'improved';
}

/** The probability that chance alone moves the figures that far beyond delta, in either direction. */
function computeChance({ figuresOfRuns }: RatioFigures, delta: number): number | undefined {
  if (figuresOfRuns === undefined) return undefined;
  const factor = 1 + delta;
  const nearer = Math.min(
    chanceOfAbove(figuresOfRuns, factor),
    chanceOfBelow(figuresOfRuns, 1 / factor),
  );
  return Math.min(1, 2 * nearer);
}

/** The smallest slowdown that these runs could have shown to be beyond `delta`, at one of so many looks. */
export function couldHaveFound(
  figures: RatioFigures,
  delta = figures.delta,
  looks = 1,
): number | undefined {
  const { figuresOfRuns } = figures;
  const own = decidingRatio(figures)?.interval;
  const interval =
    looks > 1 && own && figuresOfRuns ? widerInterval(figuresOfRuns, TAIL / looks) : own;
  return interval && (1 + delta) * Math.sqrt(interval.high / interval.low) - 1;
}

/** Explains why there is no decision: what these runs could have found, and how many would do. */
export function openText(figures: RatioFigures, delta = figures.delta, looks = 1): string {
  const interval = decidingRatio(figures)?.interval;
  const found = couldHaveFound(figures, delta, looks);
  if (interval === undefined || found === undefined) return 'too few runs for an interval';
  return (
    `the ratio lies within ${formatRatio(interval.low)} .. ${formatRatio(interval.high)}; ` +
    `these runs could have found ${formatPercent(Number(found.toPrecision(2)))}, ` +
    repeatsText([repeatsToDecide(figures, delta, looks)])
  );
}

/**
 * The repeats per side that would show with 90 % probability that an operation which has not changed
 * has not changed by delta: Noether's sample size for the rank test. All it needs to know of the
 * spread is how many pairs of one side's repeats lie within delta of each other, which a few
 * disturbed repeats hardly change. Undefined if none does, since then there are too few for an
 * estimate. Rounding may need more. As everywhere, the looks share the probability of error.
 */
export function repeatsToDecide(
  { figuresOfRuns, runs, ...figures }: RatioFigures,
  delta = figures.delta,
  looks = 1,
): number | undefined {
  if (figuresOfRuns === undefined) return undefined;
  const most = Math.log1p(Math.max(delta, LEAST_TO_FIND));
  const share = shareWithin(figuresOfRuns, most);
  if (share === 0) return undefined;
  const bounds = normalBound(TAIL / looks) + normalBound(1 - POWER);
  const byRanks = (2 / 3) * (bounds / share) ** 2;
  const byRounding = repeatsAgainstRounding(figuresOfRuns, most, bounds);
  return Math.ceil(Math.max(Math.max(...runs) + 1, byRanks, byRounding));
}

/** The share of pairs of repeats of the same side whose figures differ by no more than that. */
function shareWithin({ first, second }: RunFigures, most: number): number {
  let [pairs, within] = [0, 0];
  for (const side of [first, second]) {
    const logs = side.map(Math.log);
    logs.forEach((one, at) => {
      for (const other of logs.slice(at + 1)) {
        pairs += 1;
        if (Math.abs(one - other) <= most) within += 1;
      }
    });
  }
  return pairs === 0 ? 0 : within / pairs;
}

/** The normal distribution's bound with this share above, as Student's t with many degrees of freedom. */
function normalBound(above: number): number {
  return studentBound(1000, 1 - 2 * above);
}

/**
 * States the repeats per side that would decide half of what is undecided, and all of it; those
 * without an estimate need the most.
 */
export function repeatsText(needed: readonly (number | undefined)[]): string {
  const sorted = needed.map((each) => each ?? Infinity).toSorted((one, other) => one - other);
  const [half = Infinity, all = Infinity] = [
    sorted[Math.ceil(sorted.length / 2) - 1],
    sorted.at(-1),
  ];
  if (half === Infinity) return 'there are too few repeats to estimate how many would decide';
  const those = sorted.length === 1 ? 'it' : 'them';
  const whole = `about ${formatNumber(all)}`;
  if (half === all) return `${whole} repeats a side would decide ${those}`;
  const most = all === Infinity ? 'the rest varies too much for an estimate' : `${whole} all`;
  return `about ${formatNumber(half)} repeats a side would decide half of them, ${most}`;
}
