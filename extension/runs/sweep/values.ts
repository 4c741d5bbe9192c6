/** The most values of one parameter, and the most points of one sweep. */
export const MOST_POINTS = 1000;

/** Values of one parameter as typed, or the reason why they are invalid. */
export type TypedValues = { readonly values: readonly number[] } | { readonly problem: string };

const WHOLE = /^-?\d+$/;
const RANGE = /^(-?\d+)\.\.(-?\d+)(?:([x+])(\d+))?$/;

/**
 * Parses values: `64`, `2,4,8`, and ranges among them: `1..8` in steps of one, `10..50+10` of ten,
 * `2..32x2` by doubling. Ranges include both ends.
 */
export function parseValues(text: string): TypedValues {
  const found = new Set<number>();
  for (const part of text.split(',').map((each) => each.trim())) {
    const values = parsePart(part);
    if ('problem' in values) return values;
    for (const value of values.values) found.add(value);
  }
  if (found.size > MOST_POINTS) return tooMany(text);
  return { values: [...found] };
}

function parsePart(part: string): TypedValues {
  if (WHOLE.test(part) && Number.isSafeInteger(Number(part))) return { values: [Number(part)] };
  const [, low, high, sign = '+', by = '1'] = RANGE.exec(part) ?? [];
  if (low === undefined || high === undefined) {
    return { problem: `"${part}" is neither a whole number nor a range such as 1..8 or 2..32x2` };
  }
  return expandRange(part, { first: Number(low), last: Number(high), sign, by: Number(by) });
}

interface Range {
  readonly first: number;
  readonly last: number;
  readonly sign: string;
  readonly by: number;
}

function expandRange(part: string, { first, last, sign, by }: Range): TypedValues {
  const grows = sign === '+' ? by >= 1 : by >= 2 && first >= 1;
  if (!grows || first > last || ![first, last, by].every(Number.isSafeInteger)) {
    return { problem: `"${part}" is empty: a range goes upwards, such as 1..8 or 2..32x2` };
  }
  const values: number[] = [];
  for (let value = first; value <= last; value = sign === '+' ? value + by : value * by) {
    values.push(value);
    if (values.length > MOST_POINTS) return tooMany(part);
  }
  if (values.at(-1) === last) return { values };
  return { problem: `"${part}" does not reach ${last}: the last value is ${values.at(-1)}` };
}

function tooMany(text: string): TypedValues {
  return { problem: `"${text}" is more than ${MOST_POINTS} values` };
}

/** Formats values as they are typed. */
export function valuesText(values: readonly number[]): string {
  return values.join(',');
}
