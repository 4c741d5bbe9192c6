import { getFigureMargin, getFigureValue } from '../measure';
import { mean } from '../runs';
import type { Comparison } from './compare';
import type { Ratio } from './ratio';

/** A figure without a unit. */
export interface ShapeFigure {
  readonly value: number;
  /** Half of its 95 % interval at most; absent if it is exact, or that of a figure behind it is unknown. */
  readonly margin?: number | undefined;
}

/** Figures of one column by operation; the unit does not matter, as they are only divided. */
export interface ShapeColumn {
  readonly title: string;
  readonly values: ReadonlyMap<string, ShapeFigure>;
}

/** The divisor of a column's figures. */
export type ShapeReference = 'first' | 'geometric mean';

/** Columns without units: each figure relative to its own column's reference. */
export interface ShapeTable {
  readonly reference: ShapeReference;
  readonly titles: readonly string[];
  readonly operations: readonly {
    readonly name: string;
    readonly values: readonly (ShapeFigure | undefined)[];
  }[];
  /**
   * The typical factor between each column's shape and the first one's; 1 if they are alike.
   * Undefined with fewer than two operations in common.
   */
  readonly distances: readonly (ShapeFigure | undefined)[];
}

/** The means of a column of a comparison. */
export function shapeColumn({ columns, operations }: Comparison, at: number): ShapeColumn {
  const values = operations.flatMap(({ name, cells }): [string, ShapeFigure][] => {
    const figure = cells[at]?.mean;
    const value = figure && getFigureValue(figure);
    if (value === undefined || value <= 0) return [];
    return [[name, { value, margin: figure && getFigureMargin(figure) }]];
  });
  return { title: columns[at]?.title ?? '', values: new Map(values) };
}

/** One column over another of the same unit, such as Linux over an RTOS: itself a shape. */
export function quotientColumn(over: ShapeColumn, under: ShapeColumn): ShapeColumn {
  const values = [...over.values].flatMap(([name, figure]): [string, ShapeFigure][] => {
    const divisor = under.values.get(name);
    if (divisor === undefined) return [];
    const [one, other] = [inLogs(figure), inLogs(divisor)];
    return [[name, fromLogs(one.log - other.log, one.error + other.error)]];
  });
  return { title: `${over.title} : ${under.title}`, values: new Map(values) };
}

/** Compares shapes over the operations of all columns; others are listed, but not compared. */
export function shapeTable(
  columns: readonly ShapeColumn[],
  reference: ShapeReference = 'geometric mean',
): ShapeTable {
  const names = [...new Set(columns.flatMap(({ values }) => [...values.keys()]))];
  // A column without figures must not empty the common operations.
  const filled = columns.filter(({ values }) => values.size > 0);
  const shared = names.filter((name) => filled.every(({ values }) => values.has(name)));
  const divisors = reference === 'first' ? shared.slice(0, 1) : shared;
  const shapes = columns.map(({ values }) => computeShape(values, divisors));
  return {
    reference,
    titles: columns.map(({ title }) => title),
    operations: names.map((name) => ({ name, values: shapes.map((shape) => shape.get(name)) })),
    distances: columns.map((column) => distance(columns[0], column, shared)),
  };
}

/** Divides figures by the geometric mean of some of them; empty if there is none of these. */
function computeShape(
  values: ShapeColumn['values'],
  divisors: readonly string[],
): ReadonlyMap<string, ShapeFigure> {
  const logs = listLogs(values, divisors);
  if (logs.length === 0) return new Map();
  const [centre, error] = [mean(logs.map(({ log }) => log)), mean(logs.map((each) => each.error))];
  const shape = [...values].map(([name, figure]): [string, ShapeFigure] => {
    const own = inLogs(figure);
    // What is above and below the line cancels.
    const common = divisors.includes(name) ? (2 * own.error) / logs.length : 0;
    return [name, fromLogs(own.log - centre, own.error + error - common)];
  });
  return new Map(shape);
}

/** The deviation between two shapes on the logarithmic scale, whatever the reference. */
function distance(
  first: ShapeColumn | undefined,
  column: ShapeColumn,
  shared: readonly string[],
): ShapeFigure | undefined {
  const isEmpty = first === undefined || first.values.size === 0 || column.values.size === 0;
  if (isEmpty || shared.length < 2) return undefined;
  if (first === column) return { value: 1 };
  const quotients = listLogs(quotientColumn(column, first).values, shared);
  const centre = mean(quotients.map(({ log }) => log));
  const root = (values: readonly number[]) => Math.sqrt(mean(values.map((each) => each ** 2)));
  return fromLogs(
    root(quotients.map(({ log }) => log - centre)),
    root(quotients.map(({ error }) => error)),
  );
}

/** The mean of factors: swapping what is divided by what inverts it. */
export function geometricMean(ratios: readonly Ratio[]): ShapeFigure {
  const logs = ratios.map(({ value, interval }): Logs => {
    const log = Math.log(value);
    if (interval === undefined) return { log, error: NaN };
    return { log, error: Math.max(Math.log(interval.high) - log, log - Math.log(interval.low)) };
  });
  return fromLogs(mean(logs.map(({ log }) => log)), mean(logs.map(({ error }) => error)));
}

/*
 * Errors of figures that are divided add up on the logarithmic scale. They are not taken to be
 * independent: drift of a machine affects all of its figures alike. So a margin is an upper bound.
 */
interface Logs {
  readonly log: number;
  /** Not a number if it is unknown. */
  readonly error: number;
}

function inLogs({ value, margin = NaN }: ShapeFigure): Logs {
  return { log: Math.log(value), error: Math.log1p(margin / value) };
}

function fromLogs(log: number, error: number): ShapeFigure {
  const value = Math.exp(log);
  return error > 0 ? { value, margin: value * Math.expm1(error) } : { value };
}

function listLogs(values: ShapeColumn['values'], names: readonly string[]): Logs[] {
  return names.flatMap((name) => {
    const figure = values.get(name);
    return figure ? [inLogs(figure)] : [];
  });
}
