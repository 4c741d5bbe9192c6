import * as vscode from 'vscode';

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

/** Asks for confirmation in a modal dialog. */
export async function confirm(
  question: string,
  { detail, yes }: { readonly detail: string; readonly yes: string },
): Promise<boolean> {
  return (await choose(question, { detail, actions: [yes] })) === yes;
}

/**
 * Makes VS Code show a message as plain text. It turns `[text](command:..)` into a link that runs
 * the command when clicked, and names of files, runs and recordings can be anything.
 */
export function plainMessage(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').replaceAll('](', '] (');
}
