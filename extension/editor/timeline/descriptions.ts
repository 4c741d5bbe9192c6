import * as vscode from 'vscode';
import type { OpenRecording } from '../../workers/recording/protocol';

type Descriptions = NonNullable<OpenRecording['descriptions']>;

/** No description file is larger; what is, is something else. */
const LARGEST = 1 << 20;
const NAME = /^SYSVIEW_.*\.txt$/i;

/** The texts that name events: the one in the package, and those beside the recording. */
export async function readDescriptions(
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

/** Names are a help: where there are none, events go by their numbers. */
async function textOf(uri: vscode.Uri): Promise<string> {
  try {
    if ((await vscode.workspace.fs.stat(uri)).size > LARGEST) return '';
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return '';
  }
}
