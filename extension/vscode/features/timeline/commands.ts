import * as vscode from 'vscode';
import { fullName } from '../../../runs';
import type { ExplainedSample } from '../../../trace';
import type { RecordingCalls } from '../../../workers';
import {
  registerCommand,
  type RunEntry,
  type RunRef,
  type SampleLink,
  type Services,
  showInformation,
  startWorker,
} from '../../common';
import { commands } from '../../names';
import { type RunArgument, chooseRun } from '../../services/runs';
import { readSettings } from '../../services/settings';

interface Needed extends Pick<Services, 'context' | 'homes' | 'log' | 'runs'> {
  readonly screens: Pick<Services['screens'], 'openTimeline' | 'showSample'>;
}

/** The recording that explains: the one with kernel events, if there is one. */
function findRecording({ recordings }: RunEntry): string | undefined {
  return recordings.traced ?? recordings.headline;
}

async function openTimeline(needed: Needed, argument: RunArgument | vscode.Uri): Promise<void> {
  if (argument instanceof vscode.Uri) return needed.screens.openTimeline(argument);
  const which = vscode.l10n.t('Select a run to show in the timeline');
  const run = await chooseRun(needed, argument, which, (each) => findRecording(each) !== undefined);
  const path = run && findRecording(run);
  if (path !== undefined) return needed.screens.openTimeline(vscode.Uri.file(path));
  if (run) {
    void showInformation(vscode.l10n.t('This run has no recording.'));
  }
}

/** The argument from lenses and the Testing view: an operation of a run. */
interface SlowSampleArgument extends RunRef {
  /** `suite/op` */
  readonly operation: string;
}

/** A traced operation: one point of a sweep, and one repeat. */
interface Traced {
  /** Includes all of its parameters, as recordings do. */
  readonly operation: string;
  readonly repeat: number;
}

async function listTraced(
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

/** Opens the recording separately for this one sample, without disturbing an open timeline. */
async function findSlowest(
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
  const traced = recording === undefined ? [] : await listTraced(needed, argument);
  const options = {
    location: vscode.ProgressLocation.Window,
    title: vscode.l10n.t('Finding the slowest sample of {0}', operation),
  };
  const slowest =
    recording === undefined
      ? undefined
      : await vscode.window.withProgress(options, () => findSlowest(needed, recording, traced));
  if (!slowest) {
    const none = vscode.l10n.t(
      'No sample of {0} was traced in that run. Benchmark it with trace first.',
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

/** Registers the commands that open a recording, also at an operation's slowest traced sample. */
export function registerTimelineCommands(needed: Needed): vscode.Disposable {
  return vscode.Disposable.from(
    registerCommand(needed, commands.openTimeline, (run?: RunArgument | vscode.Uri) =>
      openTimeline(needed, run),
    ),
    registerCommand(
      needed,
      commands.showSlowSample,
      (
        argument: SlowSampleArgument | (Omit<SlowSampleArgument, 'home' | 'id'> & { run: RunRef }),
      ) => {
        const ref = 'run' in argument ? argument.run : argument;
        return showSlowest(needed, { ...ref, operation: argument.operation });
      },
    ),
  );
}
