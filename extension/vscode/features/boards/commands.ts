import * as vscode from 'vscode';
import type { BoardImages, BoardSetup } from '../../../targets';
import { describeElf } from '../../../toolchain';
import {
  askElf,
  type Home,
  pickOne,
  registerCommand,
  type Services,
  showFailure,
  showInformation,
} from '../../common';
import { commands, settings } from '../../names';
import { readSettings } from '../../services/settings';
import type { Boards } from '../../services/targets';
import { askBoard, boardEntry, freeName, type KnownOfBoard } from './ask';

type Needed = Pick<Services, 'homes' | 'targets' | 'log'> & { readonly boards: Boards };

/** Arguments passed by the tree. */
export interface BoardArgument {
  readonly home?: string | undefined;
  readonly target?: string | undefined;
  /** Set if the headline agent is missing. */
  readonly need?: string | undefined;
}

export interface HomeBoard {
  readonly home: Home;
  readonly board: BoardSetup;
}

/** The tree's board, the active one, or one that the user picks. */
export async function pickBoard(
  needed: Omit<Needed, 'log'>,
  argument: BoardArgument | undefined,
): Promise<HomeBoard | undefined> {
  const { targets, boards } = needed;
  const home = await needed.homes.choose(argument?.home);
  if (!home) return undefined;
  await boards.ready(home);
  const id = argument?.target ?? targets.active(home).id;
  const named = targets.find(home, id)?.board;
  if (named) return { home, board: named };
  const items = boards.list(home).map((board) => {
    return { label: board.id, description: board.source, board };
  });
  if (items.length === 0) throw new Error(vscode.l10n.t('No board is configured. Add one first.'));
  const placeHolder = vscode.l10n.t('Select a board');
  const picked = await pickOne(items, { placeHolder });
  return picked && { home, board: picked.board };
}

/** Asks for a board, adds it to the setting, and makes it the active one. */
async function addBoard(
  needed: Needed,
  argument: BoardArgument | undefined,
  known: KnownOfBoard = {},
): Promise<void> {
  const { boards, targets } = needed;
  const home = await needed.homes.choose(argument?.home);
  if (!home) return;
  // A probe may have been plugged in meanwhile.
  await boards.search(home);
  const answers = await askBoard(known, boards.attached());
  if (!answers) return;
  const before = readSettings(home).boards;
  const name = freeName(
    answers.name,
    before.map((entry) => String(entry['name'])),
  );
  const entry = boardEntry({ ...answers, name }, home.folder?.uri.fsPath);
  const scope = home.folder
    ? vscode.ConfigurationTarget.WorkspaceFolder
    : vscode.ConfigurationTarget.Global;
  await vscode.workspace
    .getConfiguration(undefined, home.folder)
    .update(settings.boards, [...before, entry], scope);
  await boards.search(home);
  const id = `board:${name}`;
  if (targets.find(home, id)) await targets.setActive(home, id);
}

/** Lets the user choose the agent's files and checks that they are agents. */
async function chooseAgent(needed: Needed, argument: BoardArgument | undefined): Promise<void> {
  const homeBoard = await pickBoard(needed, argument);
  if (!homeBoard) return;
  const { home, board } = homeBoard;
  const items = [
    { label: vscode.l10n.t('The agent for the figures…'), build: 'headline' as const },
    { label: vscode.l10n.t('The agent with trace hooks…'), build: 'traced' as const },
  ];
  const before = board.images?.kind === 'files' ? board.images : undefined;
  const first = items[0];
  // Without figures there is nothing for a trace to explain.
  const isFirst = before === undefined || argument?.need === 'agent';
  const placeHolder = vscode.l10n.t('Select an agent of {0}', board.title);
  const picked = isFirst ? first : await pickOne(items, { placeHolder });
  const path = picked && (await askElf(vscode.l10n.t('Use as Agent')));
  if (!picked || path === undefined) return;
  const found = await describeElf(path, board.id, picked.build).catch((error: unknown) => {
    const title = vscode.l10n.t('Choose Another File');
    const subject = { ...argument, home: home.id, target: board.id };
    return showFailure(needed, error, {
      title,
      command: commands.chooseAgent,
      arguments: [subject],
    });
  });
  if (!found) return;
  const images: BoardImages =
    picked.build === 'headline' || before === undefined
      ? { kind: 'files', headline: path, traced: before?.traced }
      : { ...before, traced: path };
  await needed.boards.setAgent(home, board.id, images);
  const { benches } = found.manifest;
  const text = vscode.l10n.t('The agent of {0} has {1} benchmarks.', board.title, benches.length);
  void showInformation(text);
}

/** Runs commands of other extensions that the configuration needs, or asks for what is missing. */
async function completeBoard(needed: Needed, argument: BoardArgument | undefined): Promise<void> {
  const homeBoard = await pickBoard(needed, argument);
  if (!homeBoard) return;
  const { home, board } = homeBoard;
  if (!needed.boards.list(home).some(({ id }) => id === board.id)) {
    await vscode.commands.executeCommand(commands.selectTarget, { home: home.id });
    return;
  }
  const wanted = vscode.workspace.isTrusted ? needed.boards.listCommands(home, board.id) : [];
  if (wanted.length === 0) {
    if (board.id.startsWith('board:')) {
      await vscode.commands.executeCommand('workbench.action.openSettings', settings.boards);
      return;
    }
    return addBoard(needed, { home: home.id }, board);
  }
  const answers: Record<string, string> = {};
  for (const command of wanted) {
    const answer = await vscode.commands.executeCommand<unknown>(command);
    if (typeof answer !== 'string') {
      throw new Error(vscode.l10n.t('The command "{0}" did not return text.', command));
    }
    answers[command] = answer;
  }
  await needed.boards.answer(home, answers);
}

/** Registers the commands that add boards and complete their configuration. */
export function registerBoardCommands(needed: Needed): vscode.Disposable {
  return vscode.Disposable.from(
    registerCommand(needed, commands.addBoard, (argument?: BoardArgument) =>
      addBoard(needed, argument),
    ),
    registerCommand(needed, commands.chooseAgent, (argument?: BoardArgument) =>
      chooseAgent(needed, argument),
    ),
    registerCommand(needed, commands.copyServerCommand, (command: string) =>
      vscode.env.clipboard.writeText(command),
    ),
    registerCommand(needed, commands.completeBoard, (argument?: BoardArgument) =>
      completeBoard(needed, argument),
    ),
  );
}
