import { basename } from 'node:path';
import * as vscode from 'vscode';
import { type Failure, toFailure } from '../../../base';
import { formatNumber } from '../../../measure';
import type { SystemCalls } from '../../../workers';
import {
  callInWorker,
  askElf,
  confirm,
  failureText,
  pickOne,
  registerCommand,
  type Services,
  showError,
  withProgress,
} from '../../common';
import { commands } from '../../names';
import { type DebugSessions, makeRoom } from '../../services/debug-sessions';
import { WAIT_SECONDS } from '../../services/runner';
import { programEnvironment } from '../../services/settings';
import type { Boards } from '../../services/targets';
import { firmwareElf, firmwareKey, newFirmwareProfile } from '../../services/runs';
import { requireTrust } from '../../services/trust';
import { type BoardArgument, type HomeBoard, pickBoard } from './commands';

type Needed = Pick<Services, 'context' | 'homes' | 'targets' | 'log'> & {
  readonly boards: Boards;
  readonly sessions: DebugSessions;
};

const SECONDS = 5;
/** The request that avoids a failure if the user agrees, by the code of the failure. */
const REMEDIES: Readonly<Record<string, Partial<Request>>> = {
  busy: { waitSeconds: WAIT_SECONDS },
  'halt-not-allowed': { allowHalt: true },
};

type Request = SystemCalls['sample']['takes'];

/** Asks for the program that runs; undefined if the user cancels. */
async function askProgram(
  { context }: Needed,
  { board }: HomeBoard,
): Promise<Pick<Request, 'elf'> | undefined> {
  const last = firmwareElf(context, board.id);
  const items = [
    ...(last === undefined ? [] : [{ label: basename(last), description: last, elf: last }]),
    { label: vscode.l10n.t('Choose the ELF file of the firmware…'), elf: undefined },
    { label: vscode.l10n.t('Show addresses instead of functions'), elf: '' },
  ];
  const placeHolder = vscode.l10n.t('Select the firmware that runs on {0}', board.title);
  const picked = await pickOne(items, { placeHolder });
  if (!picked || picked.elf === '') return picked && {};
  const elf = picked.elf ?? (await askElf(vscode.l10n.t('Use as Firmware')));
  if (elf === undefined) return undefined;
  await context.workspaceState.update(firmwareKey(board.id), elf);
  return { elf };
}

async function takeSample(needed: Needed, { home, board }: HomeBoard, request: Request) {
  const { context, log, sessions } = needed;
  const title = vscode.l10n.t('Sampling the firmware on {0}', board.title);
  return withProgress(title, async (report, signal) => {
    const yes = vscode.l10n.t('Stop the Session and Sample');
    if (!(await makeRoom(sessions, board, { yes, signal }))) return false;
    const call = callInWorker<SystemCalls>(context, 'system', programEnvironment(context, home));
    const onReport = (update: SystemCalls['sample']['reports']) => {
      if ('text' in update) return log.info(update.text);
      const message =
        'samples' in update
          ? vscode.l10n.t('{0} samples', formatNumber(update.samples))
          : vscode.l10n.t('Waiting until the target is free');
      report({ message });
    };
    await call('sample', request, { signal, onReport });
    return true;
  });
}

/** Samples, and again after a failure that the user agrees to avoid; undefined if not. */
export async function sampleAsAgreed<T>(
  request: Request,
  take: (request: Request) => Promise<T>,
  agrees: (failure: Failure) => Promise<boolean>,
): Promise<T | undefined> {
  const remedies = new Map(Object.entries(REMEDIES));
  for (let wanted = request; ;) {
    try {
      return await take(wanted);
    } catch (error) {
      const failure = toFailure(error);
      const remedy = remedies.get(failure.code ?? '');
      if (!remedy) throw error;
      if (!(await agrees(failure))) return undefined;
      // What did not help is not offered again.
      remedies.delete(failure.code ?? '');
      wanted = { ...wanted, ...remedy };
    }
  }
}

/** Asks for the consent to wait for a board that is in use, or to stop its core. */
async function askConsent({ board }: HomeBoard, failure: Failure): Promise<boolean> {
  if (failure.code === 'busy') {
    const wait = vscode.l10n.t('Wait and Sample');
    return (await showError(failureText(failure), wait)) === wait;
  }
  const yes = vscode.l10n.t('Stop the Core for Each Sample');
  const question = vscode.l10n.t('Disturb the firmware on {0}?', board.title);
  return confirm(question, { detail: failureText(failure), yes });
}

async function sampleFirmware(needed: Needed, argument?: BoardArgument): Promise<void> {
  if (!(await requireTrust(vscode.l10n.t('The firmware cannot be sampled now.')))) return;
  const homeBoard = await pickBoard(needed, argument);
  const program = homeBoard && (await askProgram(needed, homeBoard));
  if (!homeBoard || !program) return;
  const { board } = homeBoard;
  const { ref, folder } = await newFirmwareProfile(needed.context, homeBoard.home.id, board.id);
  const isSampled = await sampleAsAgreed(
    { board, seconds: SECONDS, folder, ...program },
    (request) => takeSample(needed, homeBoard, request),
    (failure) => askConsent(homeBoard, failure),
  );
  if (isSampled) await vscode.commands.executeCommand(commands.showProfile, ref);
}

/** Registers the command that shows in which functions the firmware of a board spends its time. */
export function registerSampleCommand(needed: Needed): vscode.Disposable {
  return registerCommand(needed, commands.sampleFirmware, (argument?: BoardArgument) =>
    sampleFirmware(needed, argument),
  );
}
