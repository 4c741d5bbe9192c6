import * as vscode from 'vscode';
import type { TargetReport } from '../../../engine';
import {
  isExternal,
  type AttachedProbes,
  type BoardSetup,
  isProbed,
  otherSide,
  type SetupGap,
} from '../../../targets';
import { commands } from '../../names';
import type { NeedNode, NoteNode, TargetNode } from './nodes';

/** The file in which a board was found. */
function sourceNote({ source }: BoardSetup): NoteNode {
  return { kind: 'note', text: vscode.l10n.t('from {0}', source), icon: 'file-symlink-file' };
}

function gapNode({ home, target }: TargetNode, { what, remedy }: SetupGap): NeedNode {
  const requirement = { name: what, found: undefined, remedy };
  return { kind: 'need', home, target, need: 'gap', requirement };
}

/** A board's needs: gaps in its configuration first, then programs and the agent. */
function needsOf(node: TargetNode, { gaps }: BoardSetup, report: TargetReport | undefined) {
  const { home, target } = node;
  const isGap = (name: string) => gaps.some(({ what }) => what === name);
  const others = (report?.requirements ?? []).filter(({ name }) => !isGap(name));
  return [
    ...gaps.map((gap) => gapNode(node, gap)),
    ...others.map((requirement): NeedNode => {
      const need = requirement.name === 'agent image' ? 'agent' : 'program';
      return { kind: 'need', home, target, need, requirement };
    }),
  ];
}

/** If no probe is visible: the command for the computer that has it, copied by a click. */
function blindNotes(board: BoardSetup, { blind }: AttachedProbes): readonly NoteNode[] {
  if (!blind || !isProbed(board) || isExternal(board.server)) return [];
  const there = otherSide(board);
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
export function boardChildren(
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
    ...needsOf(node, board, found.report),
    ...blindNotes(board, found.attached),
    ...found.rest,
  ];
}
