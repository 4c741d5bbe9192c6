import { resolve } from 'node:path';
import * as vscode from 'vscode';
import type { CompilerMessage } from './compiler-messages';

/** Shows what a compiler that ran in a folder says of its sources. */
export function showProblems(
  problems: vscode.DiagnosticCollection,
  messages: readonly CompilerMessage[],
  cwd: string,
): void {
  problems.set(
    messages.map((message) => [
      vscode.Uri.file(resolve(cwd, message.file)),
      [diagnosticOf(message, cwd)],
    ]),
  );
}

/** The editor marks the word that begins at a place without an extent. */
function placeOf({ line, column }: CompilerMessage): vscode.Range {
  const at = new vscode.Position(Math.max(0, line - 1), Math.max(0, column - 1));
  return new vscode.Range(at, at);
}

function diagnosticOf(message: CompilerMessage, cwd: string): vscode.Diagnostic {
  const { Error: error, Warning: warning } = vscode.DiagnosticSeverity;
  const severity = message.severity === 'error' ? error : warning;
  const diagnostic = new vscode.Diagnostic(placeOf(message), message.text, severity);
  diagnostic.source = 'Cyclescope';
  if (message.option !== undefined) diagnostic.code = message.option;
  diagnostic.relatedInformation = message.notes.map((note) => {
    const file = vscode.Uri.file(resolve(cwd, note.file));
    const location = new vscode.Location(file, placeOf(note));
    return new vscode.DiagnosticRelatedInformation(location, note.text);
  });
  return diagnostic;
}
