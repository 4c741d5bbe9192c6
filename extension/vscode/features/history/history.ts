import * as vscode from 'vscode';
import { unpackPoints } from '../../../report';
import { valuesAt } from '../../../runs';
import type { FiguresCalls, PackedHistory, ShownChange } from '../../../workers';
import { type Home, registerCommand, type Services, showFailure } from '../../common';
import { commands } from '../../names';
import {
  type LatestRequest,
  newLatestRequest,
  newPanels,
  type PanelEnd,
  type PanelSession,
} from '../../panels';
import type { FiguresWorker } from '../../services/figures';
import { requireTrust } from '../../services/trust';
import { formatReference } from '../compare';
import { findCommit } from './find-commit';
import {
  type FromHistory,
  fromHistorySchema,
  historyStateSchema,
  type ToHistory,
} from './protocol';
import { historyView } from './view';

/** The services that histories need. */
interface HistoryMeans extends Pick<
  Services,
  'context' | 'log' | 'homes' | 'runs' | 'screens' | 'targets'
> {
  readonly figures: FiguresWorker;
}

/** Histories: their panels, one per home, and the command that opens them. */
export function registerHistory(means: HistoryMeans): vscode.Disposable {
  const panels = newPanels<ToHistory, FromHistory>(means, historyView, fromHistorySchema);
  const toContent = (id: string): Parameters<typeof panels.show>[0] => ({
    key: id,
    home: id,
    open: (end) => newSession(means, id, end),
  });
  return vscode.Disposable.from(
    panels.restore(historyStateSchema, ({ home }) => toContent(home)),
    registerCommand(means, commands.showHistory, async () => {
      // Git starts programs that a repository names.
      if (!(await requireTrust(vscode.l10n.t('The history cannot be read now.')))) return;
      const home = await means.homes.choose();
      if (home) panels.show(toContent(home.id));
    }),
  );
}

type HistoryEnd = PanelEnd<ToHistory, FromHistory>;

/** A history being sent to a view. */
interface Showing {
  readonly means: HistoryMeans;
  readonly home: string;
  readonly end: HistoryEnd;
  history: PackedHistory | undefined;
  readonly latest: LatestRequest;
}

function newSession(
  means: HistoryMeans,
  home: string,
  { post, ...rest }: HistoryEnd,
): PanelSession<FromHistory> {
  // Reading begins while the page is loaded; what is found by then waits for it.
  let waiting: Parameters<typeof post>[0][] | undefined = [];
  const end: HistoryEnd = {
    ...rest,
    post: (message) => {
      if (waiting === undefined) return post(message);
      // Only how far it is by then is of interest.
      waiting = [...waiting.filter(({ type }) => type !== 'reading'), message];
    },
  };
  const latest = newLatestRequest((failure) => end.post({ type: 'failure', ...failure }));
  const showing: Showing = { means, home, end, history: undefined, latest };
  let isShown = true;
  const sendAgain = () => void send(showing);
  const begin = () => {
    if (waiting === undefined) return sendAgain();
    const found = waiting;
    waiting = undefined;
    found.forEach(post);
  };
  sendAgain();
  const following = means.runs.onDidChange(({ id }) => {
    if (id === home && isShown) sendAgain();
  });
  return {
    receive: (message) => {
      isShown = true;
      if (message.type === 'ready') return begin();
      handle(showing, message).catch((error: unknown) => showFailure(means, error));
    },
    onHide: () => (isShown = false),
    dispose: () => {
      following.dispose();
      latest.stop();
    },
  };
}

function send(showing: Showing): Promise<void> {
  const { means, end } = showing;
  return showing.latest.run(
    async (signal) => {
      if (!vscode.workspace.isTrusted)
        throw new Error(vscode.l10n.t('The history cannot be read in Restricted Mode.'));
      const home = requireHome(showing);
      end.setTitle(vscode.l10n.t('History: {0}', home.title));
      const { cwd: folder, runsFolder } = home;
      const onReport = (report: FiguresCalls['history']['reports']) => {
        if (signal.aborted) return;
        if ('points' in report) showPoints(showing, home, report.points);
        else end.post({ type: 'reading', ...report });
      };
      return means.figures.call('history', { folder, runsFolder }, { signal, onReport });
    },
    (changes) => showChanges(showing, changes),
  );
}

function requireHome({ means: { homes }, home }: Showing): Home {
  const found = homes.find(home);
  if (found) return found;
  throw new Error(vscode.l10n.t('The folder is no longer open in this window.'));
}

/** Shows a history whose changes are still being searched; the view needs no ids of runs. */
function showPoints(showing: Showing, { id, title }: Home, history: PackedHistory): void {
  const { branch, commits, series, skipped, doubted } = history;
  const copyReasons = (all: PackedHistory['skipped']) =>
    all.map(({ why, runs }) => ({ why, runs: [...runs] }));
  showing.history = history;
  showing.end.post({
    type: 'history',
    home: id,
    title,
    branch,
    commits: [...commits],
    skipped: copyReasons(skipped),
    doubted: copyReasons(doubted),
    series: series.map((each) => ({ ...each, changes: [] })),
  });
}

/** Adds the changes to a history that is shown. */
function showChanges(showing: Showing, changes: readonly (readonly ShownChange[])[]): void {
  const { history } = showing;
  if (!history) return;
  const series = history.series.map((each, at) => ({ ...each, changes: changes[at] ?? [] }));
  showing.history = { ...history, series };
  showing.end.post({
    type: 'changes',
    changes: changes.map((own) =>
      own.map(({ figures, facts, ...change }) => ({
        ...change,
        figures: [...figures] satisfies [number, number],
        facts: facts.map(({ name, values }): { name: string; values: [string, string] } => ({
          name,
          values: [...values],
        })),
      })),
    ),
  });
}

async function handle(
  showing: Showing,
  message: Exclude<FromHistory, { type: 'ready' }>,
): Promise<void> {
  const { means, home, history } = showing;
  if (message.type === 'action') {
    if (message.action === 'again') return send(showing);
    return vscode.commands.executeCommand(commands.showLog);
  }
  const series = history?.series[message.series];
  if (!history || !series) return;
  const points = unpackPoints(series.points);
  const getRuns = (point: number) => history.runs[points[point]?.runs ?? -1] ?? [];
  const getNewestRun = (point: number) => ({ home, id: getRuns(point).at(-1) ?? '' });
  if (message.type === 'results') {
    return means.screens.openResults(getNewestRun(message.point), series.operation);
  }
  const change = series.changes[message.change];
  if (!change) return;
  switch (message.show) {
    case 'comparison':
      return means.screens.openCompare(
        [change.before, change.at].map(getNewestRun).map(formatReference),
      );
    case 'profiles': {
      const [against, run] = await Promise.all(
        [change.before, change.at].map((side) => findProfiledRun(showing, getRuns(side))),
      );
      const { operation } = series;
      return vscode.commands.executeCommand(commands.showProfile, { ...run, against, operation });
    }
    case 'bisect': {
      const [good = '', bad = ''] = [change.before, change.at].map(
        (at) => history.commits[points[at]?.commit ?? -1]?.id,
      );
      const { operation, params, target } = series;
      return findCommit(means, requireHome(showing), {
        good: { commit: good },
        bad: { commit: bad },
        bench: operation.split(' ')[0] ?? '',
        settings: valuesAt(params),
        target,
      });
    }
  }
}

/** The newest run with a profile. */
async function findProfiledRun({ means, home }: Showing, runs: readonly string[]) {
  const entries = await Promise.all(runs.map((id) => means.runs.find({ home, id })));
  const found = entries.findLast((each) => each?.hasProfile === true);
  return found && { home, id: found.id };
}
