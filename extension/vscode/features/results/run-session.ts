import { resolve } from 'node:path';
import * as vscode from 'vscode';
import { type ClockUnit, shortUnit } from '../../../agent';
import { toFailure } from '../../../base';
import type { Range } from '../../../measure';
import { formatMoment, type ResultRow, type ResultsModel } from '../../../report';
import { nameAt, parseValues, type RunRecord } from '../../../runs';
import type { ExplainedSample } from '../../../trace';
import type { RecordingCalls } from '../../../workers';
import {
  type Home,
  type RunEntry,
  type RunRef,
  startWorker,
  showFailure,
  type WorkerHandle,
} from '../../common';
import { commands } from '../../names';
import { freshen, isInTheWay, type RunChoice, buildRunSpec } from '../../services/runner';
import { oneLine, unknownRun } from '../../services/runs';
import { readSettings } from '../../services/settings';
import { requireTrust } from '../../services/trust';
import type { FromResults, SlowSample } from './protocol';
import type { ResultsEnd, ResultsMeans, ResultsSession } from './session';

/** A kept run being sent to a view. */
interface Showing {
  readonly means: ResultsMeans;
  readonly end: ResultsEnd;
  readonly ref: RunRef;
  model: ResultsModel | undefined;
  slowest: SlowestSource | undefined;
  /** The operation to select first. */
  wanted: string | undefined;
}

/** Shows the results of a kept run. */
export function showRun(means: ResultsMeans, end: ResultsEnd, ref: RunRef): ResultsSession {
  const showing: Showing = {
    means,
    end,
    ref,
    model: undefined,
    slowest: undefined,
    wanted: undefined,
  };
  const fail = (error: unknown) => {
    const { message, hint } = toFailure(error);
    means.log.error(message);
    end.post({ type: 'failure', message, hint });
  };
  const rest = () => {
    showing.slowest?.end();
    showing.slowest = undefined;
  };
  const following = means.runs.onDidChange(({ id }) => {
    // Its name or its rank may have changed, or it may be gone.
    if (id === ref.home && showing.model !== undefined) show(showing).catch(fail);
  });
  void means.runs.find(ref).then((entry) => {
    end.setTitle(entry ? panelTitle(entry) : vscode.l10n.t('Results'));
  });
  return {
    receive: (message) => {
      const report =
        message.type === 'ready' ? fail : (error: unknown) => showFailure(means, error);
      handle(showing, message).catch(report);
    },
    select: (name) => {
      if (showing.model === undefined) showing.wanted = name;
      else end.post({ type: 'select', operation: name });
    },
    onHide: rest,
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
    case 'costliest':
      return sendCostliest(showing, message.row);
    case 'showProfile':
      return run(commands.showProfile, { ...ref, operation: message.operation });
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

async function requireRun({ means, ref }: Showing): Promise<RunEntry> {
  const entry = await means.runs.find(ref);
  if (entry) return entry;
  throw unknownRun(ref.id);
}

async function show(showing: Showing): Promise<void> {
  const { means, end, ref, wanted } = showing;
  const entry = await requireRun(showing);
  end.setTitle(panelTitle(entry));
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
      profile: entry.hasProfile,
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
  const { folder } = await requireRun(showing);
  const samples = await showing.means.figures.call('samples', { folder, row, range });
  showing.end.post({ type: 'samples', row, ...samples });
}

async function sendSlowest(showing: Showing, key: string): Promise<void> {
  const { means, end, model } = showing;
  const { folder, recordings } = await requireRun(showing);
  const row = model?.rows.find((each) => each.key === key);
  if (row === undefined || recordings.traced === undefined) return;
  showing.slowest ??= newSlowestSource(
    resolve(folder, recordings.traced),
    readSettings().maxEvents,
    () => startWorker<RecordingCalls>(means.context, 'recording'),
  );
  const found = await showing.slowest.of(row, countRepeats(row, model));
  end.post({ type: 'slowest', row: key, ...found });
}

async function sendCostliest(showing: Showing, key: string): Promise<void> {
  const { means, end, model } = showing;
  const { folder } = await requireRun(showing);
  const row = model?.rows.find((each) => each.key === key);
  if (row === undefined) return;
  const operation = nameAt(row.operation, row.params);
  const functions = await means.figures.call('costliest', { folder, operation });
  end.post({ type: 'costliest', row: key, functions: [...functions] });
}

async function act(
  showing: Showing,
  action: Extract<FromResults, { type: 'action' }>['action'],
): Promise<void> {
  if (action === 'runAgain') return measureAgain(showing.means, await requireRun(showing));
  if (action !== 'stop') await run(actionCommands[action], showing.ref);
}

/** Several runs of one target are distinguished by their time. */
function panelTitle({ name, target, created }: RunEntry): string {
  return oneLine(name ?? `${target.id} ${formatMoment(created)}`);
}

const actionCommands = {
  compare: commands.compare,
  comparePublished: commands.compareWithPublished,
  timeline: commands.openTimeline,
  profile: commands.showProfile,
  export: commands.exportReport,
  log: commands.showLog,
} as const;

async function run(command: string, argument: unknown): Promise<void> {
  await vscode.commands.executeCommand(command, argument);
}

/** The number of repeats in which the traced pass measured an operation. */
function countRepeats({ operation, params }: ResultRow, model: ResultsModel | undefined): number {
  const name = nameAt(operation, params);
  const traced = model?.rows.filter(
    (row) => row.build === 'traced' && nameAt(row.operation, row.params) === name,
  );
  return Math.max(1, ...(traced ?? []).map(({ repeats }) => repeats));
}

/** The number of samples listed. */
const COUNT = 8;

/** The slowest samples of an operation. */
interface SlowestFound {
  readonly samples: SlowSample[];
  readonly failure?: string;
}

/** Explains slow samples from one traced recording, which stays open until `end`. */
interface SlowestSource {
  readonly of: (row: ResultRow, repeats: number) => Promise<SlowestFound>;
  readonly end: () => void;
}

/** Opens a recording on first use. */
export function newSlowestSource(
  recording: string,
  maxEvents: number,
  start: () => WorkerHandle<RecordingCalls>,
): SlowestSource {
  let opened: Promise<WorkerHandle<RecordingCalls>> | undefined;

  async function open(): Promise<WorkerHandle<RecordingCalls>> {
    const worker = start();
    try {
      await worker.client.call('open', { source: { path: recording }, maxEvents });
      return worker;
    } catch (error) {
      void worker.end();
      throw error;
    }
  }

  async function ask(operation: string, repeats: number): Promise<SlowSample[]> {
    opened ??= open();
    const { client } = await opened;
    const all = Array.from({ length: repeats }, (_, repeat) =>
      client.call('slowest', { operation, repeat, count: COUNT }),
    );
    return pickSlowest((await Promise.all(all)).flat());
  }

  return {
    of: async ({ operation, params }, repeats) => {
      try {
        return { samples: await ask(nameAt(operation, params), repeats) };
      } catch (error) {
        opened = undefined;
        return { samples: [], failure: toFailure(error).message };
      }
    },
    end: () => {
      void opened?.then((worker) => worker.end()).catch(() => undefined);
      opened = undefined;
    },
  };
}

/** The slowest samples of all repeats, for a view; only one of those that nothing disturbed. */
export function pickSlowest(samples: readonly ExplainedSample[]): SlowSample[] {
  const sorted = samples.toSorted((a, b) => b.elapsed - a.elapsed);
  const undisturbed = sorted.filter(isUndisturbed).slice(1);
  return sorted
    .filter((sample) => !undisturbed.includes(sample))
    .slice(0, COUNT)
    .map(({ repeat, index, elapsed, unit, tickInside, sentence, parts, notes }) => ({
      repeat,
      index,
      elapsed,
      tickInside,
      sentence,
      unit: unit === 's' || unit === 'ticks' ? unit : shortUnit(unit satisfies ClockUnit),
      parts: parts.map(({ kind, name, amount }) => ({ kind, name, amount })),
      notes: [...notes],
    }));
}

function isUndisturbed({ parts }: ExplainedSample): boolean {
  return parts.every(({ kind }) => kind === 'own');
}

/** The reason if a run cannot be measured again. */
function whyNotAgain({ homes, targets }: ResultsMeans, entry: RunEntry): string | undefined {
  if (entry.imported !== undefined) return vscode.l10n.t('This run was measured by another tool.');
  const home = findHome({ homes }, entry);
  if (home === undefined) return vscode.l10n.t("The run's workspace folder is not open.");
  if (targets.find(home, entry.target.id) !== undefined) return undefined;
  return vscode.l10n.t('{0} is not among the targets of {1}.', entry.target.id, home.title);
}

/** Repeats the measurement of a run, and shows its progress. */
async function measureAgain(means: ResultsMeans, entry: RunEntry): Promise<void> {
  if (!(await requireTrust(vscode.l10n.t('Benchmarks cannot be run now.')))) return;
  const home = findHome(means, entry);
  const target = home && means.targets.find(home, entry.target.id);
  if (home === undefined || target === undefined) return;
  const homeTarget = { home, target };
  const choice = toRunChoice(await means.runs.record(entry));
  if (isInTheWay(await freshen(means, homeTarget, choice.patterns))) return;
  means.openRunning(means.runner.start(homeTarget, buildRunSpec(means, homeTarget, choice)));
}

/** Runs of the sample are repeated in the current home. */
function findHome({ homes }: Pick<ResultsMeans, 'homes'>, { home }: RunEntry): Home | undefined {
  return home === homes.sample.id ? homes.list()[0] : homes.find(home);
}

/** The request for a run, from its record; its home and its target have to be found. */
export function toRunChoice({ passes, repeat, command }: RunRecord): RunChoice {
  const operations = passes.flatMap((pass) => pass.operations);
  const iterations = /(?:^| )--iterations '?(\d+)/.exec(command)?.[1];
  const set = Array.from(command.matchAll(/ --set[ =]'?([A-Za-z_][\w.]*)=([^ ']+)/g));
  const settings = set.flatMap(([, name = '', typed = '']) => {
    const read = parseValues(typed);
    return 'values' in read ? [[name, read.values] as const] : [];
  });
  return {
    patterns: [...new Set(operations.map(({ suite, op }) => `${suite}/${op}`))],
    trace: passes.some(({ build }) => build === 'traced'),
    iterations: iterations === undefined ? undefined : Number(iterations),
    repeat,
    settings: Object.fromEntries(settings),
    asPublished: / --as-published( |$)/.test(command),
  };
}
