import { groupBy } from '../base';
import {
  type CompareOptions,
  compareSteps,
  type Comparison,
  finishSteps,
  quotientColumn,
  type ShapeColumn,
  shapeColumn,
  type ShapeTable,
  shapeTable,
  type Steps,
} from '../compare';
import { distinctLabels, type ReportColumn } from './columns';

/** A comparison with everything shown of it. */
export interface Compared {
  readonly columns: readonly ReportColumn[];
  readonly labels: readonly string[];
  readonly comparison: Comparison;
  readonly shape: ShapeTable;
  readonly quotients: Quotients | undefined;
}

/** The ratios within each pair of columns, and how similar they are from pair to pair. */
export interface Quotients {
  readonly pairs: readonly ShapeColumn[];
  readonly distances: ShapeTable['distances'];
}

/** Compares all columns with the first one. */
export function compareReported(
  columns: readonly ReportColumn[],
  options: CompareOptions = {},
): Compared {
  return finishSteps(compareReportedSteps(columns, options));
}

/** Same as `compareReported`, step by step. */
export function* compareReportedSteps(
  columns: readonly ReportColumn[],
  options: CompareOptions = {},
): Steps<Compared> {
  const labels = distinctLabels(columns);
  const comparison = yield* compareSteps(
    columns.map(({ column }) => column),
    options,
  );
  const shapes = columns.map((_, at) => ({
    ...shapeColumn(comparison, at),
    title: labels[at] ?? '',
  }));
  return {
    columns,
    labels,
    comparison,
    shape: shapeTable(shapes),
    quotients: buildQuotients(columns, shapes, comparison),
  };
}

/**
 * Two runs next to two columns of one published table raise another question: is the ratio between
 * the user's systems like the published one?
 */
function buildQuotients(
  columns: readonly ReportColumn[],
  shapes: readonly ShapeColumn[],
  comparison: Comparison,
): Quotients | undefined {
  const worlds = groupBy(columns.keys(), (at) => getWorld(columns[at]));
  const pairs = [...worlds.values()].flatMap(([first = -1, second = -1, ...more]) => {
    const [under, over] = [shapes[first], shapes[second]];
    const isPair = more.length === 0 && shareUnit(comparison, first, second);
    const quotient = under && over && isPair ? quotientColumn(over, under) : undefined;
    return quotient && quotient.values.size > 0 ? [quotient] : [];
  });
  if (pairs.length < 2) return undefined;
  return { pairs, distances: shapeTable(pairs).distances };
}

function getWorld(each: ReportColumn | undefined): string {
  if (each === undefined || each.column.kind === 'run') return 'runs';
  const { address } = each.column;
  return address.slice(0, address.lastIndexOf('/'));
}

function shareUnit({ operations }: Comparison, first: number, second: number): boolean {
  return operations.every(({ cells }) => {
    const [one, other] = [cells[first], cells[second]];
    return one === undefined || other === undefined || one.unit === other.unit;
  });
}
