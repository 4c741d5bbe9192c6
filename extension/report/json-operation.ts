import type { Figure } from '../measure';
import {
  inNanoseconds,
  type OperationRow,
  rowMargins,
  rowThroughput,
  rowUppers,
  type SampleFigures,
} from '../runs';

/** A figure as JSON: the number, or the reason why there is none. */
export function jsonFigure(of: Figure): number | { readonly insufficient: string } {
  return 'value' in of ? of.value : of;
}

function figures({ statistics, margins, percentiles }: SampleFigures): object {
  const named = Object.entries(percentiles).map(([name, of]) => [name, jsonFigure(of)] as const);
  return { ...statistics, margins, percentiles: Object.fromEntries(named) };
}

/** An operation as JSON. */
export function jsonOperation(row: OperationRow): object {
  const { build, suite, op, at, params, clock, standing, reasons, notes, repeats } = row;
  const { samples, ticksInside, readingCost, meanFrom, attempted, stored, decoded } = row;
  const throughput = rowThroughput(row);
  const meanTime = clock.unit === 'cycles' ? inNanoseconds(row.mean, row) : undefined;
  return {
    build,
    suite,
    op,
    at,
    params,
    ...(row.shard !== undefined && { shard: row.shard + 1 }),
    unit: clock.unit,
    standing,
    reasons,
    notes,
    ...(row.outlier !== undefined && { outlier: row.outlier }),
    repeats,
    samples,
    ticksInside,
    readingCost,
    mean: jsonFigure(row.mean),
    margins: rowMargins(row),
    uppers: rowUppers(row),
    ...(meanTime === undefined ? {} : { meanTime: { unit: 'ns', ...meanTime } }),
    meanFrom,
    resolution: row.resolution,
    ...(row.counted === undefined ? {} : { counted: row.counted }),
    ...(throughput === undefined ? {} : { throughput }),
    ...(row.layouts && { layouts: row.layouts }),
    all: figures(row.all),
    quiet: figures(row.quiet),
    attempted,
    stored,
    decoded,
  };
}
