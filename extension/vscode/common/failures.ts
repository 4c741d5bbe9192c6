import * as vscode from 'vscode';
import { failureOf } from '../../base';
import { commands } from '../names';
import { showError } from './messages';
import { failureText } from './remedy';
import type { Services } from './services';

type Log = Pick<Services, 'log'>;

/** True if an error only means that the user cancelled. */
function isCancelled(error: unknown): boolean {
  return error instanceof vscode.CancellationError || failureOf(error).code === 'cancelled';
}

/** The recommended action for a failure. */
interface Remedy {
  readonly title: string;
  readonly command: string;
  readonly arguments: readonly unknown[];
}

/** Reports a failure with its remedy, ideally one click, and logs its details. */
export async function showFailure(
  { log }: Log,
  error: unknown,
  { title, command, arguments: args }: Remedy = showLog(),
): Promise<void> {
  if (isCancelled(error)) return;
  const { message, hint, code } = failureOf(error);
  log.error(error instanceof Error && code === undefined ? error : message, hint ?? '');
  const chosen = await showError(failureText({ message, hint }), title);
  if (chosen === title) await vscode.commands.executeCommand(command, ...args);
}

const showLog = (): Remedy => {
  return { title: vscode.l10n.t('Show Log'), command: commands.showLog, arguments: [] };
};

/** Registers a command that reports its failures to the user. */
export function registerCommand(
  services: Log,
  id: string,
  run: (...args: readonly never[]) => unknown,
): vscode.Disposable {
  return vscode.commands.registerCommand(id, async (...args: readonly never[]) => {
    try {
      return await run(...args);
    } catch (error) {
      await showFailure(services, error);
      return undefined;
    }
  });
}
