import * as vscode from 'vscode';
import { valueOfTarget } from '../../../targets';
import type { SystemCalls } from '../../../workers';
import { callInWorker, type Home, type Services, withProgress } from '../../common';
import { benchmarkSources } from '../../services/images';
import { programEnvironment } from '../../services/settings';
import { requireTrust } from '../../services/trust';

/** The change to find the commit of. */
export interface FoundChange extends Pick<
  SystemCalls['bisect']['takes'],
  'good' | 'bad' | 'bench' | 'settings'
> {
  /** The target's id. */
  readonly target: string;
}

/** Finds the commit of a change, and opens what was found as a text; a cancellation opens nothing. */
export async function findCommit(
  { context, log, targets }: Pick<Services, 'context' | 'log' | 'targets'>,
  home: Home,
  change: FoundChange,
): Promise<void> {
  if (!(await requireTrust(vscode.l10n.t('The commit cannot be searched now.')))) return;
  const title = vscode.l10n.t('Finding the commit that changed {0}', change.bench);
  const lines: string[] = [];
  const text = await withProgress(title, async (report, signal) => {
    const sources = await benchmarkSources(home, signal);
    const call = callInWorker<SystemCalls>(context, 'system', programEnvironment(context, home));
    const onReport = (update: { readonly text: string }) => {
      lines.push(update.text);
      log.info(update.text);
      report({ message: update.text });
    };
    try {
      await targets.ready(home);
      const known = targets.find(home, change.target);
      const target = known ? valueOfTarget(known) : change.target;
      const about = { folder: home.cwd, runsFolder: home.runsFolder, sources, target };
      const packageFolder = context.extensionUri.fsPath;
      const order = { ...change, ...about, packageFolder };
      return (await call('bisect', order, { signal, onReport })).text;
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
  });
  if (text === undefined) return;
  const content = `${text}\n${lines.join('\n')}\n`;
  const document = await vscode.workspace.openTextDocument({ content, language: 'plaintext' });
  await vscode.window.showTextDocument(document);
}
