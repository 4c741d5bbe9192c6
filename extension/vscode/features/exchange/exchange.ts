import { homedir } from 'node:os';
import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { toFailure } from '../../../base';
import { markdown } from '../../../report';
import { importFormats } from '../../../runs';
import type { TakenRun } from '../../../workers';
import {
  type Home,
  pickOne,
  registerCommand,
  type Services,
  showError,
  showInformation,
  showWarning,
} from '../../common';
import { commands } from '../../names';
import type { FiguresWorker } from '../../services/figures';
import { formatToolVersion } from '../../services/runner';
import { formatBytes, type OwnRuns, type RunArgument, chooseRun } from '../../services/runs';
import { resolveColumnSources, formatReference, runsAmong } from '../compare';

/** The services needed to export and import runs. */
interface ExchangeMeans extends Pick<Services, 'context' | 'log' | 'homes' | 'screens'> {
  readonly runs: OwnRuns;
  readonly figures: FiguresWorker;
}

/** Registers the commands that export and import runs; none of them starts a program. */
export function registerExchange(means: ExchangeMeans): vscode.Disposable {
  return vscode.Disposable.from(
    registerCommand(means, commands.exportReport, (of?: ReportArgument) => exportReport(means, of)),
    registerCommand(means, commands.exportRun, (run?: RunArgument) => exportRun(means, run)),
    registerCommand(means, commands.openExportedRun, (uri?: vscode.Uri) =>
      openExported(means, uri instanceof vscode.Uri ? uri : undefined),
    ),
    registerCommand(means, commands.importResults, (uri?: vscode.Uri) =>
      importResults(means, uri instanceof vscode.Uri ? uri : undefined),
    ),
  );
}

/** A comparison requests a report of all its columns. */
type ReportArgument = RunArgument | { readonly columns: readonly string[] };

/** Writes a report with its images next to it, and opens its preview. */
async function exportReport(means: ExchangeMeans, argument: ReportArgument): Promise<void> {
  const columns = await chooseColumns(means, argument);
  const [first] = runsAmong(columns);
  if (first === undefined) return;
  const file = await askWhere(means, {
    home: first.home,
    name: `${first.id}${columns.length === 1 ? '' : '-comparison'}.${markdown.ending}`,
    title: vscode.l10n.t('Save the report'),
    filters: { [markdown.title]: [markdown.ending] },
  });
  if (file === undefined) return;
  const sources = await resolveColumnSources(means, columns);
  const options = {
    location: vscode.ProgressLocation.Window,
    title: vscode.l10n.t('Writing the report'),
  };
  const written = await vscode.window.withProgress(options, () =>
    means.figures.call('report', { columns: sources, file }),
  );
  const uri = vscode.Uri.file(written.file);
  await vscode.commands.executeCommand('markdown.showPreview', uri);
  const images = vscode.l10n.t('with {0} images', written.beside.length);
  show(vscode.l10n.t('Report written to {0}, {1}.', written.file, images));
}

async function chooseColumns(
  means: ExchangeMeans,
  argument: ReportArgument,
): Promise<readonly string[]> {
  if (argument !== undefined && 'columns' in argument) return argument.columns;
  const run = await chooseRun(means, argument, vscode.l10n.t('Select a run to report'));
  return run === undefined ? [] : [formatReference(run)];
}

/** Packs a run with its recordings into one file, for sending. */
async function exportRun(means: ExchangeMeans, argument: RunArgument): Promise<void> {
  const run = await chooseRun(means, argument, vscode.l10n.t('Select a run to export'));
  if (run === undefined) return;
  const file = await askWhere(means, {
    home: run.home,
    name: `${run.id}.cyclescope`,
    title: vscode.l10n.t('Save the run'),
    filters: { [vscode.l10n.t('Exported run')]: ['cyclescope'] },
  });
  if (file === undefined) return;
  const order = { folder: run.folder, file, tool: formatToolVersion(means.context) };
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

/** Finds the home that a file is taken into, and the file if none was named. */
async function homeAndFile(
  means: ExchangeMeans,
  uri: vscode.Uri | undefined,
  question: Omit<Parameters<typeof askWhich>[1], 'home'>,
) {
  const home = await means.homes.choose();
  if (home === undefined) return undefined;
  const file = toDiskPath(uri) ?? (await askWhich(means, { home: home.id, ...question }));
  return file === undefined ? undefined : { home, file };
}

/** Unpacks an exported run after checking it, and shows its results. */
async function openExported(means: ExchangeMeans, uri: vscode.Uri | undefined): Promise<void> {
  const chosen = await homeAndFile(means, uri, {
    title: vscode.l10n.t('Select an exported run to open'),
    filters: { [vscode.l10n.t('Exported run')]: ['cyclescope'] },
  });
  if (chosen === undefined) return;
  const { home, file } = chosen;
  const { runsFolder } = home;
  await showRun(means, home, await means.figures.call('openExported', { file, runsFolder }));
}

/** Keeps another tool's output as a run, and shows its figures. */
async function importResults(means: ExchangeMeans, uri?: vscode.Uri): Promise<void> {
  const chosen = await homeAndFile(means, uri, {
    title: vscode.l10n.t("Select another tool's output to import"),
  });
  if (chosen === undefined) return;
  const { home, file } = chosen;
  const taken = await importFile(means, home, file, undefined);
  if (taken !== undefined) await showRun(means, home, taken);
}

/** Reads a text in the detected format, or else in the one that the user picks. */
async function importFile(
  means: ExchangeMeans,
  home: Home,
  file: string,
  format: string | undefined,
): Promise<TakenRun | undefined> {
  const { runsFolder } = home;
  const order = { file, format, runsFolder, tool: formatToolVersion(means.context) };
  try {
    return await means.figures.call('importResults', order);
  } catch (error) {
    const { message, code } = toFailure(error);
    if (code !== 'unreadable') throw error;
    means.log.warn(message);
    const name = vscode.l10n.t('Select the format…');
    if ((await showError(message, name)) !== name) return undefined;
    const named = await pickFormat(file);
    return named === undefined ? undefined : importFile(means, home, file, named);
  }
}

async function pickFormat(file: string): Promise<string | undefined> {
  const items = importFormats.map(({ id, title }) => ({ label: title, description: id, id }));
  const title = vscode.l10n.t('Select the tool that wrote {0}', basename(file));
  return (await pickOne(items, { title }))?.id;
}

async function showRun(
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

/** The initial folder of a dialog: the run's workspace folder, or the first one. */
function findInitialFolder({ homes }: Pick<Services, 'homes'>, home: string): vscode.Uri {
  const folders = homes.list().filter(({ kind }) => kind === 'folder');
  const own = folders.find(({ id }) => id === home) ?? folders[0];
  return vscode.Uri.file(own?.cwd ?? homedir());
}

/** Asks where to write; returns a path on disk. */
export async function askWhere(
  services: Pick<Services, 'homes'>,
  {
    home,
    name,
    title,
    filters,
  }: {
    readonly home: string;
    readonly name: string;
    readonly title: string;
    readonly filters: Record<string, string[]>;
  },
): Promise<string | undefined> {
  const defaultUri = vscode.Uri.joinPath(findInitialFolder(services, home), name);
  return toDiskPath(await vscode.window.showSaveDialog({ defaultUri, title, filters }));
}

/** Asks for a file to read. */
async function askWhich(
  services: Pick<Services, 'homes'>,
  {
    home,
    title,
    filters,
  }: {
    readonly home: string;
    readonly title: string;
    readonly filters?: Record<string, string[]>;
  },
): Promise<string | undefined> {
  const defaultUri = findInitialFolder(services, home);
  const found = await vscode.window.showOpenDialog({
    defaultUri,
    title,
    canSelectMany: false,
    ...(filters && { filters }),
  });
  return toDiskPath(found?.[0]);
}

/** A location's path on this computer's disk. */
function toDiskPath(uri: vscode.Uri | undefined): string | undefined {
  if (uri === undefined) return undefined;
  if (uri.scheme === 'file') return uri.fsPath;
  throw new Error(
    vscode.l10n.t(
      "{0} is not a file on this computer's disk. Choose a file on disk.",
      uri.toString(),
    ),
  );
}
