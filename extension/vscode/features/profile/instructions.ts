import * as vscode from 'vscode';
import { valueOfTarget } from '../../../targets';
import type { SystemCalls } from '../../../workers';
import { type RunEntry, startWorker } from '../../common';
import { instructionsScheme } from '../../names';
import { programEnvironment } from '../../services/settings';
import type { ProfileMeans } from './means';

/** Read-only documents of executed instructions. */
interface Instructions extends vscode.Disposable {
  readonly open: (run: RunEntry, operation: number) => Promise<void>;
}

/** Shows the instructions of an operation with how often each was executed. */
export function registerInstructions(means: ProfileMeans): Instructions {
  const provider: vscode.TextDocumentContentProvider = {
    provideTextDocumentContent: async ({ query }) => {
      const values = new URLSearchParams(query);
      const ref = { home: values.get('home') ?? '', id: values.get('id') ?? '' };
      const run = await means.runs.find(ref);
      if (!run) throw new Error(vscode.l10n.t('The run {0} no longer exists.', ref.id));
      return readInstructions(means, run, Number(values.get('operation')));
    },
  };
  const registered = vscode.workspace.registerTextDocumentContentProvider(
    instructionsScheme,
    provider,
  );
  return {
    open: async ({ home, id, folder }, operation) => {
      const { operations } = await means.figures.call('profile', { folder });
      const name = operations[operation]?.name.replaceAll(/[^\w.=-]+/g, ' ') ?? '';
      const query = new URLSearchParams({ home, id, operation: String(operation) }).toString();
      const path = `/${name}.txt`;
      const uri = vscode.Uri.from({ scheme: instructionsScheme, path, query });
      await vscode.window.showTextDocument(uri, { preview: true });
    },
    dispose: () => registered.dispose(),
  };
}

async function readInstructions(
  { context, homes, targets, images }: ProfileMeans,
  { home: id, target: { id: target }, folder }: RunEntry,
  operation: number,
): Promise<string> {
  const home = [...homes.list(), homes.sample].find((each) => each.id === id) ?? homes.sample;
  const found = targets.find(home, target);
  const environment = programEnvironment(context, home);
  const worker = startWorker<SystemCalls>(context, 'system', environment);
  try {
    // Without trust no disassembler is started.
    const value = found && vscode.workspace.isTrusted ? valueOfTarget(found) : undefined;
    const order = { folder, operation, target: value, places: images.places(home) };
    return await worker.client.call('instructions', order);
  } finally {
    await worker.end();
  }
}
