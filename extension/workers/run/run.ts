import { shortUnit } from '../../core/measure/clock';
import { failureOf, type Serving } from '../../core/rpc/rpc';
import type { OperationRow } from '../../core/runs/row';
import { nameAt } from '../../core/sweep/names';
import { EngineError, didYouMean } from '../../engine/error';
import { runBenchmarks } from '../../engine/run';
import { SILENCE_SECONDS, repeatsOf } from '../../engine/run/defaults';
import type { RunListeners, RunOutcome } from '../../engine/run/request';
import { findTarget, idOfTarget, type TargetValue } from '../../targets/index';
import type { Target } from '../../targets/target';
import { timed } from '../../engine/run/deploy-rate';
import { atMostEvery } from '../shared/at-most';
import { commandLineOf } from './command-line';
import { gateReport } from './gate';
import { headlineRows } from './headline';
import { newLiveHistogram } from './live-histogram';
import type { KeptRun, MeasuredRow, RunCalls, WorkerOrder } from './protocol';

/** Faster than this nobody reads. */
const DEPLOY_MS = 100;

type RunServing = Serving<RunCalls['run']>;

/** Looks a target up by its id, address or setup. */
export type TargetLookup = (value: TargetValue) => Target;

/** The targets of this build; ssh's configuration may be named by the environment. */
export function lookUpTarget(value: TargetValue): Target {
  const search = findTarget(value, process.env['CYCLESCOPE_SSH_CONFIG']);
  if ('target' in search) return search.target;
  const id = idOfTarget(value);
  throw new EngineError('unknown-target', `There is no target "${id}".`, didYouMean(search.near));
}

/** Measures what an order asks for, keeps the run and holds it against the gate. */
export async function measure(
  order: WorkerOrder,
  serving: RunServing,
  targetOf: TargetLookup = lookUpTarget,
): Promise<KeptRun> {
  const named = targetOf(order.target);
  const target = (await named.identify?.(serving.signal)) ?? named;
  const { places, runsFolder, patterns, trace, iterations, settings, tool, flash } = order;
  const { asPublished } = order;
  const outcome = await runBenchmarks({
    ...{ target, places, runsFolder, patterns, trace, iterations, settings, tool, flash },
    asPublished,
    isChosenFolder: false,
    repeat: order.repeat ?? repeatsOf(target),
    silenceMs: 1000 * SILENCE_SECONDS,
    command: commandLineOf(order),
    signal: serving.signal,
    ...listeners(serving),
  });
  const keptRun = { ...kept(outcome), gate: undefined, gateProblem: undefined };
  return { ...keptRun, ...(await gated(order, outcome, keptRun, serving)) };
}

function listeners({ tell }: RunServing): RunListeners {
  const live = newLiveHistogram();
  return {
    onMessage: (text) => tell({ kind: 'message', text }),
    onDeploy: atMostEvery(
      DEPLOY_MS,
      (done, total) => done >= total,
      timed((done, total, rate) => tell({ kind: 'deploy', done, total, rate })),
    ),
    onQuiet: () => tell({ kind: 'quiet' }),
    onProgress: (progress, samples) => {
      const { build, repeat, operation, point } = progress;
      const histogram = live(`${build}/${repeat}/${nameAt(operation, point)}`, samples);
      const unit = samples?.clock ? shortUnit(samples.clock.unit) : 'ticks';
      tell({ kind: 'progress', progress: { ...progress, histogram, unit } });
    },
  };
}

function kept({ folder, record, error }: RunOutcome) {
  const { id, status, notes } = record;
  const problems = [...record.problems, ...record.passes.flatMap((pass) => pass.problems)];
  const failure = error === undefined ? undefined : failureOf(error);
  const rows = headlineRows(record).map(withoutSamples);
  return { id, folder, status, problems, notes, rows, failure };
}

/** Samples stay on disk: those of a long run are too many to be sent along. */
function withoutSamples(row: OperationRow): MeasuredRow {
  const sent = { ...row, distribution: undefined, ticked: undefined };
  return sent;
}

/** A run that was cut short is no answer to the question whether anything regressed. */
async function gated(
  { gate, runsFolder }: WorkerOrder,
  { record, error }: RunOutcome,
  keptRun: KeptRun,
  { tell }: RunServing,
): Promise<Partial<Pick<KeptRun, 'gate' | 'gateProblem'>>> {
  if (gate === undefined || error !== undefined) return {};
  tell({ kind: 'comparing', kept: keptRun });
  try {
    return { gate: await gateReport(gate, { id: record.id, runsFolder }) };
  } catch (problem) {
    return { gateProblem: failureOf(problem).message };
  }
}
