import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type * as vscode from 'vscode';
import type { Calls, Client } from '../../base';
import { wrapWorker, type WorkerHandle } from '../../host';

export type { WorkerHandle };

type WorkerName = 'run' | 'recording' | 'figures' | 'system' | 'tools';

/** Starts one of the workers of `dist/worker.cjs`; if it ends by itself, all open calls fail. */
export function startWorker<C extends Calls>(
  { extensionUri }: Pick<vscode.ExtensionContext, 'extensionUri'>,
  worker: WorkerName,
  env: Readonly<Record<string, string | undefined>> = process.env,
): WorkerHandle<C> {
  const script = join(extensionUri.fsPath, 'dist', 'worker.cjs');
  return wrapWorker(new Worker(script, { workerData: { worker }, env }));
}

/** Returns a function that makes a single call, each time in a worker that ends after the answer. */
export function callInWorker<C extends Calls>(
  ...start: [
    Pick<vscode.ExtensionContext, 'extensionUri'>,
    WorkerName,
    Readonly<Record<string, string | undefined>>?,
  ]
): Client<C>['call'] {
  return async (call, takes, options) => {
    const worker = startWorker<C>(...start);
    try {
      return await worker.client.call(call, takes, options);
    } finally {
      await worker.end();
    }
  };
}
