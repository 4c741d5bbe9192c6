import * as vscode from 'vscode';
import { profileFormats } from '../../../profile';
import { pickOne, registerCommand, showInformation, showWarning } from '../../common';
import { commands } from '../../names';
import { type RunArgument, chooseRun } from '../../services/runs';
import { askWhere } from '../exchange';
import type { ProfileMeans } from './means';

/** A run, and one of its profiled operations by its index; all of them if none is named. */
type ExportArgument = RunArgument & { readonly operation?: number | undefined };

/** Registers the commands that write profiles for other profilers. */
export function registerProfileExport(means: ProfileMeans): vscode.Disposable {
  return vscode.Disposable.from(
    registerCommand(means, commands.exportProfile, (of?: ExportArgument) => exportAs(means, of)),
    registerCommand(means, commands.openProfileTable, (of?: ExportArgument) =>
      openTable(means, of),
    ),
  );
}

/** Asks for a format and a file, and writes it. */
async function exportAs(means: ProfileMeans, argument: ExportArgument | undefined): Promise<void> {
  const run = await chooseProfiledRun(means, argument);
  if (run === undefined) return;
  const items = profileFormats.map(({ id, ending, about }) => {
    return { label: id, description: about, ending };
  });
  const title = vscode.l10n.t('Select the format of the profile');
  const format = await pickOne(items, { title });
  if (format === undefined) return;
  const { label, ending } = format;
  const file = await askWhere(means, {
    home: run.home,
    name: `${run.id}.${ending}`,
    title: vscode.l10n.t('Save the profile'),
    filters: { [label]: [ending.replace(/^.*\./, '')] },
  });
  if (file === undefined) return;
  const { folder } = run;
  const { operation } = argument ?? {};
  await means.figures.call('exportProfile', { folder, operation, format: label, file });
  void showInformation(vscode.l10n.t('Profile written to {0}.', file));
}

/** The editor's own viewer of JavaScript profiles, which it has built in. */
const VIEWER = 'ms-vscode.vscode-js-profile-table';
const TABLE = 'jsProfileVisualizer.cpuprofile.table';

/** Opens a profile in the editor's own table; its file is kept in the extension's storage. */
async function openTable(means: ProfileMeans, argument: ExportArgument | undefined): Promise<void> {
  if (vscode.extensions.getExtension(VIEWER) === undefined) {
    const exporting = vscode.l10n.t('Export…');
    const text = vscode.l10n.t(
      'This editor has no table of profiles: its extension {0} is missing or disabled. Export the profile for another tool.',
      VIEWER,
    );
    if ((await showWarning(text, exporting)) === exporting) await exportAs(means, argument);
    return;
  }
  const run = await chooseProfiledRun(means, argument);
  if (run === undefined) return;
  const { storageUri, globalStorageUri } = means.context;
  const folder = vscode.Uri.joinPath(storageUri ?? globalStorageUri, 'profiles');
  await vscode.workspace.fs.createDirectory(folder);
  const { operation } = argument ?? {};
  const suffix = operation === undefined ? '' : `-${operation + 1}`;
  const uri = vscode.Uri.joinPath(folder, `${run.id}${suffix}.cpuprofile`);
  const order = { folder: run.folder, operation, format: 'cpuprofile', file: uri.fsPath };
  await means.figures.call('exportProfile', order);
  await vscode.commands.executeCommand('vscode.openWith', uri, TABLE);
}

const chooseProfiledRun = (means: ProfileMeans, argument: ExportArgument | undefined) =>
  chooseRun(
    means,
    argument,
    vscode.l10n.t('Select a run to export its profile'),
    ({ hasProfile }) => hasProfile,
  );
