import { type Figure, valueOf } from '../measure';
import { isWithheld, type OperationRow } from '../runs';

/** The most that the largest hundredth may add to a mean that leaves it out. */
const MOST_DROPPED = 0.1;

/** Shown with every mean that keeps its largest hundredth where others leave it out. */
export const WHOLE_MEAN =
  'a mean of batches or, where there are none, of all samples: the largest hundredth is more than ' +
  '10 % of it, here or in a variant, too much to be left out';

/**
 * True if the largest hundredth is too much of the mean to be noise, as where every 64th call
 * waits: without it, the mean would be that of the cheap calls alone.
 */
export function isMixture(row: OperationRow): boolean {
  const { statistics } = row.all;
  if (!isTrimmable(row) || statistics === undefined) return false;
  return statistics.mean - statistics.trimmedMean > MOST_DROPPED * statistics.mean;
}

/** The mean without the largest hundredth, if samples are fine enough for one. */
export function trimmedMean(row: OperationRow): Figure {
  const { statistics } = row.all;
  return isTrimmable(row) && statistics ? { value: statistics.trimmedMean } : row.mean;
}

/** The mean of everything: of batches, which read no clock inside, or else of samples. */
export function wholeMean(row: OperationRow): Figure {
  const batches = row.batches?.mean;
  const isThere = isTrimmable(row) && batches !== undefined && valueOf(batches) !== undefined;
  return isThere ? batches : row.mean;
}

function isTrimmable({ meanFrom, standing }: OperationRow): boolean {
  return meanFrom === 'samples' && !isWithheld(standing);
}
