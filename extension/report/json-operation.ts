import { type Figure, marginOf, type PercentileName } from '../measure';
import { type OperationRow, rowThroughput, type SampleFigures } from '../runs';

/** A figure as JSON: the number, or the reason why there is none. */
export function jsonFigure(of: Figure): number | { readonly insufficient: string } {
  return 'value' in of ? of.value : of;
}

function figures({ statistics, percentiles }: SampleFigures): object {
  const named = Object.entries(percentiles).map(([name, of]) => [name, jsonFigure(of)] as const);
  return { ...statistics, percentiles: Object.fromEntries(named) };
}

/** Half of the 95 % interval of each figure that has one. */
export function marginsOf({
  mean,
  all,
}: OperationRow): Partial<Record<'mean' | PercentileName, number>> {
  const named = Object.entries({ mean, ...all.percentiles }).flatMap(([name, of]) => {
    const margin = marginOf(of);
    return margin === undefined ? [] : [[name, margin] as const];
  });
  return Object.fromEntries(named);
}

/** An operation as JSON. */
export function jsonOperation(row: OperationRow): object {
  const { build, suite, op, at, params, clock, standing, reasons, notes, repeats } = row;
  const { samples, ticksInside, readingCost, meanFrom, attempted, stored, decoded } = row;
  const throughput = rowThroughput(row);
  return {
    build,
    suite,
    op,
    at,
    params,
    unit: clock.unit,
    standing,
    reasons,
    notes,
    repeats,
    samples,
    ticksInside,
    readingCost,
    mean: jsonFigure(row.mean),
    margins: marginsOf(row),
    meanFrom,
    resolution: row.resolution,
    ...(row.counted === undefined ? {} : { counted: row.counted }),
    ...(throughput === undefined ? {} : { throughput }),
    all: figures(row.all),
    quiet: figures(row.quiet),
    attempted,
    stored,
    decoded,
  };
}
