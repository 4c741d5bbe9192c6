/** A figure, or the reason why there is none. */
export type Figure =
  | {
      readonly value: number;
      /** Half of its 95 % interval over the repeats; absent if it is exact, or was measured once. */
      readonly margin?: number | undefined;
      /**
       * The 95 % upper bound of a percentile by the order of its samples; null if they are too few to
       * have one. Absent if it is exact.
       */
      readonly upper?: number | null | undefined;
    }
  | { readonly insufficient: string };

export function figure(value: number, margin?: number, upper?: number | null): Figure {
  return {
    value,
    ...(margin !== undefined && { margin }),
    ...(upper !== undefined && { upper }),
  };
}

/** A withheld figure, with the reason. */
export function insufficient(reason: string): Figure {
  return { insufficient: reason };
}

/** The figure's value, if there is one. */
export function getFigureValue(of: Figure): number | undefined {
  return 'value' in of ? of.value : undefined;
}

/** Shown in place of a withheld figure. */
export const NO_FIGURE = '–';

/** Formats whole numbers with a comma between thousands, others with one decimal. */
export function formatNumber(value: number): string {
  return Number.isInteger(value) ? group(String(value)) : formatMean(value);
}

/** Formats a mean, always with one decimal. */
export function formatMean(value: number): string {
  const [whole = '', decimals = ''] = value.toFixed(1).split('.');
  return `${group(whole)}.${decimals}`;
}

/** Formats a difference with its sign. */
export function formatChange(value: number): string {
  return `${value > 0 ? '+' : value < 0 ? '−' : '±'}${formatMean(Math.abs(value))}`;
}

/** Formats a figure of any size: four digits, or one decimal if it is large. */
export function formatFine(value: number): string {
  return Math.abs(value) >= 1000 ? formatMean(value) : String(Number(value.toPrecision(4)));
}

/** The figure's margin, if it has one. */
export function getFigureMargin(of: Figure): number | undefined {
  return 'value' in of ? of.margin : undefined;
}

/** A percentile's upper bound: null if its samples are too few for one. */
export function getUpperBound(of: Figure): number | null | undefined {
  return 'value' in of ? of.upper : undefined;
}

/**
 * Formats a figure's margin after it: `±1.2`, or `≤1,300` if only an upper bound is known. More
 * than two digits would be more than a spread of few repeats supports.
 */
export function formatMargin(of: Figure): string {
  const margin = getFigureMargin(of);
  if (margin === undefined) {
    const upper = getUpperBound(of) ?? undefined;
    return upper === undefined ? '' : `≤${formatNumber(upper)}`;
  }
  const rounded = Number(margin.toPrecision(2));
  return `±${rounded >= 1000 ? formatNumber(rounded) : String(rounded)}`;
}

/** Formats a value with its margin; `≥` precedes a percentile without an upper bound. */
export function formatWithin(of: Figure, format: (value: number) => string): string {
  if (!('value' in of)) return NO_FIGURE;
  return (of.upper === null ? UNBOUNDED : '') + format(of.value) + formatMargin(of);
}

/** Precedes a percentile without an upper bound. */
export const UNBOUNDED = '≥';

/** Formats a mean with its margin, or a dash if there is none. */
export function formatMeanFigure(of: Figure): string {
  return formatWithin(of, formatMean);
}

/** Formats a figure with its margin, or a dash if there is none. */
export function formatFigure(figure: Figure): string {
  return formatWithin(figure, formatNumber);
}

/** Formats bytes per second in a readable unit. */
export function formatRate(bytesPerSecond: number): string {
  const [value, unit] =
    bytesPerSecond < 1_000_000 ? [bytesPerSecond / 1000, 'kB/s'] : [bytesPerSecond / 1e6, 'MB/s'];
  return `${value.toFixed(value < 100 ? 1 : 0)} ${unit}`;
}

/** Formats a duration in a readable unit: `1.50 µs`, or `1.5000±0.0012 µs` with a margin. */
export function formatTime(nanoseconds: number, margin?: number): string {
  const units = ['ns', 'µs', 'ms', 's'];
  let value = nanoseconds;
  let index = 0;
  for (; Math.abs(value) >= 1000 && index < units.length - 1; index += 1) value /= 1000;
  const short = value.toPrecision(3);
  const unit = units[index] ?? '';
  if (margin === undefined) return `${short} ${unit}`;
  const within = formatMargin(figure(value, margin / 1000 ** index));
  const digits = countDecimals(within);
  return `${digits > countDecimals(short) ? value.toFixed(digits) : short}${within} ${unit}`;
}

const countDecimals = (text: string): number => /\.(\d+)$/.exec(text)?.[1]?.length ?? 0;

/** Formats a ratio with enough digits to show a change of a thousandth. */
export function formatRatio(ratio: number): string {
  if (ratio >= 100) return formatMean(ratio);
  return ratio >= 0.1 ? ratio.toFixed(3) : ratio.toPrecision(3);
}

/** Formats a share as per cent with at most two decimals. */
export function formatPercent(share: number): string {
  return `${Number((share * 100).toFixed(2))} %`;
}

/** Formats a noun with its number: `1 sample`, `2,000 samples`. */
export function plural(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}

function group(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Formats a change with its share of the value before: `+1.0 instr (0.6 %)`. */
export function formatChangeBetween(before: number, after: number, unit: string): string {
  const share = before === 0 ? '' : ` (${formatPercent(Math.abs(after / before - 1))})`;
  return `${formatChange(after - before)} ${unit}${share}`;
}
