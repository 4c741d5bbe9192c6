import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type * as vscode from 'vscode';
import type { Calls } from '../../base';
import { handleOf, type WorkerHandle } from '../../host';

export type { WorkerHandle };

/** Starts one of the workers of `dist/worker.cjs`; if it ends by itself, all open calls fail. */
export function startWorker<C extends Calls>(
  { extensionUri }: Pick<vscode.ExtensionContext, 'extensionUri'>,
  worker: 'run' | 'recording' | 'figures' | 'system' | 'tools',
  env: Readonly<Record<string, string | undefined>> = process.env,
): WorkerHandle<C> {
  const script = join(extensionUri.fsPath, 'dist', 'worker.cjs');
  return handleOf(new Worker(script, { workerData: { worker }, env }));
}
