import * as vscode from 'vscode';
import { readElf } from '../../core/elf/elf';
import { loadImage } from '../../engine/images/find';
import { findImageOf } from '../../engine/images/of-target';
import type { Fields } from '../../targets/detect/values';
import { emulatedMachine } from '../../targets/qemu/board';
import { startDebuggedQemu } from '../../targets/qemu/debug';
import type { QemuMachine } from '../../targets/qemu/machines';
import { isProbed } from '../../targets/swd/setup';
import { TargetError, type Target } from '../../targets/target';
import { confirm } from '../messages';
import type { Home, Services } from '../services';
import { placesFor } from './agent-script';
import { baseOf, cortexConfigurations, toolchainOf } from './base';
import { emulatorConfiguration } from './board-configuration';
import { deriveDebugConfiguration, type DebugWish } from './derive';
import { makeRoom } from './make-room';
import type { DebugSessions } from './sessions';

/** The benchmark that shall be debugged, and where. */
export interface DebugPlace {
  readonly home: Home;
  readonly target: Target;
  /** `suite/op` */
  readonly operation: string;
}

/** Whether cortex-debug can reach a target at all. */
export function isDebuggable(target: Pick<Target, 'id' | 'board'>): boolean {
  const { board } = target;
  return (board !== undefined && isProbed(board)) || emulatedMachine(target) !== undefined;
}

/** Starts cortex-debug on a target's agent, to stop at a benchmark. */
export async function debugBenchmark(
  { images, log, runner }: Services,
  sessions: DebugSessions,
  place: DebugPlace,
): Promise<void> {
  const { home, target } = place;
  const wish = await wishOf(images, place);
  const { board } = target;
  const machine = emulatedMachine(target);
  if (machine !== undefined) return debugEmulator(home, wish, machine);
  if (board === undefined) return;
  const measuring = runner.running().some(({ order }) => order.target.id === target.id);
  if (measuring) {
    throw new TargetError(
      'busy',
      `A run measures on ${board.title}`,
      'Stop it or wait for its end: a probe has one owner at a time.',
    );
  }
  const base = baseOf(board, cortexConfigurations(home));
  const yes = vscode.l10n.t('Stop the Session and Debug');
  if (!(await makeRoom(sessions, board, { yes, signal: new AbortController().signal }))) return;
  const isAgreed = await confirm(vscode.l10n.t('Debug {0} on {1}?', wish.operation, board.title), {
    detail: vscode.l10n.t(
      'cortex-debug loads {0} in place of the firmware that is on the board.',
      wish.executable,
    ),
    yes: vscode.l10n.t('Debug'),
  });
  if (!isAgreed) return;
  log.info(`Debugging ${wish.operation} on ${target.id}`);
  await start(home, deriveDebugConfiguration(base, wish));
}

async function wishOf(
  images: Services['images'],
  { home, target, operation }: DebugPlace,
): Promise<DebugWish> {
  const image = await loadImage(await findImageOf(target, images.places(home), 'headline'));
  const found = placesFor(readElf(image.elf), operation);
  if ('places' in found) return { operation, executable: image.path, places: found.places };
  throw new TargetError('bad-image', found.problem, found.hint);
}

/** Our own emulator lives as long as the session that debugs on it. */
async function debugEmulator(home: Home, wish: DebugWish, machine: QemuMachine): Promise<void> {
  const qemu = await startDebuggedQemu(machine, new AbortController().signal);
  const base = {
    ...toolchainOf(cortexConfigurations(home)),
    ...emulatorConfiguration(qemu.address),
  };
  const ending = vscode.debug.onDidTerminateDebugSession(({ configuration }) => {
    if (configuration['gdbTarget'] === qemu.address) void qemu.close();
  });
  void qemu.ended.then(() => ending.dispose());
  try {
    await start(home, deriveDebugConfiguration(base, wish));
  } catch (error) {
    await qemu.close();
    throw error;
  }
}

async function start(home: Home, config: Fields & vscode.DebugConfiguration): Promise<void> {
  if (await vscode.debug.startDebugging(home.folder, config)) return;
  throw new TargetError(
    'start-failed',
    'cortex-debug did not start the session',
    'What it said is in the Debug Console.',
  );
}
