import * as vscode from 'vscode';
import type { RecordingCalls, RecordingSource } from '../../workers/recording/protocol';
import type { Services } from '../services';
import { readSettings } from '../settings';
import { startWorker } from '../worker';
import { readDescriptions } from './descriptions';
import { newRecording, type OpenedRecording } from './recording';

/** A recording that is open in one editor or more. */
export interface TimelineDocument extends vscode.CustomDocument {
  readonly recording: OpenedRecording;
  readonly onDidChange: vscode.Event<void>;
}

/** Opens a recording; its worker and its memory go with the last editor that shows it. */
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

/** The worker reads files itself; what only the editor can reach is handed over. */
async function sourceOf(uri: vscode.Uri): Promise<RecordingSource> {
  if (uri.scheme === 'file') return { path: uri.fsPath };
  const bytes = await vscode.workspace.fs.readFile(uri);
  return { bytes: new Uint8Array(bytes).buffer };
}
