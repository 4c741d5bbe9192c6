import * as vscode from 'vscode';
import { formatMoment } from '../../../report';
import type { RunEntry, Services } from '../../common';
import { commands, viewIds } from '../../names';
import {
  formatBytes,
  oneLine,
  operationsText,
  runsText,
  formatRunTitle,
} from '../../services/runs';
import { groupRuns, runContext, type RunNode, type RunsNode, type RunsOfTarget } from './nodes';

type Needed = Pick<Services, 'homes' | 'runs'>;

const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

function listStates({ status, isBaseline, imported }: RunEntry): readonly string[] {
  return [
    isBaseline && vscode.l10n.t('baseline'),
    imported !== undefined && vscode.l10n.t('imported ({0})', imported),
    status !== 'complete' && status,
  ].filter((state) => typeof state === 'string');
}

function chooseIcon({ status, isBaseline, imported }: RunEntry): vscode.ThemeIcon {
  if (isBaseline) return new vscode.ThemeIcon('pinned');
  if (status !== 'complete') return new vscode.ThemeIcon('warning');
  return new vscode.ThemeIcon(imported === undefined ? 'graph' : 'cloud-download');
}

function formatTooltip(run: RunEntry): string {
  const moment = formatMoment(run.created);
  const recordings = Object.keys(run.recordings).join(', ');
  return [
    formatRunTitle(run),
    `${oneLine(run.target.id)}: ${oneLine(run.target.title)}`,
    run.name === undefined ? run.status : `${moment} · ${run.status}`,
    `${operationsText(run.operations)} · ${formatBytes(run.bytes)}`,
    recordings === ''
      ? vscode.l10n.t('no recording')
      : vscode.l10n.t('recordings: {0}', recordings),
    run.id,
  ].join('\n');
}

function runItem(run: RunNode, isSample: boolean): vscode.TreeItem {
  const facts = [operationsText(run.operations), formatBytes(run.bytes)];
  const item = new vscode.TreeItem(formatRunTitle(run));
  item.id = `${run.home} ${run.id}`;
  item.description = [...listStates(run), ...facts].join(' · ');
  item.tooltip = formatTooltip(run);
  item.iconPath = chooseIcon(run);
  item.contextValue = runContext(run, isSample);
  item.accessibilityInformation = {
    label: [formatRunTitle(run), oneLine(run.target.id), ...listStates(run), ...facts].join(', '),
  };
  item.command = {
    command: commands.openResults,
    title: vscode.l10n.t('Open results'),
    // Keep focus in the tree, so that its keys, such as the one to rename, still work.
    arguments: [{ home: run.home, id: run.id, preserveFocus: true }],
  };
  return item;
}

function groupItem({ home, id, title, runs }: RunsOfTarget): vscode.TreeItem {
  const item = new vscode.TreeItem(oneLine(id), home.kind === 'sample' ? Collapsed : Expanded);
  const size = formatBytes(runs.reduce((sum, { bytes }) => sum + bytes, 0));
  item.id = `${home.id} of ${id}`;
  item.description = `${runsText(runs.length)} · ${size}`;
  item.tooltip = oneLine(title);
  item.iconPath = new vscode.ThemeIcon('target');
  item.contextValue = 'group';
  item.accessibilityInformation = { label: `${oneLine(id)}, ${item.description}` };
  return item;
}

function homeItem({ id, title, kind }: Extract<RunsNode, { kind: 'home' }>['home']) {
  const item = new vscode.TreeItem(title, kind === 'sample' ? Collapsed : Expanded);
  item.id = id;
  item.iconPath = kind === 'folder' ? vscode.ThemeIcon.Folder : new vscode.ThemeIcon('beaker');
  if (kind === 'sample') item.description = vscode.l10n.t('comes with the extension');
  item.contextValue = kind;
  return item;
}

async function listRootNodes({ homes, runs }: Needed): Promise<readonly RunsNode[]> {
  const listed = await Promise.all(
    homes.list().map(async (home) => ({ home, runs: await runs.list(home) })),
  );
  const used = listed.filter((each) => each.runs.length > 0);
  // If empty, the view's welcome describes how to start.
  if (used.length === 0) return [];
  const hasSample = (await runs.list(homes.sample)).length > 0;
  const sample: readonly RunsNode[] = hasSample ? [{ kind: 'home', home: homes.sample }] : [];
  const [only] = used;
  const isAlone = homes.list().length === 1 && only;
  const own = isAlone
    ? groupRuns(only.home, only.runs)
    : used.map(({ home }): RunsNode => ({ kind: 'home', home }));
  return [...own, ...sample];
}

async function listChildren(needed: Needed, node?: RunsNode): Promise<readonly RunsNode[]> {
  if (node === undefined) return listRootNodes(needed);
  if (node.kind === 'home') return groupRuns(node.home, await needed.runs.list(node.home));
  if (node.kind === 'run') return [];
  return node.runs.map((run): RunNode => ({ kind: 'run', ...run }));
}

function toTreeItem({ homes }: Needed, node: RunsNode): vscode.TreeItem {
  if (node.kind === 'home') return homeItem(node.home);
  if (node.kind === 'group') return groupItem(node);
  return runItem(node, node.home === homes.sample.id);
}

/** The view of kept runs. */
export interface RunsView extends vscode.Disposable {
  /** The runs selected in it. */
  readonly selection: () => readonly RunEntry[];
}

/** Registers the view of kept runs, by home and target. */
export function registerRunsView(services: Services): RunsView {
  const { homes, runs } = services;
  const changed = new vscode.EventEmitter<void>();
  const change = () => changed.fire();
  const view = vscode.window.createTreeView<RunsNode>(viewIds.runs, {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: async (node) => [...(await listChildren(services, node))],
      getTreeItem: (node) => toTreeItem(services, node),
    },
    canSelectMany: true,
    showCollapseAll: true,
  });
  const parts = [view, changed, homes.onDidChange(change), runs.onDidChange(change)];
  return {
    selection: () => view.selection.filter((node) => node.kind === 'run'),
    dispose: () => parts.forEach((part) => part.dispose()),
  };
}
