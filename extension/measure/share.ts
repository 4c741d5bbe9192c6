import { remember } from '../base';
import { studentBound } from './student';

/** Samples that were taken one after the other, and how many of them hit something. */
export interface SampleGroup {
  readonly hits: number;
  readonly samples: number;
}

/** A share of samples, with its 95 % interval. */
export interface Share {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** The method by which intervals of shares are computed, for people. */
export const SHARE_METHOD = 'Wilson, with the effective number of samples';

const LEVEL = 0.95;
/**
 * Slow waves that are compared with the groups: sine and cosine of one to four periods. More would make intervals narrower,
 * and too narrow for a program with few periods: how much neighbouring groups differ does not show how much the whole would
 * differ another time. Half periods would count the beginning and the end of the samples twice.
 */
const MOST_WAVES = 8;
/** Fewer have no whole period, and do not show how much they would differ another time. */
const FEWEST_GROUPS = 3;
const computeBound = remember((waves: number) => studentBound(waves, LEVEL));
/** Regular sampling of a loop is better than independent samples, but a few waves cannot show that it is far better. */
const LEAST_EFFECT = 0.05;
/** Fewer cannot show at all that they are better than independent ones. */
const FEW_SAMPLES = 100;
/** Something with fewer hits on average than this has none in 95 of 100 cases. */
const LEAST_HITS = 0.05;

/**
 * The share that was hit, with Wilson's interval. The groups are in the order of time. Samples that follow each other
 * closely are no independent ones: they often hit the same, and so do neighbouring groups if the program goes through
 * its phases slowly, or a busy host stops it from time to time. So the number of samples is divided by how much more the
 * share changes slowly than that of independent samples would (the design effect of surveys), and the bound is
 * Student's, for as many waves as were compared.
 */
export function estimateShare(groups: readonly SampleGroup[]): Share {
  const { hits, samples } = sumGroups(groups);
  if (samples === 0) return { share: 0, low: 0, high: 1 };
  const share = hits / samples;
  if (groups.length < FEWEST_GROUPS) return { share, low: 0, high: 1 };
  const independent = independentVariance(groups);
  const effect = independent > 0 ? estimateVariance(groups) / independent : 1;
  const least = samples < FEW_SAMPLES ? 1 : LEAST_EFFECT;
  const { low, high } = wilson(share, samples / Math.max(least, effect), groups.length);
  return { share, low: hits === 0 ? 0 : low, high: hits === samples ? 1 : high };
}

/**
 * The upper end of the interval of something that no sample hit, among others that samples did hit. How far the samples
 * depend on each other is known of those alone, so the average of their effects counts, but never as a narrower interval.
 */
export function unseenShare(others: readonly (readonly SampleGroup[])[]): number {
  const [groups = []] = others;
  const { samples } = sumGroups(groups);
  if (samples === 0 || groups.length < FEWEST_GROUPS) return 1;
  const sum = (of: (each: readonly SampleGroup[]) => number) =>
    others.reduce((so, each) => so + of(each), 0);
  const independent = sum(independentVariance);
  const effect = independent > 0 ? sum(estimateVariance) / independent : 1;
  return wilson(0, samples / Math.max(1, effect), groups.length).high;
}

/** Whole periods, each with a sine and a cosine. */
const countWaves = (groups: number) => Math.min(MOST_WAVES, 2 * wholePeriods(groups));
const wholePeriods = (groups: number) => Math.floor((groups - 1) / 2);

/** Wilson's interval of a share among independent samples, whose number was found from so many groups. */
function wilson(share: number, samples: number, groups: number) {
  const bound = computeBound(countWaves(groups));
  const square = (bound * bound) / samples;
  const centre = (share + square / 2) / (1 + square);
  const spread = (share * (1 - share)) / samples + square / (4 * samples);
  const half = (bound * Math.sqrt(spread)) / (1 + square);
  // Wilson's lower end of a single hit is too high (Brown, Cai and DasGupta, 2001).
  const rare = share * samples <= 1 ? Math.min(LEAST_HITS / samples, centre - half) : centre - half;
  return { low: rare, high: centre + half };
}

function sumGroups(groups: readonly SampleGroup[]): SampleGroup {
  const hits = groups.reduce((sum, group) => sum + group.hits, 0);
  return { hits, samples: groups.reduce((sum, group) => sum + group.samples, 0) };
}

function independentVariance(groups: readonly SampleGroup[]): number {
  const { hits, samples } = sumGroups(groups);
  return samples === 0 ? 0 : ((hits / samples) * (1 - hits / samples)) / samples;
}

/** The variance of a share, from how much of its course is slow (the estimator of Daniell, with a few whole periods). */
function estimateVariance(groups: readonly SampleGroup[]): number {
  const waves = countWaves(groups.length);
  const { samples } = sumGroups(groups);
  if (samples === 0) return 0;
  const squares = Array.from({ length: waves }, (_, at) => {
    return correlateWave(groups, Math.floor(at / 2) + 1, at % 2 === 0 ? Math.sin : Math.cos) ** 2;
  });
  return (2 * squares.reduce((sum, square) => sum + square, 0)) / waves / samples ** 2;
}

/** Correlates a share's course over the groups with a wave of so many periods. */
function correlateWave(
  groups: readonly SampleGroup[],
  periods: number,
  wave: (angle: number) => number,
): number {
  const { hits, samples } = sumGroups(groups);
  const share = hits / samples;
  return groups.reduce((sum, own, index) => {
    const angle = (2 * Math.PI * periods * (index + 0.5)) / groups.length;
    return sum + wave(angle) * (own.hits - share * own.samples);
  }, 0);
}

/** A wave is remarkable if independent samples would have it in fewer than one of a thousand cases. */
const REMARKABLE = 17;

/**
 * Counts the times that shares went up and down together while they were sampled, if those are few: a program that has come
 * round only so often. Undefined if no wave is remarkable, or if there are too few groups to see it.
 */
export function countPeriods(shares: readonly (readonly SampleGroup[])[]): number | undefined {
  const [groups = []] = shares;
  const squares = Array.from({ length: wholePeriods(groups.length) }, (_, at) => {
    const computePower = (each: readonly SampleGroup[]) =>
      correlateWave(each, at + 1, Math.sin) ** 2 + correlateWave(each, at + 1, Math.cos) ** 2;
    return shares.reduce((sum, each) => sum + computePower(each), 0);
  });
  if (squares.length < MOST_WAVES) return undefined;
  const usual = squares.toSorted((a, b) => a - b)[squares.length >> 1] ?? 0;
  const largest = Math.max(...squares);
  return usual > 0 && largest > REMARKABLE * usual ? squares.indexOf(largest) + 1 : undefined;
}
