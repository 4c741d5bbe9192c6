import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type * as vscode from 'vscode';
import { type Calls, type Client, newClient } from '../../base';

/** A worker thread and its calls. */
export interface WorkerHandle<C extends Calls> {
  readonly client: Client<C>;
  /** Ends the thread, whatever its state; open calls fail. */
  end(): Promise<void>;
}

/** Starts one of the workers of `dist/worker.cjs`; if it ends by itself, all open calls fail. */
export function startWorker<C extends Calls>(
  { extensionUri }: Pick<vscode.ExtensionContext, 'extensionUri'>,
  worker: 'run' | 'recording' | 'figures' | 'system',
  env: Readonly<Record<string, string | undefined>> = process.env,
): WorkerHandle<C> {
  const script = join(extensionUri.fsPath, 'dist', 'worker.cjs');
  return handleOf(new Worker(script, { workerData: { worker }, env }));
}

/** Wraps the calls of a started thread. */
export function handleOf<C extends Calls>(thread: Worker): WorkerHandle<C> {
  const client = newClient<C>({
    post: (message, transfer = []) => thread.postMessage(message, transfer),
    listen: (listener) => void thread.on('message', listener),
  });
  thread.on('error', (error: Error) => {
    const message = `The worker ended unexpectedly: ${error.message}`;
    client.fail({ code: 'worker-ended', message, hint: error.stack });
  });
  thread.on('exit', () => client.fail({ code: 'worker-ended', message: 'The worker has ended.' }));
  return { client, end: async () => void (await thread.terminate()) };
}
