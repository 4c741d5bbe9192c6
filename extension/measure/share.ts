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
/** Regular sampling of a loop is better than independent samples, but a few groups cannot show by how much. */
const LEAST_EFFECT = 0.25;

/**
 * The share that was hit, with Wilson's interval. The groups are in the order of time. Samples that follow each other
 * closely are no independent ones: they often hit the same, and so do neighbouring groups if the program goes through
 * its phases slowly, or a busy host stops it now and then. So the number of samples is divided by how much more the
 * share changes slowly than that of independent samples would (the design effect of surveys), and the bound is
 * Student's, for as many waves as were compared. One group does not show how much it would differ another time.
 */
export function shareOf(groups: readonly SampleGroup[]): Share {
  const samples = groups.reduce((sum, group) => sum + group.samples, 0);
  const hits = groups.reduce((sum, group) => sum + group.hits, 0);
  if (samples === 0) return { share: 0, low: 0, high: 1 };
  const share = hits / samples;
  if (groups.length === 1) return { share, low: 0, high: 1 };
  const waves = Math.min(MOST_WAVES, groups.length - 1);
  const bound = boundOf(waves);
  const independent = (share * (1 - share)) / samples;
  const effect = independent > 0 ? varianceOf(groups, share, waves) / independent : 1;
  const effective = samples / Math.max(LEAST_EFFECT, effect);
  const square = (bound * bound) / effective;
  const centre = (share + square / 2) / (1 + square);
  const spread = (share * (1 - share)) / effective + square / (4 * effective);
  const half = (bound * Math.sqrt(spread)) / (1 + square);
  return {
    share,
    low: hits === 0 ? 0 : centre - half,
    high: hits === samples ? 1 : centre + half,
  };
}

/**
 * The variance of a share, from how much of its course is slow: the mean square of as many cosines, from half a wave on
 * (the equal-weighted cosine estimator of the long-run variance). With one wave fewer than groups, it is that of the groups.
 */
function varianceOf(groups: readonly SampleGroup[], share: number, waves: number): number {
  const count = groups.length;
  const samples = groups.reduce((sum, group) => sum + group.samples, 0);
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
