import { resolve } from 'node:path';
import * as vscode from 'vscode';
import { putAllLocationsFirst } from '../../../toolchain';

/** Shows the messages of a compiler that ran in a folder. */
export function showProblems(
  problems: vscode.DiagnosticCollection,
  messages: readonly CompilerMessage[],
  cwd: string,
): void {
  problems.set(
    messages.map((message) => [
      vscode.Uri.file(resolve(cwd, message.file)),
      [toDiagnostic(message, cwd)],
    ]),
  );
}

/** The editor marks the word at a position without an extent; a linker names only the line. */
function toRange({ line, column }: CompilerMessage): vscode.Range {
  const row = Math.max(0, line - 1);
  const at = Math.max(0, column - 1);
  return new vscode.Range(row, at, row, column === 0 ? Number.MAX_SAFE_INTEGER : at);
}

function toDiagnostic(message: CompilerMessage, cwd: string): vscode.Diagnostic {
  const { Error: error, Warning: warning } = vscode.DiagnosticSeverity;
  const severity = message.severity === 'error' ? error : warning;
  const diagnostic = new vscode.Diagnostic(toRange(message), message.text, severity);
  diagnostic.source = 'Cyclescope';
  if (message.option !== undefined) diagnostic.code = message.option;
  diagnostic.relatedInformation = message.notes.map((note) => {
    const file = vscode.Uri.file(resolve(cwd, note.file));
    const location = new vscode.Location(file, toRange(note));
    return new vscode.DiagnosticRelatedInformation(location, note.text);
  });
  return diagnostic;
}

/** One compiler message about a position in a file, counted from 1 as compilers do. */
export interface CompilerMessage {
  readonly file: string;
  readonly line: number;
  /** 0 if the message names only the line. */
  readonly column: number;
  readonly severity: 'error' | 'warning' | 'note';
  readonly text: string;
  /** The option that enabled it: `-Wunused-variable`. */
  readonly option: string | undefined;
  /** Explanations elsewhere. */
  readonly notes: readonly CompilerMessage[];
}

const MESSAGE =
  /^(.+?):(\d+):(?:(\d+):)? (?:(?:fatal )?(error|warning|note): (.+)|((?:undefined ref|multiple def).+))$/;
/** A linker begins some of its lines with its own name. */
const LINKER = /^\S*\bld(\.\w+)?: (?=.+:\d+: )/;
const OPTION = /^(.*) \[(-W[^\]]+)\]$/;

/** Parses compiler messages, each once however many images are built from a source. */
export function compilerMessages(output: string): readonly CompilerMessage[] {
  const found = new Map<string, CompilerMessage & { readonly notes: CompilerMessage[] }>();
  let last: CompilerMessage[] | undefined;
  for (const each of putAllLocationsFirst(output).split(/\r?\n/)) {
    const line = each.replace(LINKER, '');
    const message = parseMessage(line);
    if (!message) continue;
    if (message.severity === 'note') {
      last?.push(message);
      continue;
    }
    const known = found.has(line);
    const notes: CompilerMessage[] = [];
    if (!known) found.set(line, { ...message, notes });
    last = known ? undefined : notes;
  }
  return [...found.values()];
}

function parseMessage(line: string): CompilerMessage | undefined {
  const [, file, at, column = '0', severity = 'error', ...texts] = MESSAGE.exec(line) ?? [];
  const rest = texts.find((text) => text);
  if (file === undefined || rest === undefined) return undefined;
  const [, text = rest, option] = OPTION.exec(rest) ?? [];
  return {
    file,
    line: Number(at),
    column: Number(column),
    text,
    option,
    notes: [],
    severity: severity as CompilerMessage['severity'],
  };
}
