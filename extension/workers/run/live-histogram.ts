import type { ArrivedSamples } from '../../core/agent/collect-runs';
import { toUnit } from '../../core/measure/clock';
import { type Histogram, histogram } from '../../core/measure/histogram';

const BINS = 64;

/** More different values than this are counted in coarser steps; every bin still holds many. */
const VALUES = 8192;

/** Bins the samples of one operation after the other while they arrive. */
export type LiveHistogram = (operation: string, samples: ArrivedSamples | undefined) => Histogram;

/** Counts every sample once, however often the histogram is asked for. */
export function newLiveHistogram(): LiveHistogram {
  let current: string | undefined;
  let counter = newCounter();
  return (operation, samples) => {
    if (operation !== current) counter = newCounter();
    current = operation;
    return samples ? histogram(counter(samples), BINS) : histogram([], BINS);
  };
}

function newCounter() {
  let counts = new Map<number, number>();
  let values: number[] = [];
  let taken = 0;
  let step = 1;

  const coarsen = () => {
    step *= 2;
    const finer = counts;
    counts = new Map();
    for (const [value, count] of finer) add(value, count);
  };
  const add = (value: number, count: number) => {
    const place = value - (value % step);
    counts.set(place, (counts.get(place) ?? 0) + count);
  };

  return ({ ticks, clock }: ArrivedSamples) => {
    for (; taken < ticks.length; taken += 1) {
      add(ticks[taken] ?? 0, 1);
      if (counts.size > VALUES) coarsen();
    }
    if (values.length !== counts.size) values = [...counts.keys()].sort((a, b) => a - b);
    return values.map((value) => {
      const figure = clock ? toUnit(value, clock.ratio) : value;
      return [figure, counts.get(value) ?? 0] as const;
    });
  };
}
