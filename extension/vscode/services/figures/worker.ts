import type * as vscode from 'vscode';
import type { Client } from '../../../base';
import type { FiguresCalls } from '../../../workers';
import { startWorker, type WorkerHandle } from '../../common';

/** The worker that summarises kept runs; starts on first use. */
export interface FiguresWorker extends vscode.Disposable {
  readonly call: Client<FiguresCalls>['call'];
}

/** Summarises runs off the extension host's thread; restarts a worker that has ended. */
export function newFiguresWorker(
  context: Pick<vscode.ExtensionContext, 'extensionUri'>,
  start: () => WorkerHandle<FiguresCalls> = () => startWorker(context, 'figures'),
): FiguresWorker {
  let worker: WorkerHandle<FiguresCalls> | undefined;
  return {
    call: async (call, takes, options) => {
      worker ??= start();
      const asked = worker;
      try {
        return await asked.client.call(call, takes, options);
      } catch (error) {
        const isGone = (error as { code?: unknown }).code === 'worker-ended';
        if (isGone && worker === asked) worker = undefined;
        throw error;
      }
    },
    dispose: () => void worker?.end(),
  };
}
