import * as vscode from 'vscode';
import { isSentence } from '../../../base';
import type { TargetReport } from '../../../engine';
import type { Requirement } from '../../../host';
import {
  type AttachedProbes,
  type BoardSetup,
  isBareBoard,
  isExternal,
  isProbed,
  describeOtherSide,
  type SetupGap,
  type Target,
} from '../../../targets';
import type { Home, Services } from '../../common';
import { commands, viewIds } from '../../names';
import { type Boards, type Inspections, toEditorRemedy } from '../../services/targets';
import type { Backups } from '../boards';
import type { NeedKind, NeedNode, NoteNode, TargetNode, TargetsNode } from './nodes';

const AGENT = 'agent image';

/** The file in which a board was found. */
function sourceNote({ source }: BoardSetup): NoteNode {
  return { kind: 'note', text: vscode.l10n.t('from {0}', source), icon: 'file-symlink-file' };
}

function gapNode({ home, target }: TargetNode, { what, remedy }: SetupGap): NeedNode {
  const requirement = { name: what, found: undefined, remedy };
  return { kind: 'need', home, target, need: 'gap', requirement };
}

/** The requirements of a board or another target; a board without an agent gets the one for its chip. */
function listRequirements(board: BoardSetup | undefined, report: TargetReport | undefined) {
  const isBare = board !== undefined && isBareBoard(board);
  return (report?.requirements ?? []).filter(({ name }) => !isBare || name !== AGENT);
}

/** A board's needs: gaps in its configuration first, then programs and the agent. */
function boardNeeds(node: TargetNode, board: BoardSetup, report: TargetReport | undefined) {
  const { home, target } = node;
  const { gaps } = board;
  const isGap = (name: string) => gaps.some(({ what }) => what === name);
  const others = listRequirements(board, report).filter(({ name }) => !isGap(name));
  return onceEach([
    ...gaps.map((gap) => gapNode(node, gap)),
    ...others.map((requirement): NeedNode => {
      const need = requirement.name === AGENT ? 'agent' : 'program';
      return { kind: 'need', home, target, need, requirement };
    }),
  ]);
}

const needId = ({ home, target, need, requirement: { name } }: NeedNode) =>
  [home, target, need, name].join('\n');

/** Shows a requirement once that several parts of a target have, as missing if one of them lacks it. */
function onceEach(needs: readonly NeedNode[]): readonly NeedNode[] {
  const isMet = ({ requirement }: NeedNode) => requirement.found !== undefined;
  const byId = new Map<string, NeedNode>();
  for (const need of needs) {
    const known = byId.get(needId(need));
    if (known === undefined || (isMet(known) && !isMet(need))) byId.set(needId(need), need);
  }
  return [...byId.values()];
}

/** If no probe is visible: the command for the computer that has it, copied by a click. */
function blindNotes(board: BoardSetup, { blind }: AttachedProbes): readonly NoteNode[] {
  if (!blind || !isProbed(board) || isExternal(board.server)) return [];
  const there = describeOtherSide(board);
  const { what, remedy } = blind;
  const note: NoteNode = { kind: 'note', text: what, icon: 'info', tooltip: remedy };
  if (!there) return [note];
  const { command, tunnel, target, remark } = there;
  const commandsThere = [command, tunnel].join('\n');
  const copy: NoteNode = {
    kind: 'note',
    text: vscode.l10n.t('Copy the commands for the computer with the probe'),
    icon: 'copy',
    tooltip: [commandsThere, `→ ${target}`, ...(remark ? [remark] : []), remedy].join('\n\n'),
    command: commands.copyServerCommand,
    arguments: [commandsThere],
  };
  return [note, copy];
}

/** Everything below a board; `rest` replaces programs that were not or must not be checked. */
function boardChildren(
  node: TargetNode,
  board: BoardSetup,
  found: {
    readonly report: TargetReport | undefined;
    readonly attached: AttachedProbes;
    readonly rest: readonly NoteNode[];
  },
): readonly (NeedNode | NoteNode)[] {
  return [
    sourceNote(board),
    ...(board.remarks ?? []).map((text): NoteNode => ({ kind: 'note', text, icon: 'info' })),
    ...boardNeeds(node, board, found.report),
    ...blindNotes(board, found.attached),
    ...found.rest,
  ];
}

type Needed = Pick<Services, 'homes' | 'targets' | 'runner'> & {
  readonly inspections: Inspections;
  readonly boards: Boards;
  readonly backups: Backups;
};

const kernelName = /^Debian kernel/;

function needKind({ name, remedy }: Requirement): NeedKind {
  if (name === AGENT) return remedy.startsWith('cyclescope build ') ? 'image' : 'program';
  return kernelName.test(name) ? 'kernelFiles' : 'program';
}

function listNeedNodes({ home, target }: TargetNode, report: TargetReport): readonly NeedNode[] {
  const needs = report.requirements.map((requirement): NeedNode => {
    return { kind: 'need', home, target, need: needKind(requirement), requirement };
  });
  const forBuilding = report.forBuilding.map((requirement): NeedNode => {
    const note = vscode.l10n.t('only to build images');
    return { kind: 'need', home, target, need: 'building', requirement, note };
  });
  return onceEach([...needs, ...forBuilding]);
}

/** Without trust no program is started to check for it. */
const makeTrustNote = (): NoteNode => ({
  kind: 'note',
  text: vscode.l10n.t('Restricted Mode: programs are not searched for'),
  icon: 'shield',
  command: 'workbench.trust.manage',
});

const looking = (): NoteNode => ({
  kind: 'note',
  text: vscode.l10n.t('Searching…'),
  icon: 'loading~spin',
});

/** A board's gaps are known before programs are checked. */
function listMissing(target: Target, report: TargetReport | undefined): readonly string[] {
  const missing = listRequirements(target.board, report).filter(({ found }) => found === undefined);
  const gaps = target.board?.gaps.map(({ what }) => what) ?? [];
  return [...new Set([...gaps, ...missing.map(({ name }) => name)])];
}

function targetItem(needed: Needed, node: TargetNode): vscode.TreeItem {
  const { homes, targets, inspections } = needed;
  const home = homes.find(node.home);
  const target = home && targets.find(home, node.target);
  if (!home || !target) return new vscode.TreeItem(node.target);
  const isActive = targets.active(home).id === target.id;
  const report = inspections.known(home)?.get(target.id);
  const missing = listMissing(target, report);
  const isBusy = isMeasuring(needed, node);
  const states = [
    isBusy && vscode.l10n.t('measuring'),
    isActive && vscode.l10n.t('active'),
    missing.length > 0 && vscode.l10n.t('missing: {0}', missing.join(', ')),
    report && missing.length === 0 && !isActive && !isBusy && vscode.l10n.t('ready'),
  ].filter((state) => typeof state === 'string');
  const item = new vscode.TreeItem(target.id, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = [node.home, target.id].join('\n');
  const source = target.board && vscode.l10n.t('from {0}', target.board.source);
  // A board is named after its source: its title would only repeat that.
  item.description = [...states, source ?? target.title].join(' · ');
  item.tooltip = [target.title, ...(source === undefined ? [] : [source]), ...states].join('\n');
  item.iconPath = new vscode.ThemeIcon(
    isBusy ? 'sync~spin' : chooseIcon(isActive, missing.length > 0),
  );
  const isKept = needed.backups.of(home, target.id).length > 0;
  item.contextValue = toContextValue(report, target, { isBusy, isKept });
  item.command = { command: commands.selectTarget, title: target.id, arguments: [node] };
  item.accessibilityInformation = {
    label: [target.id, ...states, target.title, source].filter(Boolean).join(', '),
  };
  return item;
}

function isMeasuring({ runner }: Needed, node: TargetNode): boolean {
  return runner
    .running()
    .some(({ home, target }) => home.id === node.home && target.id === node.target);
}

function chooseIcon(isActive: boolean, isMissing: boolean): string {
  if (isActive) return 'target';
  return isMissing ? 'circle-slash' : 'circle-large-outline';
}

function toContextValue(
  report: TargetReport | undefined,
  target: Target,
  { isBusy, isKept }: { readonly isBusy: boolean; readonly isKept: boolean },
): string {
  const hasKernel = report?.requirements.some(({ name }) => kernelName.test(name));
  const isBoard = target.board !== undefined;
  const isBuilt = !isBoard && !target.isRemote && target.howToBuild === undefined;
  const words = [
    isBusy ? 'measuring' : 'idle',
    isBuilt && 'buildable',
    hasKernel && 'kernel',
    isBoard && 'board',
    isBoard && isKept && !isBusy && 'kept',
  ];
  return ['target', ...words.filter(Boolean)].join(' ');
}

function needItem(node: NeedNode): vscode.TreeItem {
  const { need, requirement, note } = node;
  const { name, found } = requirement;
  const isFound = found !== undefined;
  const { text, command } = toEditorRemedy(requirement);
  const state = isFound ? found : describeMissing(text);
  const item = new vscode.TreeItem(name);
  item.id = needId(node);
  item.description = [note, state].filter(Boolean).join(' · ');
  item.tooltip = `${name}: ${state}`;
  item.iconPath = isFound
    ? new vscode.ThemeIcon('pass')
    : new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
  item.contextValue = isFound && need !== 'image' ? 'found' : need;
  item.accessibilityInformation = { label: `${name}, ${item.description}` };
  const fix = FIXES[need] ?? command;
  if (!isFound && fix !== undefined) {
    item.command = { command: fix, title: text, arguments: [node] };
  }
  return item;
}

/** The actions of clicks on requirements without an action of their own. */
const FIXES: Readonly<Partial<Record<NeedKind, string>>> = {
  agent: commands.chooseAgent,
  gap: commands.completeBoard,
};

function describeMissing(remedy: string): string {
  return isSentence(remedy) ? remedy : vscode.l10n.t('missing; get it with: {0}', remedy);
}

export function toTreeItem(needed: Needed, node: TargetsNode): vscode.TreeItem {
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
  if (node.tooltip !== undefined) item.tooltip = node.tooltip;
  // Otherwise the tooltip would be read out in place of the text.
  item.accessibilityInformation = { label: node.text };
  if (node.command !== undefined) {
    const { command, text, arguments: given = [] } = node;
    item.command = { command, title: text, arguments: [...given] };
  }
  return item;
}

function listTargetNodes({ targets }: Needed, home: Home): readonly TargetNode[] {
  return targets.list(home).map(({ id }) => ({ kind: 'target', home: home.id, target: id }));
}

export function listChildren(needed: Needed, node?: TargetsNode): readonly TargetsNode[] {
  const homes = needed.homes.list();
  const [only, ...others] = homes;
  if (node === undefined) {
    if (only && others.length === 0) return listTargetNodes(needed, only);
    return homes.map((home) => ({ kind: 'home', home }));
  }
  if (node.kind === 'home') return listTargetNodes(needed, node.home);
  if (node.kind !== 'target') return [];
  const home = needed.homes.find(node.home);
  const report = home && needed.inspections.known(home)?.get(node.target);
  const rest = vscode.workspace.isTrusted ? (report ? [] : [looking()]) : [makeTrustNote()];
  const board = home && needed.targets.find(home, node.target)?.board;
  if (board) {
    return boardChildren(node, board, { report, attached: needed.boards.attached(), rest });
  }
  return report && rest.length === 0 ? listNeedNodes(node, report) : rest;
}

/** Everything that the view shows below a node, folded or not. */
function collectContents(needed: Needed, node?: TargetsNode): readonly unknown[] {
  return listChildren(needed, node).map((child) => [
    toTreeItem(needed, child),
    collectContents(needed, child),
  ]);
}

/** Registers the view of targets with their requirements and whether they are met. */
export function registerTargetsView(
  services: Services,
  inspections: Inspections,
  boards: Boards,
  backups: Backups,
): vscode.Disposable {
  const needed = { ...services, inspections, boards, backups };
  const changed = new vscode.EventEmitter<void>();
  let shown = '';
  // A refresh takes the focus, and most events change nothing that is seen here.
  const change = () => {
    const before = shown;
    shown = JSON.stringify(collectContents(needed));
    if (shown !== before) changed.fire();
  };
  const view = vscode.window.createTreeView<TargetsNode>(viewIds.targets, {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: (node) => [...listChildren(needed, node)],
      getTreeItem: (node) => toTreeItem(needed, node),
    },
    showCollapseAll: true,
  });
  return vscode.Disposable.from(
    view,
    changed,
    services.homes.onDidChange(change),
    services.targets.onDidChange(change),
    inspections.onDidChange(change),
    backups.onDidChange(change),
    services.runner.onDidStart(change),
    services.runner.onDidEnd(change),
    vscode.workspace.onDidGrantWorkspaceTrust(change),
  );
}
