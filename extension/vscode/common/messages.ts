import * as vscode from 'vscode';
import { toFailure } from '../../base';
import { commands } from '../names';
import { failureText } from './remedy';
import type { Services } from './services';

/** Shows a message in the corner; returns the chosen action. */
type Show = (text: string, ...actions: readonly string[]) => Thenable<string | undefined>;

export const showInformation: Show = (text, ...actions) =>
  vscode.window.showInformationMessage(plainMessage(text), ...actions);

export const showWarning: Show = (text, ...actions) =>
  vscode.window.showWarningMessage(plainMessage(text), ...actions);

export const showError: Show = (text, ...actions) =>
  vscode.window.showErrorMessage(plainMessage(text), ...actions);

/** Asks in a modal dialog for one of several actions; undefined if the user cancels. */
export async function choose(
  question: string,
  { detail, actions }: { readonly detail: string; readonly actions: readonly string[] },
): Promise<string | undefined> {
  const options = { modal: true, detail };
  return vscode.window.showWarningMessage(plainMessage(question), options, ...actions);
}

/**
 * Asks for one of several items; undefined if the user cancels. Like all our lists it stays open
 * while something else takes the focus, as a view does that is refreshed: only the user closes it.
 */
export async function pickOne<T extends vscode.QuickPickItem>(
  items: readonly T[] | Thenable<readonly T[]>,
  options: Omit<vscode.QuickPickOptions, 'canPickMany'> = {},
): Promise<T | undefined> {
  return vscode.window.showQuickPick(items, { ...options, ignoreFocusOut: true });
}

/** Asks for any number of items; undefined if the user cancels. */
export async function pickSeveral<T extends vscode.QuickPickItem>(
  items: readonly T[] | Thenable<readonly T[]>,
  options: Omit<vscode.QuickPickOptions, 'canPickMany'> = {},
): Promise<readonly T[] | undefined> {
  const several = { ...options, ignoreFocusOut: true, canPickMany: true } as const;
  return vscode.window.showQuickPick(items, several);
}

/** Asks for confirmation in a modal dialog. */
export async function confirm(
  question: string,
  { detail, yes }: { readonly detail: string; readonly yes: string },
): Promise<boolean> {
  return (await choose(question, { detail, actions: [yes] })) === yes;
}

/** Reports a step of some work, and the share in per cent by which it has advanced. */
export type ReportProgress = (update: {
  readonly message?: string;
  readonly increment?: number;
}) => void;

/** Does work that the user can cancel, and shows its progress in the corner. */
export async function withProgress<T>(
  title: string,
  work: (report: ReportProgress, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const location = vscode.ProgressLocation.Notification;
  return vscode.window.withProgress({ location, title, cancellable: true }, (progress, token) => {
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort());
    return work(progress.report.bind(progress), controller.signal);
  });
}

/**
 * Makes VS Code show a message as plain text. It turns `[text](command:..)` into a link that runs
 * the command when clicked, and names of files, runs and recordings can be anything.
 */
export function plainMessage(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').replaceAll('](', '] (');
}

type Log = Pick<Services, 'log'>;

/** True if an error only means that the user cancelled. */
function isCancelled(error: unknown): boolean {
  return error instanceof vscode.CancellationError || toFailure(error).code === 'cancelled';
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
  const { message, hint, code } = toFailure(error);
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

/** Lets the user choose an ELF file. */
export async function askElf(openLabel: string): Promise<string | undefined> {
  const filters = { ELF: ['elf', 'axf', 'out'], [vscode.l10n.t('All files')]: ['*'] };
  const chosen = await vscode.window.showOpenDialog({ openLabel, filters, title: openLabel });
  return chosen?.[0]?.fsPath;
}
