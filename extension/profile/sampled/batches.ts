import { groupBy, sumCounts, sumGroupedCounts, sumNumbers } from '../../base';
import { estimateShare, type SampleGroup, type Share } from '../../measure';

/** Addresses that were sampled one after the other, with their counts, in no order. */
export interface SampledBatch {
  readonly counts: ReadonlyMap<number, number>;
  /** Samples that are outside the window of addresses that a server distinguishes. */
  readonly outside?: number | undefined;
  /** The same by the task that ran before, where that was read too; the key is the kernel's pointer to it. */
  readonly byTask?: ReadonlyMap<number, ReadonlyMap<number, number>> | undefined;
  /** Samples after which another task ran than before them. */
  readonly switches?: number | undefined;
}

type Batches = {
  readonly [Key in 'counts' | 'outside' | 'byTask']: NonNullable<SampledBatch[Key]>;
};

/** More groups than that show no better how much they differ. */
export const GROUPS = 40;

/** Adds batches up. */
function mergeBatches(batches: readonly SampledBatch[]): Batches {
  return {
    counts: sumCounts(batches.map(({ counts }) => counts)),
    outside: batches.reduce((sum, { outside = 0 }) => sum + outside, 0),
    byTask: sumGroupedCounts(batches.flatMap(({ byTask = [] }) => byTask)),
  };
}

/** Merges neighbouring batches into at most `GROUPS` groups of about the same size. */
export function inGroups(batches: readonly SampledBatch[]): readonly Batches[] {
  const size = Math.max(1, batches.length / GROUPS);
  const grouped = groupBy([...batches.entries()], ([at]) => Math.floor(at / size));
  return [...grouped.values()].map((group) => mergeBatches(group.map(([, batch]) => batch)));
}

/** The number of samples after which another task ran; undefined if tasks were not read. */
export function countSwitches(batches: readonly SampledBatch[]): number | undefined {
  const known = batches.filter(({ byTask }) => byTask !== undefined);
  if (known.length === 0) return undefined;
  return known.reduce((sum, { switches = 0 }) => sum + switches, 0);
}

/** The address of all samples, if they have one. */
export function findOnlyAddress(batches: readonly SampledBatch[]): number | undefined {
  const addresses = new Set(batches.flatMap(({ counts }) => [...counts.keys()]));
  const isAll = batches.every(({ outside = 0 }) => outside === 0);
  return isAll && addresses.size === 1 ? [...addresses][0] : undefined;
}

/** The samples that hit something, counted by group, and their share. */
export function estimateHits(hits: readonly SampleGroup[]): Share & { readonly samples: number } {
  return { samples: sumNumbers(hits.map((group) => group.hits)), ...estimateShare(hits) };
}

export const addressText = (address: number) => `0x${address.toString(16).padStart(8, '0')}`;
