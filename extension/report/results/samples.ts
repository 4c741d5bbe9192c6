import {
  binEdges,
  countBetween,
  type Distribution,
  extentOf,
  type Range,
  samplesIn,
  type SplitSamples,
  suitableScale,
} from '../../measure';

/** So many values a stratum cross into a view; finer than any screen, and 64 KB at most. */
const MOST_VALUES = 4096;

/** Samples on their way into a view: `[value, count]` pairs of 64-bit floats. */
export interface PackedSamples {
  /** What was asked for; nothing: everything. */
  readonly range: Range | undefined;
  /** Every value is there; otherwise neighbours are put together under the smallest of them. */
  readonly isExact: boolean;
  readonly quiet: ArrayBuffer;
  readonly ticked: ArrayBuffer;
}

/** Packs the samples of a range, at most so many values that a view draws them at once. */
export function packSamples(samples: SplitSamples, range: Range | undefined): PackedSamples {
  const within = range === undefined ? samples : samplesIn(samples, range);
  const isExact = within.quiet.length <= MOST_VALUES && within.ticked.length <= MOST_VALUES;
  const extent = extentOf(within);
  const thinned = isExact || extent === undefined ? within : thin(within, extent);
  return { range, isExact, quiet: pack(thinned.quiet), ticked: pack(thinned.ticked) };
}

/** The samples as they were before they were packed. */
export function unpackSamples({
  quiet,
  ticked,
}: Pick<PackedSamples, 'quiet' | 'ticked'>): SplitSamples {
  return { quiet: unpack(quiet), ticked: unpack(ticked) };
}

function thin({ quiet, ticked }: SplitSamples, extent: Range): SplitSamples {
  const edges = binEdges(extent, suitableScale(extent.low, extent.high), MOST_VALUES);
  const thinned = (distribution: Distribution): Distribution =>
    countBetween(distribution, edges).flatMap((count, at): Distribution => {
      return count === 0 ? [] : [[edges[at] ?? 0, count]];
    });
  return { quiet: thinned(quiet), ticked: thinned(ticked) };
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
