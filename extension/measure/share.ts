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
const NORMAL_95 = 1.959964;
/** Fewer groups are no evidence of how much they differ. */
const LEAST_GROUPS = 5;
/** Regular sampling of a loop is better than independent samples, but a few groups cannot show by how much. */
const LEAST_EFFECT = 0.25;

/**
 * The share that was hit, with Wilson's interval. Samples that follow each other closely are no independent
 * ones: they often hit the same. So the number of samples is divided by how much more the groups differ than
 * independent samples would (the design effect of surveys), and the bound is Student's, for as many groups.
 */
export function shareOf(groups: readonly SampleGroup[]): Share {
  const samples = groups.reduce((sum, group) => sum + group.samples, 0);
  const hits = groups.reduce((sum, group) => sum + group.hits, 0);
  if (samples === 0) return { share: 0, low: 0, high: 1 };
  const share = hits / samples;
  const isEnough = groups.length >= LEAST_GROUPS;
  const bound = isEnough ? studentBound(groups.length - 1, LEVEL) : NORMAL_95;
  const independent = (share * (1 - share)) / samples;
  const effect = isEnough && independent > 0 ? varianceOf(groups, share) / independent : 1;
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

/** The variance of a share, from how much it differs between groups. */
function varianceOf(groups: readonly SampleGroup[], share: number): number {
  const samples = groups.reduce((sum, group) => sum + group.samples, 0);
  const squares = groups.reduce((sum, group) => sum + (group.hits - share * group.samples) ** 2, 0);
  return (squares * groups.length) / (groups.length - 1) / samples ** 2;
}
