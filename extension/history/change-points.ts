import { createHash } from 'node:crypto';
import { seedRandom } from '../base';

/**
 * Values that repeat exactly changed wherever two neighbours differ. A change is the index of the first
 * value after it.
 */
export function exactChanges(values: readonly number[]): number[] {
  return values.flatMap((value, at) => (at > 0 && value !== values[at - 1] ? [at] : []));
}

/** A split is accepted if none of this many shuffled series splits as well. */
const SHUFFLES = 499;

/** Longer series are searched in pieces of this length, so that the time grows linearly. */
const WINDOW = 64;

/** The changes of pieces that were searched, by their values. A search adds to it. */
export type SearchedPieces = Map<string, number[]>;

/**
 * Finds the changes of values that vary: E-divisive means after Matteson and James, "A nonparametric
 * approach for multiple change point analysis of multivariate data" (2014), with Euclidean distances.
 * The best split of a segment is tested by shuffling the segment, and if it is accepted, both sides are
 * searched as well. The shuffles of a piece are always the same, so a piece that was searched need not be
 * searched again.
 */
export function changePoints(
  values: readonly number[],
  searched: SearchedPieces = new Map(),
): number[] {
  const found: number[] = [];
  for (let start = 0; ;) {
    const end = Math.min(start + WINDOW, values.length);
    const isLast = end === values.length;
    const inside = searchPiece(values.slice(start, end), searched);
    // What lies close to the end of a piece is judged again with the values that follow.
    const settled = inside.filter((at) => isLast || at <= (WINDOW * 3) / 4);
    found.push(...settled.map((at) => start + at));
    if (isLast) return found;
    // The values before a change say nothing about the next one.
    start += Math.max(settled.at(-1) ?? 0, WINDOW / 2);
  }
}

function searchPiece(values: readonly number[], searched: SearchedPieces): readonly number[] {
  const key = createHash('sha256').update(Float64Array.from(values)).digest('base64url');
  const known = searched.get(key);
  // Read from a file: only what can be a change of these values counts.
  if (known?.every((at) => at > 0 && at < values.length) === true) return known;
  const found = searchSegment(values, seedRandom(1));
  searched.set(key, found);
  return found;
}

function searchSegment(values: readonly number[], random: () => number): number[] {
  const split = bestSplit(values);
  if (split.at === 0 || !isBeyondChance(split, values, random)) return [];
  const { at } = split;
  return [
    ...searchSegment(values.slice(0, at), random),
    at,
    ...searchSegment(values.slice(at), random).map((later) => at + later),
  ];
}

/** Checks that no shuffled segment splits as well, with a chance of 1 in 500 if nothing changed. */
function isBeyondChance(
  { divergence }: Split,
  values: readonly number[],
  random: () => number,
): boolean {
  const shuffled = Float64Array.from(values);
  const room = roomForSums(values);
  // A sum in another order may differ in its last bits.
  const asGood = divergence * (1 - 1e-9);
  for (let done = 0; done < SHUFFLES; done += 1) {
    shuffle(shuffled, random);
    if (bestSplit(shuffled, asGood, room).divergence >= asGood) return false;
  }
  return true;
}

/** A split of a segment into the values before an index and those from it on. */
interface Split {
  readonly at: number;
  readonly divergence: number;
}

/**
 * Finds the split whose sides differ most, or the first one that reaches `enough`; it is at 0 if no sides
 * differ. The right side may end before the segment does, so that a change back does not hide a change.
 */
export function bestSplit(
  values: ArrayLike<number>,
  enough = Infinity,
  sums = roomForSums(values),
): Split {
  const count = values.length;
  sumDistances(values, sums);
  let best = 0;
  let bestAt = 0;
  let left = 0;
  for (let at = 1; at < count && best < enough; at += 1) {
    const own = (at - 1) * count;
    left += sums[own + at - 1] ?? 0;
    const leftMean = at > 1 ? left / (at - 1) : 0;
    let between = 0;
    let right = 0;
    for (let last = at; last < count; last += 1) {
      const row = last * count;
      const toLeft = sums[row + at] ?? 0;
      between += toLeft;
      right += (sums[row + last] ?? 0) - toLeft;
      const size = last + 1 - at;
      const within = size * leftMean + (size > 1 ? (at * right) / (size - 1) : 0);
      const divergence = (2 * (between - within)) / (at + size);
      if (divergence > best) {
        best = divergence;
        bestAt = at;
      }
    }
  }
  return { at: bestAt, divergence: best };
}

/** All pieces and their shuffles share it: of sums, none is read that was not written for the same values. */
const ROOM = new Float64Array(WINDOW ** 2);

const roomForSums = ({ length }: ArrayLike<number>) =>
  length <= WINDOW ? ROOM : new Float64Array(length ** 2);

/** Fills in, for each value, the sums of its distances to the first 0, 1, 2, ... of those before it. */
function sumDistances(values: ArrayLike<number>, sums: Float64Array): void {
  const count = values.length;
  for (let from = 0; from < count; from += 1) {
    const row = from * count;
    const value = values[from] ?? 0;
    let sum = 0;
    for (let to = 0; to < from; to += 1) {
      sum += Math.abs(value - (values[to] ?? 0));
      sums[row + to + 1] = sum;
    }
  }
}

function shuffle(values: Float64Array, random: () => number): void {
  for (let last = values.length - 1; last > 0; last -= 1) {
    const at = Math.floor(random() * (last + 1));
    const value = values[last] ?? 0;
    values[last] = values[at] ?? 0;
    values[at] = value;
  }
}
