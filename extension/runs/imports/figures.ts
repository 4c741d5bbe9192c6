import {
  type Distribution,
  percentiles,
  PERCENTILES,
  size,
  statistics,
  getFigureValue,
} from '../../measure';
import type { ImportedOperation } from './imported';

type Figures = Pick<
  ImportedOperation,
  'samples' | 'mean' | 'min' | 'max' | 'stddev' | 'percentiles' | 'distribution'
>;

/** Figures of a tool that lists every value. */
export function summariseDistribution(distribution: Distribution): Figures {
  const plain = statistics(distribution);
  return {
    samples: size(distribution),
    mean: plain?.mean,
    min: plain?.min,
    max: plain?.max,
    stddev: plain?.deviation,
    percentiles: computePercentiles(distribution),
    distribution: distribution.map(([value, count]) => [value, count]),
  };
}

/** The percentiles that have enough values. */
export function computePercentiles(distribution: Distribution): Record<string, number> {
  const all = percentiles(distribution);
  return Object.fromEntries(
    PERCENTILES.flatMap((name) => {
      const value = getFigureValue(all[name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Reads a decimal number as tools print it; undefined if it is none. */
export function decimal(text: string | undefined): number | undefined {
  if (text === undefined || !/^[+-]?\d+(?:\.\d+)?$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}
