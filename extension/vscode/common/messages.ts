import * as vscode from 'vscode';

/** Shows a message at the corner; gives the action that was chosen. */
type Show = (text: string, ...actions: readonly string[]) => Thenable<string | undefined>;

export const showInformation: Show = (text, ...actions) =>
  vscode.window.showInformationMessage(plainMessage(text), ...actions);

export const showWarning: Show = (text, ...actions) =>
  vscode.window.showWarningMessage(plainMessage(text), ...actions);

export const showError: Show = (text, ...actions) =>
  vscode.window.showErrorMessage(plainMessage(text), ...actions);

/** Asks in the middle of the window which of several actions to take; nothing when the user turns away. */
export async function choose(
  question: string,
  { detail, actions }: { readonly detail: string; readonly actions: readonly string[] },
): Promise<string | undefined> {
  const options = { modal: true, detail };
  return vscode.window.showWarningMessage(plainMessage(question), options, ...actions);
}

/** Asks in the middle of the window; whether the user said yes. */
export async function confirm(
  question: string,
  { detail, yes }: { readonly detail: string; readonly yes: string },
): Promise<boolean> {
  return (await choose(question, { detail, actions: [yes] })) === yes;
}

/**
 * A message as VS Code shall show it: as text. It makes a link of `[text](command:..)`, which runs
 * the command when it is clicked, and names of files, runs and recordings are anybody's.
 */
export function plainMessage(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').replaceAll('](', '] (');
}
