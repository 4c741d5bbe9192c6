import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { markdown } from '../../../report';
import { showInformation } from '../../common';
import { toolOf } from '../../services/runner';
import { formatBytes, type RunArgument, runOf } from '../../services/runs';
import { placesOf, referenceOf, runsAmong } from '../compare';
import { askWhere } from './files';
import type { ExchangeMeans } from './means';

/** A comparison requests a report of all its columns. */
export type ReportArgument = RunArgument | { readonly columns: readonly string[] };

/** Writes a report with its images next to it, and opens its preview. */
export async function exportReport(means: ExchangeMeans, argument: ReportArgument): Promise<void> {
  const columns = await columnsFor(means, argument);
  const [first] = runsAmong(columns);
  if (first === undefined) return;
  const file = await askWhere(means, {
    home: first.home,
    name: `${first.id}${columns.length === 1 ? '' : '-comparison'}.${markdown.ending}`,
    title: vscode.l10n.t('Save the report'),
    filters: { [markdown.title]: [markdown.ending] },
  });
  if (file === undefined) return;
  const places = await placesOf(means, columns);
  const options = {
    location: vscode.ProgressLocation.Window,
    title: vscode.l10n.t('Writing the report'),
  };
  const written = await vscode.window.withProgress(options, () =>
    means.figures.call('report', { columns: places, file }),
  );
  const uri = vscode.Uri.file(written.file);
  await vscode.commands.executeCommand('markdown.showPreview', uri);
  const images = vscode.l10n.t('with {0} images', written.beside.length);
  show(vscode.l10n.t('Report written to {0}, {1}.', written.file, images));
}

async function columnsFor(
  means: ExchangeMeans,
  argument: ReportArgument,
): Promise<readonly string[]> {
  if (argument !== undefined && 'columns' in argument) return argument.columns;
  const run = await runOf(means, argument, vscode.l10n.t('Select a run to report'));
  return run === undefined ? [] : [referenceOf(run)];
}

/** Packs a run with its recordings into one file, for sending. */
export async function exportRun(means: ExchangeMeans, argument: RunArgument): Promise<void> {
  const run = await runOf(means, argument, vscode.l10n.t('Select a run to export'));
  if (run === undefined) return;
  const file = await askWhere(means, {
    home: run.home,
    name: `${run.id}.cyclescope`,
    title: vscode.l10n.t('Save the run'),
    filters: { [vscode.l10n.t('Exported run')]: ['cyclescope'] },
  });
  if (file === undefined) return;
  const order = { folder: run.folder, file, tool: toolOf(means.context) };
  const { bytes, missing } = await means.figures.call('exportRun', order);
  const left = missing.map((name) =>
    vscode.l10n.t('{0} is missing and was skipped.', basename(name)),
  );
  const where = vscode.l10n.t(
    'Written: {0} ({1}) in {2}.',
    basename(file),
    formatBytes(bytes),
    dirname(file),
  );
  show([where, ...left].join(' '));
}

function show(text: string): void {
  void showInformation(text);
}
