import * as vscode from 'vscode';
import type { ProjectChange } from '../../targets/projects/project';
import { showWarning } from '../messages';
import { isIn } from './find';

/** The texts of a folder that were edited and not saved. */
function unsavedIn(folder: string): readonly vscode.TextDocument[] {
  return vscode.workspace.textDocuments.filter(
    ({ isDirty, uri }) => isDirty && uri.scheme === 'file' && isIn(folder, uri.fsPath),
  );
}

/**
 * Sees to it that nothing which the user typed is passed over: a change is made of what is on disk.
 * Whether to go on.
 */
export async function saveFirst(folder: string): Promise<boolean> {
  const unsaved = unsavedIn(folder);
  if (unsaved.length === 0) return true;
  const names = unsaved.map(({ uri }) => vscode.workspace.asRelativePath(uri)).join(', ');
  const save = vscode.l10n.t('Save and Go On');
  const text = vscode.l10n.t('These files have changes that are not saved: {0}.', names);
  if ((await showWarning(text, save)) !== save) return false;
  const saved = await Promise.all(unsaved.map((document) => document.save()));
  return saved.every(Boolean);
}

/** The files of a change that were edited while it was looked at. */
export function editedSince({ files }: ProjectChange): readonly string[] {
  const paths = new Set(files.map(({ path }) => path));
  return vscode.workspace.textDocuments
    .filter(({ isDirty, uri }) => isDirty && uri.scheme === 'file' && paths.has(uri.fsPath))
    .map(({ uri }) => vscode.workspace.asRelativePath(uri));
}
