import { quoteForShell, visibleLine } from '../../base';
import {
  addressKinds,
  type BoardSetup,
  boardTarget,
  describeOtherSide,
  type OtherSide,
  type Probe,
} from '../../targets';
import { targetRow, type TargetRow } from '../../tools';
import { type Command, exitCodes, printJson } from '../command';
import { listImageFolders } from '../../toolchain';
import type { Context, FoundBoards } from '../context';
import type { Terminal } from '../terminal';

/** Forms of addresses, which are their own ids and in no list. */
const ADDRESSES = addressKinds.map(({ form, about }) => ({ form, about }));

interface Row extends TargetRow {
  /** The file in which a board was found. */
  readonly source?: string;
  /** Parts of its configuration that are not used, and what replaces them. */
  readonly remarks?: readonly string[];
  /** Reaches it on the computer with the probe, if probes are not visible from here. */
  readonly otherSide?: OtherSide;
}

async function rowOfBoard(board: BoardSetup, isBlind: boolean, context: Context): Promise<Row> {
  const row = await targetRow(boardTarget(board), listImageFolders(context));
  const there = isBlind ? describeOtherSide(board) : undefined;
  return {
    ...row,
    source: board.source,
    ...(board.remarks && board.remarks.length > 0 && { remarks: board.remarks }),
    ...(there && { otherSide: there }),
  };
}

function rowLines({
  id,
  title,
  missing,
  source,
  remarks = [],
  otherSide: there,
}: Row): readonly string[] {
  const state = missing.length === 0 ? 'ready' : `missing: ${missing.join(', ')}`;
  if (source === undefined) return [`${id}  ${title}  (${state})`];
  const ways = there
    ? [
        `    on the computer with the probe, run: ${there.command}`,
        ...(there.remark === undefined ? [] : [`    ${there.remark}`]),
        `    and there, for a tunnel to here:     ${there.tunnel}`,
        `    then here use the target:            ${there.target}`,
      ]
    : [];
  return [
    `${quoteForShell(id)}  from ${source}  (${state})`,
    ...remarks.map((remark) => `    ${remark}`),
    ...ways,
  ];
}

function probeLine({ title, serial, usbId }: Probe): string {
  return `  ${title}${serial === '' ? '' : ` ${serial}`}  (${usbId})`;
}

async function printTargets(
  rows: readonly Row[],
  { attached, problems }: FoundBoards,
  { out, report }: Terminal,
): Promise<void> {
  const { probes, blind } = attached;
  const lines = [
    ...rows.flatMap(rowLines),
    ...ADDRESSES.map(({ form, about }) => `${form}  ${about}`),
    ...(probes.length > 0 ? ['Attached probes:', ...probes.map(probeLine)] : []),
  ];
  await out(lines.map((line) => `${visibleLine(line)}\n`).join(''));
  if (blind) report(`${blind.what}. ${blind.remedy}`);
  for (const problem of problems) report(visibleLine(problem));
}

/** `cyclescope targets` */
export const targetsCommand: Command = {
  spec: {
    name: 'targets',
    about: 'list the targets, and the boards found in this folder and at attached probes',
    details:
      'Nothing in the folder is executed: files are read, and installed programs are looked up.',
    options: {},
  },
  run: async (args, context) => {
    const found = await context.findBoards(context);
    const rows = await Promise.all([
      ...context.targets.map((target) => targetRow(target, listImageFolders(context))),
      ...found.boards.map((board) =>
        rowOfBoard(board, found.attached.blind !== undefined, context),
      ),
    ]);
    if (args.flags.has('json')) {
      const { attached, problems } = found;
      const { probes, blind } = attached;
      await printJson(context, { targets: rows, addresses: ADDRESSES, probes, blind, problems });
    } else {
      await printTargets(rows, found, context.terminal);
    }
    return exitCodes.ok;
  },
};
