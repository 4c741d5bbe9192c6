import * as vscode from 'vscode';
import type { OpenRecording, RecordingCalls, RecordingSource } from '../../../workers';
import { type Services, startWorker } from '../../common';
import { readSettings } from '../../services/settings';
import { newRecording, type OpenedRecording } from './recording';

/** A recording open in one or more editors. */
export interface TimelineDocument extends vscode.CustomDocument {
  readonly recording: OpenedRecording;
  readonly onDidChange: vscode.Event<void>;
}

/** Opens a recording; its worker and memory are freed with the last editor that shows it. */
export function openDocument(
  { context, homes }: Pick<Services, 'context' | 'homes'>,
  uri: vscode.Uri,
): TimelineDocument {
  const changed = new vscode.EventEmitter<void>();
  const recording = newRecording({
    source: () => sourceOf(uri),
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
async function sourceOf(uri: vscode.Uri): Promise<RecordingSource> {
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
  const ours = await textOf(vscode.Uri.joinPath(extensionUri, 'media', 'SYSVIEW_cyclescope.txt'));
  const folder = vscode.Uri.joinPath(recording, '..');
  const names = await filesIn(folder);
  const texts = await Promise.all(names.map((name) => textOf(vscode.Uri.joinPath(folder, name))));
  return { ours, others: texts.join('\n') };
}

async function filesIn(folder: vscode.Uri): Promise<readonly string[]> {
  try {
    const entries = await vscode.workspace.fs.readDirectory(folder);
    return entries.map(([name]) => name).filter((name) => NAME.test(name));
  } catch {
    return [];
  }
}

/** Names are optional: without them, events are shown by number. */
async function textOf(uri: vscode.Uri): Promise<string> {
  try {
    if ((await vscode.workspace.fs.stat(uri)).size > LARGEST) return '';
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return '';
  }
}
