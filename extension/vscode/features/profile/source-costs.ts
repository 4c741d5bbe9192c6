import { basename, resolve } from 'node:path';
import * as vscode from 'vscode';
import { normalPath } from '../../../agent';
import { formatNumber, formatPercent } from '../../../measure';
import { findBuiltInPath, findMappedSource, findSource, isSourceChanged } from '../../../toolchain';
import type { SourceCosts } from '../../../workers';
import { newTrigger, registerCommand, type RunEntry } from '../../common';
import { commands, sourceScheme } from '../../names';
import { formatToolVersion } from '../../services/runner';
import { oneLine, type RunArgument, chooseRun } from '../../services/runs';
import { hasChanged, readSettings } from '../../services/settings';
import type { ProfileMeans } from './means';

/** The costs at the ends of source lines. */
export interface SourceCostsShown extends vscode.Disposable {
  /** Shows those of an operation, or of the whole run. */
  readonly show: (run: RunEntry, operation?: number) => Promise<void>;
}

interface Shown {
  readonly run: RunEntry;
  readonly costs: SourceCosts;
}

/** Edits and events come in bursts; process them this many milliseconds after the last one. */
const REST = 150;

/** Shows what each line of an open source costs: its share and its instructions. */
export function registerSourceCosts(means: ProfileMeans): SourceCostsShown {
  const { window, workspace } = vscode;
  const kind = window.createTextEditorDecorationType({
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
  let shown: Shown | undefined;
  let isHidden = false;

  const draw = async (editor: vscode.TextEditor) => {
    const now = isHidden ? undefined : shown;
    const options = now ? await buildDecorations(means, editor.document, now) : [];
    if (now === (isHidden ? undefined : shown)) editor.setDecorations(kind, options);
  };
  const logError = (error: unknown) => means.log.error('costs of lines:', error as Error);
  const drawAll = () =>
    window.visibleTextEditors.forEach((editor) => void draw(editor).catch(logError));
  const trigger = newTrigger(REST, drawAll);
  const show: SourceCostsShown['show'] = async (run, operation) => {
    const costs = await means.figures.call('sourceCosts', { folder: run.folder, operation });
    shown = { run, costs };
    drawAll();
  };
  const parts = vscode.Disposable.from(
    kind,
    trigger,
    window.onDidChangeVisibleTextEditors(drawAll),
    workspace.onDidChangeTextDocument(trigger.pull),
    workspace.onDidSaveTextDocument(trigger.pull),
    workspace.onDidChangeConfiguration((event) => {
      if (hasChanged(event, 'sourceFileMap')) trigger.pull();
    }),
    means.images.onDidChange(trigger.pull),
    registerCommand(means, commands.showSourceCosts, async (argument?: RunArgument) => {
      isHidden = argument === undefined && shown !== undefined && !isHidden;
      if (argument === undefined && shown) return drawAll();
      const which = vscode.l10n.t('Select a run to show what its lines cost');
      const run = await chooseRun(means, argument, which, ({ hasProfile }) => hasProfile);
      if (run) await show(run);
    }),
  );
  return { show, dispose: () => parts.dispose() };
}

async function buildDecorations(
  means: ProfileMeans,
  document: vscode.TextDocument,
  { run, costs }: Shown,
): Promise<vscode.DecorationOptions[]> {
  const files = costs.files.filter(({ path }) => matchesDocument(means, document, run, path));
  const lines = files.flatMap((file) => file.lines);
  if (lines.length === 0) return [];
  const what = oneLine(costs.operation ?? vscode.l10n.t('all operations of the run'));
  const isMapped = files.some(({ path }) => isAt(findMapped(means, run, path), document));
  if (isMapped ? document.isDirty : await isChanged(means, document, run)) {
    const text = vscode.l10n.t('changed since it was measured: no costs of {0} are shown', what);
    return [attachText(document.lineAt(0), text, 'editorWarning.foreground')];
  }
  const share = (value: number) => formatPercent(value / Math.max(1, costs.total));
  return lines
    .filter(({ line }) => line <= document.lineCount)
    .map(({ line, self, total, calls }) => {
      const own = costs.isSampled
        ? share(self)
        : vscode.l10n.t('{0} · {1} instr', share(self), formatNumber(self));
      const isCaller = total > self;
      const figure = costs.isSampled ? share(total) : formatNumber(total);
      const all = isCaller && vscode.l10n.t('with calls {0}', figure);
      const color = self >= DEAR * costs.total ? 'charts.orange' : 'editorCodeLens.foreground';
      const text = [...(self > 0 ? [own] : []), ...(all === false ? [] : [all])].join(' · ');
      const hover = costs.isSampled
        ? [
            vscode.l10n.t('{0}, sampled:', what),
            vscode.l10n.t('{0} of the time in this line', share(self)),
            vscode.l10n.t('{0} of the time including callees', share(total)),
          ]
        : [
            vscode.l10n.t('{0}, one execution:', what),
            vscode.l10n.t('{0} instructions of this line, {1}', formatNumber(self), share(self)),
            vscode.l10n.t('{0} including callees, {1}', formatNumber(total), share(total)),
            ...(calls > 0 ? [describeCalls(calls)] : []),
          ];
      const hoverMessage = new vscode.MarkdownString().appendText(hover.join('\n'));
      return { ...attachText(document.lineAt(line - 1), text, color), hoverMessage };
    });
}

function describeCalls(calls: number): string {
  return calls === 1 ? vscode.l10n.t('1 call') : vscode.l10n.t('{0} calls', formatNumber(calls));
}

/** Lines with a larger share of the whole are emphasised. */
const DEAR = 0.1;

/** Text behind the end of a line. */
function attachText({ range: { end } }: vscode.TextLine, text: string, color: string) {
  const after = {
    contentText: text,
    color: new vscode.ThemeColor(color),
    margin: '0 0 0 3em',
    fontStyle: 'italic',
  };
  return { range: new vscode.Range(end, end), renderOptions: { after } };
}

/** True if a path of a profile is that of a document. */
function matchesDocument(
  { context, homes }: Pick<ProfileMeans, 'context' | 'homes'>,
  document: vscode.TextDocument,
  run: RunEntry,
  path: string,
): boolean {
  const { uri } = document;
  if (uri.scheme === sourceScheme) return findBuiltInPath(path) === findBuiltInPath(uri.path);
  // Most paths are settled without a look at the disk.
  if (uri.scheme !== 'file' || basename(normalPath(path)) !== basename(normalPath(uri.fsPath)))
    return false;
  const cwd = homes.find(run.home)?.cwd ?? '/';
  const candidates = [
    findMapped({ homes }, run, path),
    resolve(cwd, path),
    findSource(path, context.extensionUri.fsPath),
  ];
  return candidates.some((each) => isAt(each, document));
}

const isAt = (path: string | undefined, { uri }: vscode.TextDocument) =>
  path !== undefined && normalPath(path) === normalPath(uri.fsPath);

/** The path that the user has given for a source that was elsewhere when the run's image was built. */
function findMapped({ homes }: Pick<ProfileMeans, 'homes'>, { home }: RunEntry, path: string) {
  const own = homes.find(home);
  return own && findMappedSource(path, readSettings(own).sourceFileMap, own.cwd);
}

/** True if lines of a document may be others than when its code was built. */
async function isChanged(
  { context, homes, targets, images, runs }: ProfileMeans,
  { uri, isDirty }: vscode.TextDocument,
  run: RunEntry,
): Promise<boolean> {
  // Sources of the package change only with it.
  if (uri.scheme === sourceScheme)
    return (await runs.record(run)).tool !== formatToolVersion(context);
  if (isDirty) return true;
  const home = homes.find(run.home);
  const target = home && targets.find(home, run.target.id);
  const image = target && (await images.benches(home, target));
  const isItsImage = image && 'benches' in image && image.sha256 === run.image;
  const sources = isItsImage ? image.sources : undefined;
  const differs = sources && (await isSourceChanged(sources, uri.fsPath));
  if (differs !== undefined) return differs;
  // For other sources, and for images that were replaced, only the time is known.
  const built = isItsImage ? image.builtAt : run.created;
  return (await vscode.workspace.fs.stat(uri)).mtime > built.getTime();
}
