/** A figure, or why there is none. */
export type Figure = { readonly value: number } | { readonly insufficient: string };

/** A figure that could be had. */
export function figure(value: number): Figure {
  return { value };
}

/** A figure that must not be shown, with the reason. */
export function insufficient(reason: string): Figure {
  return { insufficient: reason };
}

/** The figure's value where there is one. */
export function valueOf(of: Figure): number | undefined {
  return 'value' in of ? of.value : undefined;
}

/** Stands where a figure must not be shown. */
export const NO_FIGURE = '–';

/** Whole numbers with a comma between thousands, others with one decimal. */
export function formatNumber(value: number): string {
  return Number.isInteger(value) ? group(String(value)) : formatMean(value);
}

/** A mean: always with one decimal. */
export function formatMean(value: number): string {
  const [whole = '', decimals = ''] = value.toFixed(1).split('.');
  return `${group(whole)}.${decimals}`;
}

/** A figure of any size: four digits, or one decimal of a large one. */
export function formatFine(value: number): string {
  return Math.abs(value) >= 1000 ? formatMean(value) : String(Number(value.toPrecision(4)));
}

/** A figure, or the sign that there is none. */
export function formatFigure(figure: Figure): string {
  const value = valueOf(figure);
  return value === undefined ? NO_FIGURE : formatNumber(value);
}

/** Bytes a second, in the unit that keeps them readable. */
export function formatRate(bytesPerSecond: number): string {
  const [value, unit] =
    bytesPerSecond < 1_000_000 ? [bytesPerSecond / 1000, 'kB/s'] : [bytesPerSecond / 1e6, 'MB/s'];
  return `${value.toFixed(value < 100 ? 1 : 0)} ${unit}`;
}

/** A duration in the unit that keeps it readable. */
export function formatTime(nanoseconds: number): string {
  const units = ['ns', 'µs', 'ms', 's'];
  let value = nanoseconds;
  let index = 0;
  for (; Math.abs(value) >= 1000 && index < units.length - 1; index += 1) value /= 1000;
  return `${value.toPrecision(3)} ${units[index] ?? ''}`;
}

/** A ratio, with digits enough to tell a change of a thousandth. */
export function formatRatio(ratio: number): string {
  if (ratio >= 100) return formatMean(ratio);
  return ratio >= 0.1 ? ratio.toFixed(3) : ratio.toPrecision(3);
}

/** A share as per cent with at most two decimals. */
export function formatPercent(share: number): string {
  return `${Number((share * 100).toFixed(2))} %`;
}

/** A noun with its number: `1 sample`, `2,000 samples`. */
export function plural(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}

function group(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}
