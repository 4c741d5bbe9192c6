import { resolve } from 'node:path';
import * as vscode from 'vscode';
import type { SampleName } from '../../../workers';
import { type SampleLink, type Screens, type Services, showWarning } from '../../common';
import { viewId } from '../../contributions';
import { commands } from '../../names';
import { newPanels, type PanelEnd, type Panels } from '../../panels';
import { registerTimelineCommands } from './commands';
import { openDocument, type TimelineDocument } from './document';
import { type FromTimeline, fromTimeline, type ToTimeline } from './protocol';
import { newSession, type TimelineSession } from './session';
import { timelineView } from './view';

type Means = Pick<Services, 'context' | 'homes' | 'log' | 'runs'>;
type TimelineScreens = Pick<Screens, 'openTimeline' | 'showSample'>;
type Editors = Panels<ToTimeline, FromTimeline, TimelineSession>;

/** Shows any SystemView recording, and slow samples in those of runs. */
export function registerTimeline(services: Means): TimelineScreens & vscode.Disposable {
  const editors: Editors = newPanels(services, timelineView, fromTimeline);
  const provider: vscode.CustomReadonlyEditorProvider<TimelineDocument> = {
    openCustomDocument: (uri) => openDocument(services, uri),
    resolveCustomEditor: (document, panel) =>
      editors.fill(panel, {
        key: document.uri.toString(),
        open: (end) => showDocument(services, document, end),
      }),
  };
  const screens: TimelineScreens = {
    openTimeline,
    showSample: (sample) => showSample(services, editors, sample),
  };
  const parts = vscode.Disposable.from(
    vscode.window.registerCustomEditorProvider(viewId(timelineView), provider, {
      supportsMultipleEditorsPerDocument: true,
    }),
    registerTimelineCommands({ ...services, screens }),
  );
  return { ...screens, dispose: () => parts.dispose() };
}

function showDocument(
  { homes, log }: Means,
  { uri, recording, onDidChange }: TimelineDocument,
  { post }: PanelEnd<ToTimeline, FromTimeline, TimelineSession>,
): TimelineSession {
  const { sample } = homes;
  const isExample = uri.fsPath.startsWith(sample.cwd);
  const home = isExample ? sample : homes.of(uri);
  const session = newSession({
    recording,
    isExample,
    post,
    openSource: (at) =>
      void vscode.commands.executeCommand(commands.showSource, { at, home: home?.id }),
  });
  const listening = onDidChange(session.changed);
  return {
    ...session,
    dispose: () => {
      log.debug(`A timeline of ${uri.toString()} was sent ${session.bytesSent()} bytes.`);
      listening.dispose();
      session.dispose();
    },
  };
}

async function openTimeline(recording: vscode.Uri): Promise<void> {
  await vscode.commands.executeCommand('vscode.openWith', recording, viewId(timelineView));
}

/** Opens a run's traced recording at the moment of a sample. */
async function showSample(
  { runs }: Means,
  editors: Editors,
  { run, ...sample }: SampleLink,
): Promise<void> {
  const entry = await runs.find(run);
  const recording = entry?.recordings.traced;
  if (!entry || recording === undefined) {
    const message = vscode.l10n.t('The run has no traced recording. Benchmark with trace first.');
    void showWarning(message);
    return;
  }
  const uri = vscode.Uri.file(resolve(entry.folder, recording));
  const name: SampleName = sample;
  editors.use(uri.toString(), (session) => session.show(name));
  await openTimeline(uri);
}
