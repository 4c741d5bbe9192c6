import type { Figure } from '../../core/measure/figure';
import type { OperationRow, SampleFigures } from '../../core/runs/row';
import { summarise } from '../../core/runs/summarise';
import type { RunOutcome } from '../../engine/run/request';
import { printJson } from '../command';
import type { Context } from '../context';
import { failureOf } from '../failure';

function figure(of: Figure): number | { readonly insufficient: string } {
  return 'value' in of ? of.value : of;
}

function figures({ statistics, percentiles }: SampleFigures): object {
  const named = Object.entries(percentiles).map(([name, of]) => [name, figure(of)] as const);
  return { ...statistics, percentiles: Object.fromEntries(named) };
}

function operation(row: OperationRow): object {
  const { build, suite, op, at, params, clock, standing, reasons, notes, repeats } = row;
  const { samples, ticksInside, readingCost, meanFrom, attempted, stored, decoded } = row;
  return {
    ...{ build, suite, op, at, params, unit: clock.unit, standing, reasons, notes, repeats },
    ...{ samples, ticksInside, readingCost, mean: figure(row.mean), meanFrom },
    ...{ all: figures(row.all), quiet: figures(row.quiet), attempted, stored, decoded },
  };
}

/** A kept run as JSON: where it is and its figures; the samples stand in its run.json. */
export async function printRun({ folder, record, error }: RunOutcome, context: Context) {
  const { id, created, target, status, durationSeconds, problems } = record;
  const failure = error === undefined ? undefined : failureOf(error);
  await printJson(context, {
    ...{ run: id, folder, created, target, status, durationSeconds },
    operations: summarise(record).map(operation),
    problems: [...problems, ...record.passes.flatMap((pass) => pass.problems)],
    ...(failure && { error: { code: failure.code, message: failure.message, hint: failure.hint } }),
  });
}
