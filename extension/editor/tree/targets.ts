import * as vscode from 'vscode';
import type { TargetReport } from '../../engine/doctor';
import type { Requirement } from '../../targets/target';
import { commands, views } from '../ids';
import type { Home, Services } from '../services';
import type { Inspections } from '../targets/inspections';
import { remedyOf } from '../targets/remedy';
import type { NeedKind, NeedNode, TargetNode, TargetsNode } from './nodes';

type Needed = Pick<Services, 'homes' | 'targets' | 'runner'> & {
  readonly inspections: Inspections;
};

const kernelName = /^Debian kernel/;

function needKind({ name }: Requirement): NeedKind {
  if (name === 'agent image') return 'image';
  return kernelName.test(name) ? 'kernelFiles' : 'program';
}

function needsOf({ home, target }: TargetNode, report: TargetReport): readonly NeedNode[] {
  const needs = report.requirements.map((requirement): NeedNode => {
    return { kind: 'need', home, target, need: needKind(requirement), requirement };
  });
  const forBuilding = report.forBuilding.map((requirement): NeedNode => {
    const note = vscode.l10n.t('only to build images');
    return { kind: 'need', home, target, need: 'building', requirement, note };
  });
  return [...needs, ...forBuilding];
}

/** Without trust no program is asked whether it is there. */
const untrusted = (): TargetsNode => ({
  kind: 'note',
  text: vscode.l10n.t('Restricted Mode: programs are not looked for'),
  icon: 'shield',
  command: 'workbench.trust.manage',
});

const looking = (): TargetsNode => ({
  kind: 'note',
  text: vscode.l10n.t('Looking…'),
  icon: 'loading~spin',
});

function missingOf(report: TargetReport | undefined): readonly string[] {
  const missing = report?.requirements.filter(({ found }) => found === undefined) ?? [];
  return missing.map(({ name }) => name);
}

function targetItem(needed: Needed, node: TargetNode): vscode.TreeItem {
  const { homes, targets, inspections } = needed;
  const home = homes.list().find(({ id }) => id === node.home);
  const target = home && targets.find(home, node.target);
  if (!home || !target) return new vscode.TreeItem(node.target);
  const isActive = targets.active(home).id === target.id;
  const report = inspections.known(home)?.get(target.id);
  const missing = missingOf(report);
  const isBusy = isMeasuring(needed, node);
  const states = [
    isBusy && vscode.l10n.t('measuring'),
    isActive && vscode.l10n.t('active'),
    missing.length > 0 && vscode.l10n.t('missing: {0}', missing.join(', ')),
    report?.isReady && !isActive && !isBusy && vscode.l10n.t('ready'),
  ].filter((state) => typeof state === 'string');
  const item = new vscode.TreeItem(target.id, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `${node.home} ${target.id}`;
  item.description = [...states, target.title].join(' · ');
  item.tooltip = [target.title, ...states].join('\n');
  item.iconPath = new vscode.ThemeIcon(isBusy ? 'sync~spin' : iconOf(isActive, missing.length > 0));
  item.contextValue = contextOf(report, target.id, isBusy);
  item.command = { command: commands.selectTarget, title: target.id, arguments: [node] };
  item.accessibilityInformation = { label: [target.id, ...states, target.title].join(', ') };
  return item;
}

function isMeasuring({ runner }: Needed, node: TargetNode): boolean {
  return runner
    .running()
    .some(({ order }) => order.home.id === node.home && order.target.id === node.target);
}

function iconOf(isActive: boolean, isMissing: boolean): string {
  if (isActive) return 'target';
  return isMissing ? 'circle-slash' : 'circle-large-outline';
}

function contextOf(report: TargetReport | undefined, target: string, isBusy: boolean): string {
  const hasKernel = report?.requirements.some(({ name }) => kernelName.test(name));
  const isBuilt = !target.startsWith('ssh:');
  const words = [isBusy ? 'measuring' : 'idle', isBuilt && 'buildable', hasKernel && 'kernel'];
  return ['target', ...words.filter(Boolean)].join(' ');
}

function needItem(node: NeedNode): vscode.TreeItem {
  const { home, target, need, requirement, note } = node;
  const { name, found } = requirement;
  const isFound = found !== undefined;
  const { text, command } = remedyOf(requirement);
  const state = isFound ? found : vscode.l10n.t('missing; get it with: {0}', text);
  const item = new vscode.TreeItem(name);
  item.id = `${home} ${target} ${need} ${name}`;
  item.description = [note, state].filter(Boolean).join(' · ');
  item.tooltip = `${name}: ${state}`;
  item.iconPath = isFound
    ? new vscode.ThemeIcon('pass')
    : new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
  item.contextValue = isFound && need !== 'image' ? 'found' : need;
  item.accessibilityInformation = { label: `${name}, ${item.description}` };
  if (!isFound && command !== undefined) item.command = { command, title: text, arguments: [node] };
  return item;
}

function itemOf(needed: Needed, node: TargetsNode): vscode.TreeItem {
  if (node.kind === 'target') return targetItem(needed, node);
  if (node.kind === 'need') return needItem(node);
  if (node.kind === 'home') {
    const item = new vscode.TreeItem(node.home.title, vscode.TreeItemCollapsibleState.Expanded);
    item.id = node.home.id;
    item.iconPath = vscode.ThemeIcon.Folder;
    return item;
  }
  const item = new vscode.TreeItem(node.text);
  item.iconPath = new vscode.ThemeIcon(node.icon);
  if (node.command !== undefined) item.command = { command: node.command, title: node.text };
  return item;
}

function targetsOf({ targets }: Needed, home: Home): readonly TargetNode[] {
  return targets.list(home).map(({ id }) => ({ kind: 'target', home: home.id, target: id }));
}

function childrenOf(needed: Needed, node: TargetsNode | undefined): readonly TargetsNode[] {
  const homes = needed.homes.list();
  const [only, ...others] = homes;
  if (node === undefined) {
    if (only && others.length === 0) return targetsOf(needed, only);
    return homes.map((home) => ({ kind: 'home', home }));
  }
  if (node.kind === 'home') return targetsOf(needed, node.home);
  if (node.kind !== 'target') return [];
  if (!vscode.workspace.isTrusted) return [untrusted()];
  const home = homes.find(({ id }) => id === node.home);
  const report = home && needed.inspections.known(home)?.get(node.target);
  return report ? needsOf(node, report) : [looking()];
}

/** The view of targets: what each needs, and whether it is there. */
export function registerTargetsView(
  services: Services,
  inspections: Inspections,
): vscode.Disposable {
  const needed = { ...services, inspections };
  const changed = new vscode.EventEmitter<void>();
  const change = () => changed.fire();
  const view = vscode.window.createTreeView<TargetsNode>(views.targets, {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: (node) => [...childrenOf(needed, node)],
      getTreeItem: (node) => itemOf(needed, node),
    },
    showCollapseAll: true,
  });
  return vscode.Disposable.from(
    view,
    changed,
    services.homes.onDidChange(change),
    services.targets.onDidChange(change),
    inspections.onDidChange(change),
    services.runner.onDidStart(change),
    services.runner.onDidEnd(change),
    vscode.workspace.onDidGrantWorkspaceTrust(change),
  );
}
