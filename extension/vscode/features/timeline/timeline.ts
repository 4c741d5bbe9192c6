import { resolve } from 'node:path';
import * as vscode from 'vscode';
import type { SampleName } from '../../../workers';
import { type SampleLink, type Screens, type Services, showWarning } from '../../common';
import { commands, panels } from '../../names';
import { attachView } from '../results';
import { openDocument, type TimelineDocument } from './document';
import { type FromTimeline, fromTimeline, type ToTimeline } from './protocol';
import { newSession, type TimelineSession } from './session';
import { newShowings, type Showings } from './showings';

type Means = Pick<Services, 'context' | 'homes' | 'log' | 'runs'>;
type TimelineScreens = Pick<Screens, 'openTimeline' | 'showSample'>;

/** Shows recordings of anybody's SystemView, and slow samples in those of runs. */
export function registerTimeline(services: Means): TimelineScreens & vscode.Disposable {
  const showings = newShowings<TimelineSession>();
  const provider: vscode.CustomReadonlyEditorProvider<TimelineDocument> = {
    openCustomDocument: (uri) => openDocument(services, uri),
    resolveCustomEditor: (document, panel) => showDocument(services, showings, document, panel),
  };
  const registration = vscode.window.registerCustomEditorProvider(panels.timeline, provider, {
    supportsMultipleEditorsPerDocument: true,
  });
  return {
    openTimeline,
    showSample: (sample) => showSample(services, showings, sample),
    dispose: () => registration.dispose(),
  };
}

function showDocument(
  services: Means,
  showings: Showings<TimelineSession>,
  document: TimelineDocument,
  panel: vscode.WebviewPanel,
): void {
  const { homes, log } = services;
  const { sample } = homes;
  const { uri, recording } = document;
  const key = uri.toString();
  const isExample = uri.fsPath.startsWith(sample.cwd);
  const view = attachView<ToTimeline, FromTimeline>(panel.webview, {
    ...services,
    view: 'timeline',
    title: vscode.l10n.t('Timeline'),
    receives: fromTimeline,
    onMessage: (message) => session.receive(message),
  });
  const home = isExample ? sample : homes.of(uri);
  const session = newSession({
    recording,
    isExample,
    post: view.post,
    openSource: (at) =>
      void vscode.commands.executeCommand(commands.showSource, { at, home: home?.id }),
  });
  showings.add(key, session);
  const listening = document.onDidChange(session.changed);
  const following = panel.onDidChangeViewState(() => {
    if (!panel.visible) session.hidden();
    if (panel.active) showings.add(key, session);
  });
  panel.onDidDispose(() => {
    log.debug(`A timeline of ${key} was sent ${session.bytesSent()} bytes.`);
    showings.remove(key, session);
    session.close();
    for (const each of [listening, following, view]) each.dispose();
  });
}

async function openTimeline(recording: vscode.Uri): Promise<void> {
  await vscode.commands.executeCommand('vscode.openWith', recording, panels.timeline);
}

/** Opens a run's traced recording at the moment of a sample. */
async function showSample(
  { runs }: Means,
  showings: Showings<TimelineSession>,
  { run, ...sample }: SampleLink,
): Promise<void> {
  const entry = await runs.find(run);
  const recording = entry?.recordings.traced;
  if (!entry || recording === undefined) {
    const message = vscode.l10n.t('The run has no traced recording: benchmark with trace first.');
    void showWarning(message);
    return;
  }
  const uri = vscode.Uri.file(resolve(entry.folder, recording));
  const name: SampleName = sample;
  showings.want(uri.toString(), (session) => session.show(name));
  await openTimeline(uri);
}
