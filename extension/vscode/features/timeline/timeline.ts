import { resolve } from 'node:path';
import * as vscode from 'vscode';
import type { OpenRecording, RecordingCalls, RecordingSource, SampleName } from '../../../workers';
import {
  type SampleLink,
  type Screens,
  type Services,
  showWarning,
  startWorker,
} from '../../common';
import { getChosenViewId, viewId } from '../../contributions';
import { commands } from '../../names';
import { newPanels, type PanelEnd, type Panels } from '../../panels';
import { readSettings } from '../../services/settings';
import { registerTimelineCommands } from './commands';
import { type FromTimeline, fromTimeline, type ToTimeline } from './protocol';
import { newRecording, type OpenedRecording } from './recording';
import { newTimelineSession, type TimelineSession } from './session';
import { timelineView } from './view';

type Means = Pick<Services, 'context' | 'homes' | 'log' | 'runs'>;
type TimelineScreens = Pick<Screens, 'openTimeline' | 'showSample'>;
type Editors = Panels<ToTimeline, FromTimeline, TimelineSession>;

/** Shows any SystemView recording, traces of other tools, and slow samples in those of runs. */
export function registerTimeline(services: Means): TimelineScreens & vscode.Disposable {
  const editors: Editors = newPanels(services, timelineView, fromTimeline);
  const provider: vscode.CustomReadonlyEditorProvider<TimelineDocument> = {
    openCustomDocument: (uri) => openDocument(services, uri),
    resolveCustomEditor: (document, panel) =>
      editors.fill(panel, {
        key: document.uri.toString(),
        home: services.homes.of(document.uri)?.id,
        open: (end) => showDocument(services, document, end),
      }),
  };
  const screens: TimelineScreens = {
    openTimeline,
    showSample: (sample) => showSample(services, editors, sample),
  };
  const parts = vscode.Disposable.from(
    ...[viewId(timelineView), getChosenViewId(timelineView)].map((type) =>
      vscode.window.registerCustomEditorProvider(type, provider, {
        supportsMultipleEditorsPerDocument: true,
      }),
    ),
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
  const session = newTimelineSession({
    recording,
    isExample,
    post,
    openSource: (at) =>
      void vscode.commands.executeCommand(commands.showSource, { at, home: home?.id }),
  });
  const listening = onDidChange(session.postState);
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

/** A recording open in one or more editors. */
interface TimelineDocument extends vscode.CustomDocument {
  readonly recording: OpenedRecording;
  readonly onDidChange: vscode.Event<void>;
}

/** Opens a recording; its worker and memory are freed with the last editor that shows it. */
function openDocument(
  { context, homes }: Pick<Services, 'context' | 'homes'>,
  uri: vscode.Uri,
): TimelineDocument {
  const changed = new vscode.EventEmitter<void>();
  const recording = newRecording({
    source: () => prepareSource(uri),
    descriptions: () => readDescriptions(context, uri),
    maxEvents: () => readSettings(homes.of(uri)).maxEvents,
    start: () => startWorker<RecordingCalls>(context, 'recording'),
    onChange: () => changed.fire(),
  });
  return {
    uri,
    recording,
    onDidChange: changed.event,
    dispose: () => {
      recording.close();
      changed.dispose();
    },
  };
}

/** The worker reads files itself; it is sent the bytes of those that only the editor can read. */
async function prepareSource(uri: vscode.Uri): Promise<RecordingSource> {
  if (uri.scheme === 'file') return { path: uri.fsPath };
  const bytes = await vscode.workspace.fs.readFile(uri);
  return { bytes: new Uint8Array(bytes).buffer };
}

type Descriptions = NonNullable<OpenRecording['descriptions']>;

/** Larger files are not descriptions. */
const LARGEST = 1 << 20;
const NAME = /^SYSVIEW_.*\.txt$/i;

/** Texts that name events: the package's, and those next to the recording. */
async function readDescriptions(
  { extensionUri }: Pick<vscode.ExtensionContext, 'extensionUri'>,
  recording: vscode.Uri,
): Promise<Descriptions> {
  const ours = await readText(vscode.Uri.joinPath(extensionUri, 'media', 'SYSVIEW_cyclescope.txt'));
  const folder = vscode.Uri.joinPath(recording, '..');
  const names = await listFiles(folder);
  const texts = await Promise.all(names.map((name) => readText(vscode.Uri.joinPath(folder, name))));
  return { ours, others: texts.join('\n') };
}

async function listFiles(folder: vscode.Uri): Promise<readonly string[]> {
  try {
    const entries = await vscode.workspace.fs.readDirectory(folder);
    return entries.map(([name]) => name).filter((name) => NAME.test(name));
  } catch {
    return [];
  }
}

/** Names are optional: without them, events are shown by number. */
async function readText(uri: vscode.Uri): Promise<string> {
  try {
    if ((await vscode.workspace.fs.stat(uri)).size > LARGEST) return '';
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return '';
  }
}
