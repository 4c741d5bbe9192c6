import * as vscode from 'vscode';
import type { ComparisonModel } from '../../../report';
import type { ColumnSource } from '../../../workers';
import { showFailure } from '../../common';
import { commands } from '../../names';
import {
  type LatestRequest,
  newLatestRequest,
  newPanels,
  type PanelEnd,
  type PanelSession,
} from '../../panels';
import { readSettings } from '../../services/settings';
import type { CompareMeans } from './means';
import { pickPublished } from './pick-published';
import { pickOthers } from './pick-runs';
import { resolveColumnSources } from './sources';
import {
  type CompareState,
  compareStateSchema,
  type FromCompare,
  fromCompareSchema,
  type KnownColumn,
  type ToCompare,
} from './protocol';
import { parseReference, formatReference, runsAmong } from './references';
import { compareView } from './view';

/** The panels of comparisons: one per set of columns. */
interface ComparePanels extends vscode.Disposable {
  readonly show: (columns: readonly string[], rule?: Pick<Subject, 'delta' | 'gate'>) => void;
}

/** Opens panels, and restores those of an earlier window. */
export function newComparePanels(means: CompareMeans): ComparePanels {
  const panels = newPanels<ToCompare, FromCompare>(means, compareView, fromCompareSchema);
  const toContent = (subject: Subject): Parameters<typeof panels.show>[0] => ({
    key: toKey(subject.columns),
    home: findCommonHome(subject.columns),
    open: (end) => newSession(means, subject, end),
  });
  const restoring = panels.restore(compareStateSchema, toContent);
  return {
    show: (columns, rule) => panels.show(toContent({ ...rule, columns: [...columns] })),
    dispose: () => restoring.dispose(),
  };
}

const toKey = (columns: readonly string[]): string => columns.join('\n');

/** The home of the runs; undefined if they have several. */
function findCommonHome(columns: readonly string[]): string | undefined {
  const [first, ...others] = new Set(runsAmong(columns).map(({ home }) => home));
  return others.length === 0 ? first : undefined;
}

/** The targets of two columns, or the number of columns. */
function formatTitle(columns: readonly string[]): string {
  const known = columns.filter((column) => parseReference(column) !== undefined);
  const published = known.length - runsAmong(known).length;
  if (published > 0) return vscode.l10n.t('Comparison with published figures');
  return vscode.l10n.t('Comparison of {0} runs', known.length);
}

/** The subject of a comparison, as kept by a panel. */
type Subject = Pick<CompareState, 'columns' | 'delta' | 'gate'>;

type CompareEnd = PanelEnd<ToCompare, FromCompare>;

/** A comparison being sent to a view. */
interface Showing {
  readonly means: CompareMeans;
  readonly end: CompareEnd;
  subject: Subject;
  sources: readonly ColumnSource[];
  /** Belongs to this subject; runs never change. */
  model: ComparisonModel | undefined;
  readonly latest: LatestRequest;
}

/** Shows columns side by side; the first one is the baseline. */
function newSession(
  means: CompareMeans,
  subject: Subject,
  end: CompareEnd,
): PanelSession<FromCompare> {
  const showing: Showing = {
    means,
    end,
    subject,
    sources: [],
    model: undefined,
    latest: newLatestRequest((failure) => end.post({ type: 'failure', ...failure })),
  };
  end.setTitle(formatTitle(subject.columns));
  const following = means.runs.onDidChange(({ id }) => {
    const isOurs = runsAmong(showing.subject.columns).some(({ home }) => home === id);
    // Names and the pinned run may have changed; the figures are the same.
    if (isOurs && showing.model !== undefined) void send(showing, showing.model);
  });
  return {
    receive: (message) => {
      handle(showing, message).catch((error: unknown) => showFailure(means, error));
    },
    dispose: () => {
      following.dispose();
      showing.latest.stop();
    },
  };
}

async function handle(showing: Showing, message: FromCompare): Promise<void> {
  const { means, subject } = showing;
  switch (message.type) {
    case 'ready':
      return showing.model === undefined ? compare(showing) : send(showing, showing.model);
    case 'samples':
      return sendSamples(showing, message);
    case 'columns': {
      const { columns } = message;
      // A gate is for one baseline.
      const gate = columns[0] === subject.columns[0] ? subject.gate : undefined;
      return change(showing, { ...subject, columns, gate });
    }
    case 'delta':
      return change(showing, { ...subject, delta: message.delta });
    case 'results': {
      const run = parseReference(message.reference);
      const argument = { ...run, operation: message.operation };
      return void vscode.commands.executeCommand(commands.openResults, argument);
    }
    case 'profile': {
      const [run] = runsAmong([message.reference]);
      const [against] = runsAmong(subject.columns.slice(0, 1));
      return void vscode.commands.executeCommand(commands.showProfile, run && { ...run, against });
    }
    case 'action':
      return act(showing, message.action, means);
  }
}

async function act(
  showing: Showing,
  action: Extract<FromCompare, { type: 'action' }>['action'],
  means: CompareMeans,
): Promise<void> {
  const { subject, model } = showing;
  switch (action) {
    case 'turns':
      return takeTurns(subject, model);
    case 'copyTurns':
      return void vscode.env.clipboard.writeText(model?.turns?.command ?? '');
    case 'addRun':
      return addColumns(showing, await addRuns(means, subject.columns));
    case 'addPublished':
      return addColumns(showing, await addPublished(means, subject.columns));
    case 'export':
      return void vscode.commands.executeCommand(commands.exportReport, {
        columns: subject.columns,
      });
    case 'cancel':
      return showing.latest.stop();
    case 'again':
      return compare(showing);
    case 'log':
      return void vscode.commands.executeCommand(commands.showLog);
  }
}

/** Measures the agents of both runs again, in turns; the user names them, since a run keeps none. */
async function takeTurns(
  { columns, delta }: Subject,
  model: ComparisonModel | undefined,
): Promise<void> {
  const home = runsAmong(columns)[0]?.home;
  const { turns, gate } = model ?? {};
  const request = { delta, gate: gate?.gate, most: turns?.most };
  const argument = { home, target: turns?.target, patterns: turns?.benches, request };
  await vscode.commands.executeCommand(commands.compareInterleaved, argument);
}

async function addColumns(showing: Showing, columns: readonly string[]): Promise<void> {
  if (columns.length === 0) return;
  const { subject } = showing;
  return change(showing, { ...subject, columns: [...subject.columns, ...columns] });
}

function change(showing: Showing, subject: Subject): Promise<void> {
  showing.subject = subject;
  showing.end.setKey(toKey(subject.columns));
  showing.end.setTitle(formatTitle(subject.columns));
  return compare(showing);
}

function compare(showing: Showing): Promise<void> {
  const { means, subject } = showing;
  const { post } = showing.end;
  showing.model = undefined;
  post({ type: 'comparing', done: 0, total: 0 });
  return showing.latest.run(
    async (signal) => {
      const sources = await resolveColumnSources(means, subject.columns);
      const model = await means.figures.call(
        'compare',
        { columns: sources, delta: subject.delta, gate: await resolveGate(means, subject) },
        {
          signal,
          onReport: (progress) => !signal.aborted && post({ type: 'comparing', ...progress }),
        },
      );
      return { sources, model };
    },
    ({ sources, model }) => {
      Object.assign(showing, { sources, model });
      return send(showing, model);
    },
  );
}

/** The gate that the runs were measured for; others need the pinned run as the baseline, and a setting. */
async function resolveGate({ runs, homes }: CompareMeans, subject: Subject) {
  if (subject.gate !== undefined) return subject.gate;
  const [first] = runsAmong(subject.columns.slice(0, 1));
  const entry = first && (await runs.find(first));
  if (!entry?.isBaseline) return undefined;
  const { gate } = readSettings(homes.find(entry.home));
  return gate === '' ? undefined : gate;
}

async function send({ means, end, subject }: Showing, model: ComparisonModel): Promise<void> {
  const known = await Promise.all(subject.columns.map((each) => toKnownColumn(means, each)));
  const { delta, gate } = subject;
  end.post({ type: 'comparison', model, known, delta, gate });
}

async function toKnownColumn(
  { runs, homes }: CompareMeans,
  reference: string,
): Promise<KnownColumn> {
  const [run] = runsAmong([reference]);
  const entry = run && (await runs.find(run));
  const isSample = entry?.home === homes.sample.id;
  const several = homes.list().length > 1 && !isSample;
  const home = several ? homes.find(entry?.home) : undefined;
  return {
    reference,
    isSample,
    name: entry?.name,
    home: home?.title,
    isPinned: entry?.isBaseline ?? false,
    hasProfile: entry?.hasProfile ?? false,
  };
}

async function sendSamples(
  { means, end, subject, sources, model }: Showing,
  { operation, range }: Extract<FromCompare, { type: 'samples' }>,
): Promise<void> {
  const at = model?.operations.findIndex(({ name }) => name === operation) ?? -1;
  if (at < 0) return;
  const columns = { columns: sources, operation: at, range };
  const drawn = await means.figures.call('comparedSamples', columns);
  end.post({
    type: 'samples',
    columns: subject.columns,
    operation,
    range,
    drawn: [...drawn],
  });
}

/** Asks for runs to add to the columns. */
async function addRuns(means: CompareMeans, columns: readonly string[]): Promise<string[]> {
  const found = await Promise.all(runsAmong(columns).map((run) => means.runs.find(run)));
  const there = found.filter((entry) => entry !== undefined);
  const [first] = there;
  if (first === undefined) return [];
  const others = await pickOthers(means, first, there);
  return others?.map(formatReference) ?? [];
}

/** Asks for published columns to add. */
async function addPublished(
  means: CompareMeans,
  columns: readonly string[],
): Promise<readonly string[]> {
  const [first] = runsAmong(columns);
  const entry = first && (await means.runs.find(first));
  return (await pickPublished(means, entry?.folder, columns)) ?? [];
}
