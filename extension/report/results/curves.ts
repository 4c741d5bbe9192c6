import { shortUnit } from '../../agent';
import { groupBy } from '../../base';
import { findMiddleRange, getFigureValue } from '../../measure';
import { isWithheld, nameAt, type OperationRow, pointText } from '../../runs';
import type { Curve } from './model';

/** More lines cannot be distinguished in one drawing. */
const MOST_LINES = 6;

type Point = Curve['lines'][number]['points'][number];

/** Rows that become one drawing: the parameter on its axis, and what separates its lines. */
interface Plan {
  readonly title: string;
  readonly axis: string;
  readonly rows: readonly OperationRow[];
  readonly nameLine: (row: OperationRow) => string;
}

/**
 * The curves of a sweep. Operations of a suite share one if they have a single swept parameter;
 * otherwise each operation has one per parameter.
 */
export function buildCurves(rows: readonly OperationRow[]): Curve[] {
  const measured = rows.filter(({ build }) => build === 'headline');
  const swept = groupBy(measured, ({ suite, clock }) => `${suite} ${clock.name}`);
  return [...swept.values()].flatMap(planCurves).flatMap(drawCurves);
}

/** The parameters for which an operation was measured with several values. */
function findAxes(rows: readonly OperationRow[]): string[] {
  const names = new Set(rows.flatMap(({ params }) => Object.keys(params)));
  return [...names].filter((name) => new Set(rows.map(({ params }) => params[name])).size > 1);
}

function planCurves(rows: readonly OperationRow[]): Plan[] {
  const operations = [...groupBy(rows, ({ op }) => op).values()];
  const axes = operations.map(findAxes);
  const suite = rows[0]?.suite ?? '';
  const sweeping = operations.filter((_, at) => axes[at]?.length === 1);
  const single = groupBy(sweeping, (each) => findAxes(each)[0] ?? '');
  const several = operations.flatMap((each, at): Plan[] => {
    const own = axes[at] ?? [];
    return own.length < 2 ? [] : own.map((axis) => plan(each, axis, own));
  });
  const together = Array.from(single, ([axis, each]): Plan => {
    const title = each.length === 1 ? nameOfOperation(each[0]?.[0]) : suite;
    return { title, axis, rows: each.flat(), nameLine: ({ op }) => op };
  });
  return [...together, ...several];
}

function plan(rows: readonly OperationRow[], axis: string, axes: readonly string[]): Plan {
  const others = axes.filter((name) => name !== axis);
  return {
    title: nameOfOperation(rows[0]),
    axis,
    rows,
    nameLine: ({ params }) =>
      pointText(Object.fromEntries(others.map((name) => [name, params[name] ?? 0]))),
  };
}

function nameOfOperation(row: OperationRow | undefined): string {
  return row === undefined ? '' : nameAt(`${row.suite}/${row.op}`, {});
}

function drawCurves({ title, axis, rows, nameLine }: Plan): Curve[] {
  const lines = Array.from(groupBy(rows, nameLine), ([name, own]) => ({
    name,
    points: own.map((row) => toPoint(row, axis)).sort((a, b) => a.x - b.x),
  }));
  const parts = Math.ceil(lines.length / MOST_LINES);
  return Array.from({ length: parts }, (_, part) => ({
    key: [title, axis, ...(parts > 1 ? [part + 1] : [])].join(' '),
    title: parts > 1 ? `${title} (${part + 1} of ${parts})` : title,
    axis,
    unit: rows[0] ? shortUnit(rows[0].clock.unit) : '',
    operations: [...new Set(rows.map(({ suite, op }) => `${suite}/${op}`))],
    lines: lines.slice(part * MOST_LINES, (part + 1) * MOST_LINES),
  }));
}

/** A mean with the middle eight tenths of the samples, or with all of them if they are few. */
function toPoint(row: OperationRow, axis: string): Point {
  const { standing, reasons, mean, all, distribution } = row;
  const x = row.params[axis] ?? 0;
  const y = getFigureValue(mean);
  if (isWithheld(standing) || y === undefined) {
    return { x, why: [standing, ...reasons.slice(0, 1)].join(', ') };
  }
  const { statistics } = all;
  if (row.meanFrom === 'batches' || statistics === undefined) return { x, y };
  const [low, high] = findMiddleRange(distribution) ?? [statistics.min, statistics.max];
  return { x, y, low, high };
}
