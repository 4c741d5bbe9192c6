import {
  binEdges,
  countBetween,
  type Distribution,
  findExtent,
  type Range,
  selectSamples,
  type SplitSamples,
  suitableScale,
} from '../../measure';

/** The most values sent to a view per stratum: finer than any screen, and at most 64 KB. */
const MOST_VALUES = 4096;

/** Samples packed for a view: `[value, count]` pairs of 64-bit floats. */
export interface PackedSamples {
  /** The requested range; undefined for everything. */
  readonly range: Range | undefined;
  /** Every value is present; otherwise neighbours are merged under the smallest of them. */
  readonly isExact: boolean;
  readonly quiet: ArrayBuffer;
  readonly ticked: ArrayBuffer;
}

/** Packs the samples of a range, at most as many values as a view draws quickly. */
export function packSamples(samples: SplitSamples, range: Range | undefined): PackedSamples {
  const within = range === undefined ? samples : selectSamples(samples, range);
  const isExact = within.quiet.length <= MOST_VALUES && within.ticked.length <= MOST_VALUES;
  const extent = findExtent(within);
  const thinned = isExact || extent === undefined ? within : thin(within, extent);
  return { range, isExact, quiet: pack(thinned.quiet), ticked: pack(thinned.ticked) };
}

/** Unpacks samples. */
export function unpackSamples({
  quiet,
  ticked,
}: Pick<PackedSamples, 'quiet' | 'ticked'>): SplitSamples {
  return { quiet: unpack(quiet), ticked: unpack(ticked) };
}

function thin({ quiet, ticked }: SplitSamples, extent: Range): SplitSamples {
  const edges = binEdges(extent, suitableScale(extent.low, extent.high), MOST_VALUES);
  const thinDistribution = (distribution: Distribution): Distribution =>
    countBetween(distribution, edges).flatMap((count, at): Distribution => {
      return count === 0 ? [] : [[edges[at] ?? 0, count]];
    });
  return { quiet: thinDistribution(quiet), ticked: thinDistribution(ticked) };
}

function pack(distribution: Distribution): ArrayBuffer {
  const numbers = new Float64Array(2 * distribution.length);
  distribution.forEach((pair, at) => numbers.set(pair, 2 * at));
  return numbers.buffer;
}

function unpack(bytes: ArrayBuffer): Distribution {
  const numbers = new Float64Array(bytes, 0, Math.floor(bytes.byteLength / 16) * 2);
  return Array.from({ length: numbers.length / 2 }, (_, at) => {
    return [numbers[2 * at] ?? 0, numbers[2 * at + 1] ?? 0] as const;
  });
}
