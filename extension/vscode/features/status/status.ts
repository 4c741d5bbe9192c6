import * as vscode from 'vscode';
import { formatNumber } from '../../../measure';
import { nameAt } from '../../../runs';
import type { LiveProgress } from '../../../workers';
import { type Home, type RunningRun, type Services, withAgent } from '../../common';
import { commands } from '../../names';

type Needed = Pick<Services, 'homes' | 'targets' | 'runner'>;

/** The home shown in the status: the active editor's, otherwise the first. */
function chooseHome({ homes }: Needed): Home | undefined {
  const shown = vscode.window.activeTextEditor?.document.uri;
  return (shown && homes.of(shown)) ?? homes.list()[0];
}

function showRun(item: vscode.StatusBarItem, running: RunningRun): void {
  const { target, phase, updates } = running;
  const text = progressText(target.id, phase, findLatestUpdate(updates));
  item.text = text;
  item.command = commands.showRunning;
  item.tooltip = vscode.l10n.t('Cyclescope is measuring on {0}. Click to watch.', target.id);
  item.accessibilityInformation = {
    label: vscode.l10n.t('Cyclescope is measuring on {0}', target.id),
    role: 'button',
  };
}

function showTarget(item: vscode.StatusBarItem, needed: Needed): void {
  const home = chooseHome(needed);
  if (!home) return item.hide();
  const { id, title } = needed.targets.active(home);
  item.text = `$(target) ${id}`;
  item.command = commands.selectTarget;
  item.tooltip = vscode.l10n.t("Cyclescope's active target: {0}. Click to select another.", title);
  item.accessibilityInformation = {
    label: vscode.l10n.t("Cyclescope's active target: {0}", id),
    role: 'button',
  };
  item.show();
}

/** Shows the active target, and the progress of a run. */
export function registerStatus(services: Needed): vscode.Disposable {
  const { homes, targets, runner } = services;
  const item = vscode.window.createStatusBarItem(
    'cyclescope.target',
    vscode.StatusBarAlignment.Left,
  );
  item.name = vscode.l10n.t('Cyclescope: active target');
  const show = () => {
    const [running] = runner.running();
    if (running) showRun(item, running);
    else showTarget(item, services);
  };
  const turn = () => {
    const isRunning = runner.running().length > 0;
    void vscode.commands.executeCommand('setContext', 'cyclescope.isRunning', isRunning);
    show();
  };
  turn();
  return vscode.Disposable.from(
    item,
    homes.onDidChange(show),
    targets.onDidChange(show),
    runner.onDidEnd(turn),
    runner.onDidStart((running) => {
      const updates = [running.onDidUpdate(show), running.onDidChangePhase(show)];
      void running.end.then(() => updates.forEach((each) => each.dispose()));
      turn();
    }),
    vscode.window.onDidChangeActiveTextEditor(show),
  );
}

/** The status item during a run; includes the target only until there is progress. */
export function progressText(
  target: string,
  phase: string,
  progress: Omit<LiveProgress, 'histogram' | 'unit'> | undefined,
): string {
  if (progress === undefined) {
    return `$(sync~spin) ${phase.includes(target) ? phase : `${target}: ${phase}`}`;
  }
  const { operation, point, agent, samples, requested, isEnd } = progress;
  const name = withAgent(nameAt(operation, point), agent, vscode.l10n.t);
  const count = isEnd ? '' : ` ${formatNumber(samples)}/${formatNumber(requested)}`;
  return `$(sync~spin) ${name}${count}`;
}

/** The latest update of a run: maps keep the order of measurement. */
export function findLatestUpdate<T>(updates: ReadonlyMap<string, T>): T | undefined {
  return [...updates.values()].at(-1);
}
