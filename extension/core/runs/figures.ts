import type { Clock } from '../measure/clock';
import type { Distribution } from '../measure/distribution';
import { insufficient } from '../measure/figure';
import { PERCENTILES, percentiles } from '../measure/percentile';
import type { Statistics } from '../measure/statistics';
import type { SampleFigures } from './row';

/** An operation shorter than this many steps of its clock is shown by batch means alone. */
export const STEPS_NEEDED = 10;

/** Figures of samples; `refusal` forbids the percentiles. */
export function sampleFigures(
  distribution: Distribution,
  plain: Statistics | undefined,
  refusal: string | undefined,
): SampleFigures {
  const allowed = refusal === undefined ? percentiles(distribution) : refused(refusal);
  return { statistics: plain, percentiles: allowed };
}

function refused(refusal: string): SampleFigures['percentiles'] {
  const each = PERCENTILES.map((name) => [name, insufficient(refusal)]);
  return Object.fromEntries(each) as SampleFigures['percentiles'];
}

/** Why samples around this median are too coarse for percentiles, if they are. */
export function coarseness(
  middle: number | undefined,
  { ratio: [num, den] }: Clock,
  stepTicks: number,
): string | undefined {
  // Compared in ticks: a step of three ticks need not be a whole unit.
  if (middle === undefined || middle * den >= STEPS_NEEDED * stepTicks * num) return undefined;
  return `shorter than ${STEPS_NEEDED} steps of the clock: batch means only`;
}

/** Why a net median contradicts itself: an operation cannot cost less than nothing. */
export function netDoubts(middle: number | undefined): string[] {
  return middle === undefined || middle >= 0
    ? []
    : [`the median is ${-middle} below the cost of reading the clock`];
}
