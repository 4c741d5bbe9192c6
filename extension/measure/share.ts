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
 * Slow waves that are compared with the groups. More would make intervals narrower, and too narrow for a program with few
 * turns: how much neighbouring groups differ does not show how much the whole would differ another time.
 */
const MOST_WAVES = 8;
const boundOf = remember((waves: number) => studentBound(waves, LEVEL));
/** Regular sampling of a loop is better than independent samples, but a few waves cannot show that it is far better. */
const LEAST_EFFECT = 0.05;

/**
 * The share that was hit, with Wilson's interval. The groups are in the order of time. Samples that follow each other
 * closely are no independent ones: they often hit the same, and so do neighbouring groups if the program goes through
 * its phases slowly, or a busy host stops it now and then. So the number of samples is divided by how much more the
 * share changes slowly than that of independent samples would (the design effect of surveys), and the bound is
 * Student's, for as many waves as were compared. One group does not show how much it would differ another time.
 */
export function shareOf(groups: readonly SampleGroup[]): Share {
  const { hits, samples } = sumOf(groups);
  if (samples === 0) return { share: 0, low: 0, high: 1 };
  const share = hits / samples;
  if (groups.length === 1) return { share, low: 0, high: 1 };
  const independent = independentVariance(groups);
  const effect = independent > 0 ? varianceOf(groups) / independent : 1;
  const { low, high } = wilson(share, samples / Math.max(LEAST_EFFECT, effect), groups.length);
  return { share, low: hits === 0 ? 0 : low, high: hits === samples ? 1 : high };
}

/**
 * The upper end of the interval of something that no sample hit, among others that samples did hit. How far the samples
 * depend on each other is known of those alone, so the average of their effects counts, but never as a narrower interval.
 */
export function unseenShare(others: readonly (readonly SampleGroup[])[]): number {
  const [groups = []] = others;
  const { samples } = sumOf(groups);
  if (samples === 0 || groups.length === 1) return 1;
  const sum = (of: (each: readonly SampleGroup[]) => number) =>
    others.reduce((so, each) => so + of(each), 0);
  const independent = sum(independentVariance);
  const effect = independent > 0 ? sum(varianceOf) / independent : 1;
  return wilson(0, samples / Math.max(1, effect), groups.length).high;
}

const wavesIn = (groups: number) => Math.min(MOST_WAVES, groups - 1);

/** Wilson's interval of a share among independent samples, whose number was found from so many groups. */
function wilson(share: number, samples: number, groups: number) {
  const bound = boundOf(wavesIn(groups));
  const square = (bound * bound) / samples;
  const centre = (share + square / 2) / (1 + square);
  const spread = (share * (1 - share)) / samples + square / (4 * samples);
  const half = (bound * Math.sqrt(spread)) / (1 + square);
  return { low: centre - half, high: centre + half };
}

function sumOf(groups: readonly SampleGroup[]): SampleGroup {
  const hits = groups.reduce((sum, group) => sum + group.hits, 0);
  return { hits, samples: groups.reduce((sum, group) => sum + group.samples, 0) };
}

function independentVariance(groups: readonly SampleGroup[]): number {
  const { hits, samples } = sumOf(groups);
  return samples === 0 ? 0 : ((hits / samples) * (1 - hits / samples)) / samples;
}

/**
 * The variance of a share, from how much of its course is slow: the mean square of as many cosines, from half a wave on
 * (the equal-weighted cosine estimator of the long-run variance). With one wave fewer than groups, it is that of the groups.
 */
function varianceOf(groups: readonly SampleGroup[]): number {
  const count = groups.length;
  const waves = wavesIn(count);
  const { hits, samples } = sumOf(groups);
  if (samples === 0) return 0;
  const share = hits / samples;
  const amplitudes = Array.from({ length: waves }, (_, at) => {
    const wave = (place: number) => Math.cos((Math.PI * (at + 1) * (place + 0.5)) / count);
    return groups.reduce(
      (sum, own, place) => sum + wave(place) * (own.hits - share * own.samples),
      0,
    );
  });
  const squares = amplitudes.reduce((sum, amplitude) => sum + amplitude ** 2, 0);
  return (2 * squares) / waves / samples ** 2;
}
