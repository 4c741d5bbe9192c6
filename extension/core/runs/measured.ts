import { type BatchMeans, batchMeans } from '../measure/batches';
import { type CountedMean, countedMean } from '../measure/counted';
import { type Distribution, merge, shift } from '../measure/distribution';
import { median } from '../measure/percentile';
import { type Statistics, statistics } from '../measure/statistics';
import type { OperationRecord } from './record';

/** What repeats of one operation measured together, net of the cost of reading the clock. */
export interface Measured {
  readonly readingCost: number | undefined;
  readonly all: Distribution;
  readonly quiet: Distribution;
  readonly ticked: Distribution;
  /** Of all samples. */
  readonly median: number | undefined;
  readonly statistics: Readonly<Record<'all' | 'quiet', Statistics | undefined>>;
  readonly batches: BatchMeans | undefined;
  readonly counted: CountedMean | undefined;
  readonly cold: readonly number[];
}

/** Puts the measurements of repeats into one. */
export function measure(group: readonly OperationRecord[]): Measured {
  const readingCost = median(merge(...group.map(({ empty }) => empty.samples)));
  const net = (part: Distribution): Distribution => shift(part, -(readingCost ?? 0));
  const quiet = net(merge(...group.map((each) => each.quiet)));
  const ticked = net(merge(...group.map((each) => each.ticked)));
  const all = merge(quiet, ticked);
  return {
    ...{ readingCost, quiet, ticked, all },
    median: median(all),
    statistics: { all: statistics(all), quiet: statistics(quiet) },
    batches: joinBatches(group),
    counted: countedMean(group.flatMap(({ counted }) => counted ?? [])),
    cold: group.flatMap(({ cold }) => (cold === null ? [] : [cold - (readingCost ?? 0)])),
  };
}

function joinBatches(group: readonly OperationRecord[]): Measured['batches'] {
  const elapsed: number[] = [];
  const ticked: number[] = [];
  for (const { batches } of group) {
    ticked.push(...batches.ticked.map((index) => index + elapsed.length));
    elapsed.push(...batches.elapsed);
  }
  const empty = group.flatMap((each) => each.empty.batches);
  return batchMeans({ size: group[0]?.batches.size ?? 0, elapsed, ticked, empty });
}
