import * as vscode from 'vscode';
import { fullName } from '../../../runs';
import type { ExplainedSample } from '../../../trace';
import type { RecordingCalls } from '../../../workers';
import {
  registerCommand,
  type RunRef,
  type SampleLink,
  type Services,
  showInformation,
  startWorker,
} from '../../common';
import { commands } from '../../names';
import { readSettings } from '../../services/settings';

type Needed = Pick<Services, 'context' | 'log' | 'runs' | 'screens'>;

/** What lenses and the Testing view know: which operation of which run. */
interface SlowSampleArgument extends RunRef {
  /** `suite/op` */
  readonly operation: string;
}

/** What was traced of an operation: each point of a sweep, and each repetition. */
interface Traced {
  /** With all of its parameters, as recordings have it. */
  readonly operation: string;
  readonly repeat: number;
}

async function tracedOf(
  { runs }: Needed,
  { operation, ...ref }: SlowSampleArgument,
): Promise<readonly Traced[]> {
  const { passes } = await runs.record(ref);
  const traced = passes.filter(({ build }) => build === 'traced');
  return traced
    .flatMap(({ operations }) => operations)
    .filter(({ suite, op }) => `${suite}/${op}` === operation)
    .map((each) => ({ operation: fullName(each), repeat: each.repeat }));
}

/** Reads the recording once more for the one sample; a timeline that is open is not disturbed. */
async function slowestOf(
  { context }: Needed,
  path: string,
  traced: readonly Traced[],
): Promise<ExplainedSample | undefined> {
  const worker = startWorker<RecordingCalls>(context, 'recording');
  const { client } = worker;
  try {
    await client.call('open', { source: { path }, maxEvents: readSettings().maxEvents });
    const found = await Promise.all(
      traced.map((each) => client.call('slowest', { ...each, count: 1 })),
    );
    return found.flat().sort((a, b) => b.elapsed - a.elapsed)[0];
  } finally {
    await worker.end();
  }
}

async function showSlowest(needed: Needed, argument: SlowSampleArgument): Promise<void> {
  const { home, id, operation } = argument;
  const entry = await needed.runs.find(argument);
  const recording = entry?.recordings.traced;
  const traced = recording === undefined ? [] : await tracedOf(needed, argument);
  const options = {
    location: vscode.ProgressLocation.Window,
    title: vscode.l10n.t('Looking for the slowest sample of {0}', operation),
  };
  const slowest =
    recording === undefined
      ? undefined
      : await vscode.window.withProgress(options, () => slowestOf(needed, recording, traced));
  if (!slowest) {
    const none = vscode.l10n.t(
      'No sample of {0} was traced in that run: benchmark it with trace first.',
      operation,
    );
    void showInformation(none);
    return;
  }
  const { repeat, index } = slowest;
  const link = { operation: slowest.operation, repeat, index };
  const sample: SampleLink = { run: { home, id }, ...link };
  await needed.screens.showSample(sample);
}

/** The command that leads from an operation to the moment of its slowest traced sample. */
export function registerSlowSampleCommand(needed: Needed): vscode.Disposable {
  return registerCommand(
    needed,
    commands.showSlowSample,
    (
      argument: SlowSampleArgument | (Omit<SlowSampleArgument, 'home' | 'id'> & { run: RunRef }),
    ) => {
      const ref = 'run' in argument ? argument.run : argument;
      return showSlowest(needed, { ...ref, operation: argument.operation });
    },
  );
}
