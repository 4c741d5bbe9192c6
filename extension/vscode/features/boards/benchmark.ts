import * as vscode from 'vscode';
import { type Chip, readChips } from '../../../chips';
import {
  type BoardSetup,
  boardTarget,
  boardWithChip,
  chipOfBoard,
  listConnectedBoards,
  findDevice,
  isProbed,
} from '../../../targets';
import { type Home, pickOne, registerCommand, type Services } from '../../common';
import { commands } from '../../names';
import { showEnd, specWithSettings } from '../../services/runner';
import type { Boards } from '../../services/targets';
import { requireTrust } from '../../services/trust';
import { chipItems } from './chips';

type Needed = Services & { readonly boards: Boards };

/** The name of a chip that was picked for a board of this window's folder. */
const chipKey = ({ id }: Home, board: BoardSetup) => `chip:${id} ${board.id}`;

/** The board that is the active target or attached; asks only if several are attached. */
async function findConnected(
  { boards, targets }: Needed,
  home: Home,
): Promise<BoardSetup | undefined> {
  const { board: active } = targets.active(home);
  if (active?.server && isProbed(active)) return active;
  // It may have been plugged in meanwhile.
  await boards.look(home);
  const { probes, blind } = boards.attached();
  const connected = listConnectedBoards(boards.list(home), probes);
  const [only, ...others] = connected;
  if (only === undefined) {
    const what = blind ? `${blind.what}.` : vscode.l10n.t('No debug probe is attached.');
    throw new Error(`${what} ${blind?.remedy ?? vscode.l10n.t('Plug one in, and try again.')}`);
  }
  if (others.length === 0) return only;
  const items = connected.map((board) => {
    return { label: board.title, description: board.source, board };
  });
  return (await pickOne(items, { placeHolder: vscode.l10n.t('Select a board') }))?.board;
}

/** The chip of a board: of its configuration, of an earlier answer, or the user's choice. */
async function findChip(
  { context }: Pick<Needed, 'context'>,
  home: Home,
  board: BoardSetup,
): Promise<Chip | undefined> {
  const chips = await readChips(context.extensionUri.fsPath);
  const known = context.workspaceState.get<string>(chipKey(home, board));
  const chip = chipOfBoard(board, chips) ?? chips.find(({ name }) => name === known);
  if (chip !== undefined) return chip;
  const device = findDevice(board);
  const placeHolder = vscode.l10n.t('Select the chip behind {0}', board.title);
  const items = chipItems(device === undefined ? [] : [device], chips);
  return (await pickOne(items, { placeHolder }))?.chip;
}

/** Measures the board that is attached: the project's agent if it has one, else from the RAM of its chip. */
async function benchmarkConnected(needed: Needed): Promise<void> {
  if (!(await requireTrust(vscode.l10n.t('Benchmarks cannot be run now.')))) return;
  const home = await needed.homes.choose();
  const board = home && (await findConnected(needed, home));
  if (!home || !board) return;
  if (board.images !== undefined) {
    await vscode.commands.executeCommand(commands.run, { home: home.id, target: board.id });
    return;
  }
  const chip = await findChip(needed, home, board);
  if (chip === undefined) return;
  const target = boardTarget(await boardWithChip(board, chip));
  const place = { home, target };
  const spec = await specWithSettings(needed, place, { patterns: [], trace: false });
  const running = needed.runner.start(place, spec);
  await needed.screens.openRunning(running);
  const end = await running.end;
  // After a failure the chip may be another one: it is asked for again.
  const { workspaceState } = needed.context;
  await workspaceState.update(chipKey(home, board), end.failure ? undefined : chip.name);
  await showEnd(needed, running, end);
}

/** Registers the command that measures whatever is attached. */
export function registerBenchmarkCommand(needed: Needed): vscode.Disposable {
  return registerCommand(needed, commands.benchmarkConnected, () => benchmarkConnected(needed));
}
