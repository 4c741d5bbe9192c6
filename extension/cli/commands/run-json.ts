import type { RunOutcome } from '../../engine';
import { jsonOperation } from '../../report';
import { summarise } from '../../runs';
import { printJson } from '../command';
import type { Context } from '../context';
import { failureOf } from '../failure';

/** Prints a stored run as JSON: its folder and figures; samples are in its run.json. */
export async function printRun({ folder, record, error }: RunOutcome, context: Context) {
  const { id, created, target, status, durationSeconds, sweep, notes, problems } = record;
  const failure = error === undefined ? undefined : failureOf(error);
  await printJson(context, {
    run: id,
    folder,
    created,
    target,
    status,
    durationSeconds,
    ...(sweep && { sweep }),
    operations: summarise(record).map(jsonOperation),
    notes,
    problems: [...problems, ...record.passes.flatMap((pass) => pass.problems)],
    ...(failure && { error: { code: failure.code, message: failure.message, hint: failure.hint } }),
  });
}
