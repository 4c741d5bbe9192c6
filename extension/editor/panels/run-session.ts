import { resolve } from 'node:path';
import * as vscode from 'vscode';
import { formatMoment } from '../../core/report/moment';
import type { ResultRow, ResultsModel } from '../../core/results/model';
import { nameAt } from '../../core/sweep/names';
import type { Range } from '../../core/measure/split-histogram';
import type { FromResults } from '../../views/results/protocol';
import type { RecordingCalls } from '../../workers/recording/protocol';
import { tellFailure } from '../failures';
import { commands } from '../ids';
import type { RunEntry, RunRef } from '../services';
import { oneLine } from '../runs/labels';
import { readSettings } from '../settings';
import { startWorker } from '../worker';
import type { ResultsMeans, Session, SessionEnd } from './session';
import { measureAgain, whyNotAgain } from './measure-again';
import { newSlowestSource, type SlowestSource } from './slowest';

/** A kept run on its way into a view. */
interface Showing {
  readonly means: ResultsMeans;
  readonly end: SessionEnd;
  readonly ref: RunRef;
  model: ResultsModel | undefined;
  slowest: SlowestSource | undefined;
  /** The operation to be selected first. */
  wanted: string | undefined;
}

/** Shows the results of a kept run. */
export function showRun(
  means: ResultsMeans,
  end: SessionEnd,
  ref: RunRef,
  operation?: string,
): Session {
  const showing: Showing = {
    ...{ means, end, ref, model: undefined, slowest: undefined },
    wanted: operation,
  };
  const rest = () => {
    showing.slowest?.end();
    showing.slowest = undefined;
  };
  const following = means.runs.onDidChange(({ id }) => {
    // Its name or its rank may have changed, or it is gone.
    if (id === ref.home && showing.model !== undefined) show(showing).catch(end.fail);
  });
  return {
    title: means.runs.find(ref).then((entry) => entry && panelTitle(entry)),
    receive: (message) => {
      const tell =
        message.type === 'ready' ? end.fail : (error: unknown) => tellFailure(means, error);
      handle(showing, message).catch(tell);
    },
    select: (name) => {
      if (showing.model === undefined) showing.wanted = name;
      else end.post({ type: 'select', operation: name });
    },
    hidden: rest,
    dispose: () => {
      following.dispose();
      rest();
    },
  };
}

async function handle(showing: Showing, message: FromResults): Promise<void> {
  const { means, ref } = showing;
  switch (message.type) {
    case 'ready':
      return show(showing);
    case 'samples':
      return sendSamples(showing, message.row, message.range);
    case 'slowest':
      return sendSlowest(showing, message.row);
    case 'showSample': {
      const { operation, repeat, index } = message;
      return means.timeline.showSample({ run: ref, operation, repeat, index });
    }
    case 'source':
      return run(commands.showSource, { at: message.at, home: ref.home });
    case 'action':
      return act(showing, message.action);
  }
}

async function foundRun({ means, ref }: Showing): Promise<RunEntry> {
  const entry = await means.runs.find(ref);
  if (entry) return entry;
  throw new Error(vscode.l10n.t('The run {0} is not there any more.', ref.id));
}

async function show(showing: Showing): Promise<void> {
  const { means, end, ref, wanted } = showing;
  const entry = await foundRun(showing);
  end.entitle(panelTitle(entry));
  const model = await means.figures.call('results', { folder: entry.folder });
  showing.model = model;
  showing.wanted = undefined;
  end.post({
    type: 'results',
    subject: { kind: 'run', home: ref.home, id: ref.id },
    model,
    possible: {
      compare: true,
      timeline: Object.keys(entry.recordings).length > 0,
      slowest: entry.recordings.traced !== undefined,
      noRunAgain: whyNotAgain(means, entry),
    },
    name: entry.name,
    isSample: ref.home === means.homes.sample.id,
    isBaseline: entry.isBaseline,
    operation: wanted,
  });
}

async function sendSamples(showing: Showing, row: string, range: Range | undefined): Promise<void> {
  const { folder } = await foundRun(showing);
  const samples = await showing.means.figures.call('samples', { folder, row, range });
  showing.end.post({ type: 'samples', row, ...samples });
}

async function sendSlowest(showing: Showing, key: string): Promise<void> {
  const { means, end, model } = showing;
  const { folder, recordings } = await foundRun(showing);
  const row = model?.rows.find((each) => each.key === key);
  if (row === undefined || recordings.traced === undefined) return;
  showing.slowest ??= newSlowestSource(
    resolve(folder, recordings.traced),
    readSettings().maxEvents,
    () => startWorker<RecordingCalls>(means.context, 'recording'),
  );
  const found = await showing.slowest.of(row, repeatsOf(row, model));
  end.post({ type: 'slowest', row: key, ...found });
}

async function act(
  showing: Showing,
  action: Extract<FromResults, { type: 'action' }>['action'],
): Promise<void> {
  if (action === 'runAgain') return measureAgain(showing.means, await foundRun(showing));
  if (action !== 'stop') await run(actionCommands[action], showing.ref);
}

/** Several runs of one target stand side by side: their moments tell them apart. */
function panelTitle({ name, target, created }: RunEntry): string {
  return oneLine(name ?? `${target.id} ${formatMoment(created)}`);
}

const actionCommands = {
  compare: commands.compare,
  comparePublished: commands.compareWithPublished,
  timeline: commands.openTimeline,
  export: commands.exportReport,
  log: commands.showLog,
} as const;

async function run(command: string, argument: unknown): Promise<void> {
  await vscode.commands.executeCommand(command, argument);
}

/** How often the traced pass measured an operation. */
function repeatsOf({ operation, params }: ResultRow, model: ResultsModel | undefined): number {
  const name = nameAt(operation, params);
  const traced = model?.rows.filter(
    (row) => row.build === 'traced' && nameAt(row.operation, row.params) === name,
  );
  return Math.max(1, ...(traced ?? []).map(({ repeats }) => repeats));
}
