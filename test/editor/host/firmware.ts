import { strict as assert } from 'node:assert';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CodeLens, Uri, type WorkspaceFolder, commands, workspace } from 'vscode';
import { listEmulators } from '../../../scripts/editor/processes.mjs';

/** The folder of that name, or the only one. */
export function folderNamed(name?: string): WorkspaceFolder {
  const found = workspace.workspaceFolders?.find((each) => !name || each.name === name);
  assert(found, `no folder ${name ?? ''}`);
  return found;
}

/** The runs that a folder holds. */
export function listRuns({ uri }: WorkspaceFolder): readonly string[] {
  const folder = join(uri.fsPath, '.cyclescope', 'runs');
  return existsSync(folder) ? readdirSync(folder).filter((name) => /^\d{8}T/.test(name)) : [];
}

/** The status of a run in a folder. */
export function readStatus({ uri }: WorkspaceFolder, id: string): unknown {
  const record = join(uri.fsPath, '.cyclescope', 'runs', id, 'run.json');
  return (JSON.parse(readFileSync(record, 'utf8')) as { readonly status?: unknown }).status;
}

/** The runs in progress in a folder. */
export function listUnfinished({ uri }: WorkspaceFolder): readonly string[] {
  const folder = join(uri.fsPath, '.cyclescope', 'runs');
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.includes('~')) : [];
}

/** The emulators that this editor has started. */
export function emulators(): readonly string[] {
  return listEmulators(process.env['TMPDIR'] ?? '').map(({ command }) => command);
}

/** The texts above the lines of a file. */
export async function lensTitles(
  folder: WorkspaceFolder,
  path: string,
): Promise<readonly string[]> {
  const uri = Uri.joinPath(folder.uri, path);
  await workspace.openTextDocument(uri);
  const lenses = await commands.executeCommand<readonly CodeLens[]>(
    'vscode.executeCodeLensProvider',
    uri,
    10,
  );
  return lenses.map(({ command }) => command?.title ?? '');
}
