import * as vscode from 'vscode';
import { itemName, pickOne, registerCommand, type Services } from '../../common';
import { canDebug, commands } from '../../names';
import type { DebugSessions } from '../../services/debug-sessions';
import { requireTrust } from '../../services/trust';
import { debugBenchmark, type DebugSubject, isDebuggable } from './start';

const CORTEX_DEBUG_EXTENSION = 'marus25.cortex-debug';

export function isCortexDebugInstalled(): boolean {
  return vscode.extensions.getExtension(CORTEX_DEBUG_EXTENSION) !== undefined;
}

/** The command's argument: complete from a lens, a name from an item of the Testing view. */
interface Argument {
  readonly home?: string | undefined;
  readonly target?: string | undefined;
  readonly patterns?: readonly string[] | undefined;
  readonly id?: string | undefined;
}

/** Registers *Debug this benchmark* if cortex-debug is installed. */
export function registerDebug(services: Services, sessions: DebugSessions): vscode.Disposable {
  const update = () => {
    void vscode.commands.executeCommand('setContext', canDebug, isCortexDebugInstalled());
  };
  update();
  return vscode.Disposable.from(
    vscode.extensions.onDidChange(update),
    registerCommand(services, commands.debugBenchmark, async (argument: Argument = {}) => {
      if (!(await requireTrust(vscode.l10n.t('The benchmark cannot be debugged now.')))) return;
      const subject = await chooseSubject(services, argument);
      if (subject) await debugBenchmark(services, sessions, subject);
    }),
  );
}

async function chooseSubject(
  services: Services,
  argument: Argument,
): Promise<DebugSubject | undefined> {
  const { homes, targets } = services;
  const named = argument.id === undefined ? undefined : itemName(argument.id);
  const homeId = named?.home ?? argument.home;
  const home = await homes.choose(homeId);
  if (!home) return undefined;
  await targets.ready(home);
  const targetId = named?.target ?? argument.target;
  const target = targetId === undefined ? targets.active(home) : targets.find(home, targetId);
  if (!target) throw new Error(vscode.l10n.t('There is no target "{0}".', targetId ?? ''));
  if (!isDebuggable(target)) {
    throw new Error(vscode.l10n.t('cortex-debug cannot debug on {0}.', target.id));
  }
  const item = named?.op === undefined ? undefined : `${named.suite}/${named.op}`;
  const operation =
    item ?? argument.patterns?.[0] ?? (await askOperation(services, { home, target }));
  return operation === undefined ? undefined : { home, target, operation };
}

async function askOperation(
  { images }: Services,
  { home, target }: Pick<DebugSubject, 'home' | 'target'>,
): Promise<string | undefined> {
  const image = await images.benches(home, target);
  if ('missing' in image) throw new Error(image.missing);
  const items = image.benches.map(({ suite, op, about }) => {
    return { label: `${suite}/${op}`, description: about };
  });
  const placeHolder = vscode.l10n.t('Select the benchmark to stop at');
  return (await pickOne(items, { placeHolder }))?.label;
}
