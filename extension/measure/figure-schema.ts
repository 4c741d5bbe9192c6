import * as v from 'valibot';
import type { Distribution } from './distribution';

/** A figure as sent to a view. */
export const figureSchema = v.union([
  v.object({ value: v.number(), margin: v.optional(v.number()), upper: v.nullish(v.number()) }),
  v.object({ insufficient: v.string() }),
]);

/*
 * Limits of the numbers in files. Counters have at most 64 bits, and figures computed within these
 * limits are finite: a made-up file cannot make a computation endless.
 */
const LARGEST = 2 ** 64;
const MOST = 2 ** 40;

const isValue = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) <= LARGEST;
const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MOST;

/** A measured value. */
export const valueSchema = v.custom<number>(isValue, 'Expected a number that can be measured');

/** A number of things. */
export const countSchema = v.custom<number>(isCount, 'Expected a count');

/** An exact distribution. */
export const distributionSchema = v.custom<[value: number, count: number][]>(
  isDistribution,
  'Expected rising values with their counts',
);

function isDistribution(pairs: unknown): pairs is Distribution {
  if (!Array.isArray(pairs)) return false;
  let last = -Infinity;
  return pairs.every((pair: unknown) => {
    if (!Array.isArray(pair) || pair.length !== 2) return false;
    const [value, count] = pair as readonly unknown[];
    if (!isValue(value) || !isCount(count) || count === 0 || value <= last) return false;
    last = value;
    return true;
  });
}
