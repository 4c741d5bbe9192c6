import { valueOf } from '../measure';
import { mean } from '../runs';
import type { Comparison } from './compare';

/** Figures of one column by operation; the unit does not matter, as they are only divided. */
export interface ShapeColumn {
  readonly title: string;
  readonly values: ReadonlyMap<string, number>;
}

/** The divisor of a column's figures. */
export type ShapeReference = 'first' | 'geometric mean';

/** Columns without units: each figure relative to its own column's reference. */
export interface ShapeTable {
  readonly reference: ShapeReference;
  readonly titles: readonly string[];
  readonly operations: readonly {
    readonly name: string;
    readonly values: readonly (number | undefined)[];
  }[];
  /**
   * The typical factor between each column's shape and the first one's; 1 if they are alike.
   * Undefined with fewer than two operations in common.
   */
  readonly distances: readonly (number | undefined)[];
}

/** The means of a column of a comparison. */
export function shapeColumn({ columns, operations }: Comparison, at: number): ShapeColumn {
  const values = operations.flatMap(({ name, cells }): [string, number][] => {
    const mean = cells[at] && valueOf(cells[at].mean);
    return mean !== undefined && mean > 0 ? [[name, mean]] : [];
  });
  return { title: columns[at]?.title ?? '', values: new Map(values) };
}

/** One column over another of the same unit, such as Linux over an RTOS: itself a shape. */
export function quotientColumn(over: ShapeColumn, under: ShapeColumn): ShapeColumn {
  const values = [...over.values].flatMap(([name, value]): [string, number][] => {
    const divisor = under.values.get(name);
    return divisor === undefined ? [] : [[name, value / divisor]];
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
  const shapes = columns.map(({ values }) => {
    const divisor = divisorOf(values, shared, reference);
    return new Map([...values].map(([name, value]) => [name, divisor && value / divisor] as const));
  });
  return {
    reference,
    titles: columns.map(({ title }) => title),
    operations: names.map((name) => ({ name, values: shapes.map((shape) => shape.get(name)) })),
    distances: columns.map((column) => distance(columns[0], column, shared)),
  };
}

function divisorOf(
  values: ReadonlyMap<string, number>,
  shared: readonly string[],
  reference: ShapeReference,
): number | undefined {
  const [first] = shared;
  if (first === undefined) return undefined;
  if (reference === 'first') return values.get(first);
  return geometricMean(shared.map((name) => values.get(name) ?? NaN));
}

/** The deviation between two shapes on the logarithmic scale, whatever the reference. */
function distance(
  first: ShapeColumn | undefined,
  column: ShapeColumn,
  shared: readonly string[],
): number | undefined {
  const isEmpty = first === undefined || first.values.size === 0 || column.values.size === 0;
  if (isEmpty || shared.length < 2) return undefined;
  const ours = logsOf(column.values, shared);
  const differences = logsOf(first.values, shared).map((log, i) => (ours[i] ?? NaN) - log);
  const centre = mean(differences);
  return Math.exp(Math.sqrt(mean(differences.map((each) => (each - centre) ** 2))));
}

function logsOf(values: ReadonlyMap<string, number>, names: readonly string[]): number[] {
  return names.map((name) => Math.log(values.get(name) ?? NaN));
}

/** The mean of factors: swapping what is divided by what inverts it. */
export function geometricMean(values: readonly number[]): number {
  return Math.exp(mean(values.map(Math.log)));
}
