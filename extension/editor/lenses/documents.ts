import type * as vscode from 'vscode';
import { findBenches, languageIn, type SourceBench } from '../../core/source/benches';
import { builtInPath } from '../../core/source/place';
import { sourceScheme } from '../ids';
import type { Services } from '../services';
import { readSettings } from '../settings';
import { knowledgeOf } from './knowledge';
import { type Subject, subjectOf } from './subject';

/** The documents that may declare benchmarks. */
export const SELECTOR: vscode.DocumentSelector = [
  ...['c', 'cpp', 'rust'].map((language) => ({ scheme: 'file', language })),
  // An editor may know no such language.
  { scheme: 'file', pattern: '**/*.zig' },
  { scheme: sourceScheme },
];

/** Longer ones are generated, not written: looking through them would be felt while typing. */
const LONGEST = 1_000_000;

interface Read {
  readonly version: number;
  readonly benches: readonly SourceBench[];
}

/** Reads documents, each version once. */
export function newReader(): (document: vscode.TextDocument) => readonly SourceBench[] {
  const known = new WeakMap<vscode.TextDocument, Read>();
  return (document) => {
    const { version } = document;
    const before = known.get(document);
    if (before?.version === version) return before.benches;
    const text = document.getText();
    const benches = text.length > LONGEST ? [] : findBenches(text, languageIn(document.uri.path));
    known.set(document, { version, benches });
    return benches;
  };
}

/** The benchmarks of a document with all that is known of them; none where lenses are off. */
export async function subjectsIn(
  services: Services,
  read: ReturnType<typeof newReader>,
  document: vscode.TextDocument,
): Promise<readonly Subject[]> {
  const home = services.homes.of(document.uri);
  if (!home || !readSettings(home).inlineResults) return [];
  const benches = read(document);
  if (benches.length === 0) return [];
  const known = await knowledgeOf(services, home);
  const source = { uri: document.uri.toString(), path: pathOf(document.uri) };
  return benches.map((bench) => subjectOf(source, bench, known));
}

/** A built-in source has the path that images tell of it. */
function pathOf({ scheme, path, fsPath }: vscode.Uri): string {
  return scheme === sourceScheme ? (builtInPath(path) ?? path) : fsPath;
}
