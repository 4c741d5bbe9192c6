import type { Clock } from '../measure/clock';
import type { Distribution } from '../measure/distribution';
import { type Figure, insufficient } from '../measure/figure';
import { median, PERCENTILES, type PercentileName, percentile } from '../measure/percentile';
import { statistics } from '../measure/statistics';
import type { SampleFigures } from './row';

/** An operation shorter than this many steps of its clock is shown by batch means alone. */
export const STEPS_NEEDED = 10;

/** Figures of samples; `refusal` forbids the percentiles. */
export function sampleFigures(
  distribution: Distribution,
  refusal: string | undefined,
): SampleFigures {
  const of = (name: PercentileName): Figure =>
    refusal === undefined ? percentile(distribution, name) : insufficient(refusal);
  const percentiles = Object.fromEntries(PERCENTILES.map((name) => [name, of(name)]));
  return {
    statistics: statistics(distribution),
    percentiles: percentiles as Record<PercentileName, Figure>,
  };
}

/** Why samples of this size are too coarse for percentiles, if they are. */
export function coarseness(
  net: Distribution,
  { ratio: [num, den] }: Clock,
  stepTicks: number,
): string | undefined {
  const middle = median(net);
  // Compared in ticks: a step of three ticks need not be a whole unit.
  if (middle === undefined || middle * den >= STEPS_NEEDED * stepTicks * num) return undefined;
  return `shorter than ${STEPS_NEEDED} steps of the clock: batch means only`;
}

/** Why a distribution contradicts itself: an operation cannot cost less than nothing. */
export function netDoubts(net: Distribution): string[] {
  const middle = median(net);
  return middle === undefined || middle >= 0
    ? []
    : [`the median is ${-middle} below the cost of reading the clock`];
}
