import { basename } from 'node:path';
import * as vscode from 'vscode';
import { failureOf } from '../../../base';
import { importFormats } from '../../../runs';
import type { TakenRun } from '../../../workers';
import { type Home, showError, showInformation, showWarning } from '../../common';
import { toolOf } from '../../services/runner';
import { askWhich, pathOf } from './files';
import type { ExchangeMeans } from './means';

/** Unpacks an exported run after checking it, and shows its results. */
export async function openExported(
  means: ExchangeMeans,
  uri: vscode.Uri | undefined,
): Promise<void> {
  const home = await means.homes.choose();
  if (home === undefined) return;
  const file =
    pathOf(uri) ??
    (await askWhich(means, {
      home: home.id,
      title: vscode.l10n.t('Select an exported run to open'),
      filters: { [vscode.l10n.t('Exported run')]: ['cyclescope'] },
    }));
  if (file === undefined) return;
  const { runsFolder } = home;
  await show(means, home, await means.figures.call('openExported', { file, runsFolder }));
}

/** Keeps another tool's output as a run, and shows its figures. */
export async function importResults(means: ExchangeMeans, uri?: vscode.Uri): Promise<void> {
  const home = await means.homes.choose();
  if (home === undefined) return;
  const file =
    pathOf(uri) ??
    (await askWhich(means, {
      home: home.id,
      title: vscode.l10n.t("Select another tool's output to import"),
    }));
  if (file === undefined) return;
  const taken = await takeIn(means, home, file, undefined);
  if (taken !== undefined) await show(means, home, taken);
}

/** Reads a text in the detected format, or else in the one that the user picks. */
async function takeIn(
  means: ExchangeMeans,
  home: Home,
  file: string,
  format: string | undefined,
): Promise<TakenRun | undefined> {
  const { runsFolder } = home;
  const order = { file, format, runsFolder, tool: toolOf(means.context) };
  try {
    return await means.figures.call('importResults', order);
  } catch (error) {
    const { message, code } = failureOf(error);
    if (code !== 'unreadable') throw error;
    means.log.warn(message);
    const name = vscode.l10n.t('Select the format…');
    if ((await showError(message, name)) !== name) return undefined;
    const named = await pickFormat(file);
    return named === undefined ? undefined : takeIn(means, home, file, named);
  }
}

async function pickFormat(file: string): Promise<string | undefined> {
  const items = importFormats.map(({ id, title }) => ({ label: title, description: id, id }));
  const title = vscode.l10n.t('Select the tool that wrote {0}', basename(file));
  return (await vscode.window.showQuickPick(items, { title }))?.id;
}

async function show(
  { runs, screens }: ExchangeMeans,
  home: Home,
  { id, problems, wasThere }: TakenRun,
): Promise<void> {
  runs.refresh(home);
  await screens.openResults({ home: home.id, id });
  if (wasThere) {
    void showInformation(vscode.l10n.t('This run already existed.'));
  }
  const [first] = problems;
  if (first === undefined) return;
  const more = problems.length - 1;
  const text = more === 0 ? first : `${first} ${vscode.l10n.t('… and {0} more', more)}`;
  void showWarning(text);
}
