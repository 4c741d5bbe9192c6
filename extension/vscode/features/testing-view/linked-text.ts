import * as vscode from 'vscode';
import type { Remedy } from '../../common';

function linkTo({ title, command, arguments: given }: Remedy): string {
  return `[${title}](command:${command}?${encodeURIComponent(JSON.stringify(given))})`;
}

function trusting({ command }: Remedy): vscode.MarkdownString {
  const markdown = new vscode.MarkdownString();
  markdown.isTrusted = { enabledCommands: [command] };
  return markdown;
}

/** A text that ends with a link to its remedy. */
export function appendRemedy(text: string, remedy: Remedy): vscode.MarkdownString {
  return trusting(remedy)
    .appendText(text)
    .appendMarkdown(` ${linkTo(remedy)}`);
}

/** The same for a narrow place, where only the beginning may be visible. */
export function linkWithText(text: string, remedy: Remedy): vscode.MarkdownString {
  return trusting(remedy)
    .appendMarkdown(`${linkTo(remedy)} · `)
    .appendText(text);
}
