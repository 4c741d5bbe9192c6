import { formatFine, formatNumber } from '../../measure';
import type { Curve } from './model';

/** A position on an axis, in pixels, with its label. */
export interface Tick {
  readonly at: number;
  readonly label: string;
}

/** One measured point as drawn. */
export interface Dot {
  readonly x: number;
  readonly y: number;
}

/** The layout of a curve's drawing, in pixels from its upper left corner. */
export interface CurveLayout {
  readonly scales: { readonly x: 'linear' | 'log'; readonly y: 'linear' | 'log' };
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
  readonly lines: readonly {
    /** Paths, interrupted by points without a figure. */
    readonly line: string;
    readonly band: string;
    readonly dots: readonly (Dot | undefined)[];
  }[];
}

interface Scale {
  readonly kind: 'linear' | 'log';
  readonly low: number;
  readonly high: number;
  readonly place: (value: number) => number;
}

// The axis is logarithmic if values grow by more than these factors.
const WIDE_X = 8;
const WIDE_Y = 30;
const FEWEST = 3;
// Closer labels would touch.
const NEAREST = 34;

/** Lays a curve out; undefined if no point has a figure. */
export function layOutCurve(
  { lines }: Pick<Curve, 'lines'>,
  size: { readonly width: number; readonly height: number },
): CurveLayout | undefined {
  const points = lines.flatMap((each) => each.points);
  const values = points.flatMap(({ y, low = y, high = y }) =>
    y === undefined || low === undefined || high === undefined ? [] : [low, y, high],
  );
  if (values.length === 0) return undefined;
  const xs = [...new Set(points.map(({ x }) => x))].sort((a, b) => a - b);
  const x = buildScale(xs, WIDE_X, (share) => share * size.width, false);
  const y = buildScale(values, WIDE_Y, (share) => (1 - share) * size.height, true);
  return {
    scales: { x: x.kind, y: y.kind },
    xTicks: apart(xs.map((value) => ({ at: x.place(value), label: formatNumber(value) }))),
    yTicks: roundValues(y).map((value) => ({ at: y.place(value), label: formatLabel(value) })),
    lines: lines.map((each) => drawLine(each.points, x, y)),
  };
}

function buildScale(
  values: readonly number[],
  wide: number,
  pixels: (share: number) => number,
  fromZero: boolean,
): Scale {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const isLog = least > 0 && most / least >= wide && new Set(values).size >= FEWEST;
  const low = isLog || !fromZero ? least : Math.min(0, least);
  const high = most > low ? most : low + 1;
  const share = (value: number): number =>
    isLog ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
  return {
    kind: isLog ? 'log' : 'linear',
    low,
    high,
    place: (value) => round(pixels(share(value))),
  };
}

function drawLine(points: Curve['lines'][number]['points'], x: Scale, y: Scale) {
  const runs = points.reduce<(typeof points)[]>(
    (all, point) =>
      point.y === undefined ? [...all, []] : [...all.slice(0, -1), [...(all.at(-1) ?? []), point]],
    [[]],
  );
  const path = (each: typeof points, key: 'y' | 'low' | 'high'): string[] =>
    each.map((point) => `${x.place(point.x)} ${y.place(point[key] ?? point.y ?? 0)}`);
  return {
    line: runs
      .filter(({ length }) => length > 1)
      .map((run) => `M${path(run, 'y').join('L')}`)
      .join(''),
    band: runs
      .filter(({ length }) => length > 1)
      .map((run) => `M${[...path(run, 'low'), ...path(run, 'high').reverse()].join('L')}Z`)
      .join(''),
    dots: points.map((point) =>
      point.y === undefined ? undefined : { x: x.place(point.x), y: y.place(point.y) },
    ),
  };
}

/** Round values for an axis: 1, 2 and 5 of each power, or equal steps. */
function roundValues({ kind, low, high }: Scale): number[] {
  if (kind === 'linear') {
    const step = roundStep((high - low) / 5);
    const first = Math.ceil(low / step);
    return Array.from(
      { length: Math.floor(high / step) - first + 1 },
      (_, at) => (first + at) * step,
    );
  }
  const powers = Math.ceil(Math.log10(high / low)) + 1;
  const digits = powers > 4 ? [1] : [1, 2, 5];
  const lowest = Math.floor(Math.log10(low));
  return Array.from({ length: powers + 1 }, (_, at) => 10 ** (lowest + at))
    .flatMap((power) => digits.map((digit) => digit * power))
    .filter((value) => value >= low && value <= high);
}

function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5, 10].find((each) => each * power >= least) ?? 10);
}

/** Formats a round value; from a million on in millions, so that it fits next to its axis. */
function formatLabel(value: number): string {
  if (Math.abs(value) >= 1e6) return `${formatFine(value / 1e6)} M`;
  return Number.isInteger(value) ? formatNumber(value) : formatFine(value);
}

/** Drops labels that would cover the previous one. */
function apart(ticks: readonly Tick[]): Tick[] {
  return ticks.reduce<Tick[]>((kept, tick) => {
    const last = kept.at(-1);
    return last === undefined || tick.at - last.at >= NEAREST ? [...kept, tick] : kept;
  }, []);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
