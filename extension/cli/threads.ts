import { type MessagePort, Worker } from 'node:worker_threads';
import { type Failure, toFailure, RemoteFailure, serve } from '../base';
import {
  reachTarget,
  readRun,
  runBenchmarks,
  type RunContext,
  type RunListeners,
  type RunOutcome,
  type RunProgress,
  type RunSpec,
} from '../engine';
import { wrapWorker, wrapPort } from '../host';

/** The call of a thread that measures one run; its record is on disk. */
type ThreadCalls = {
  readonly run: {
    readonly takes: RunSpec;
    readonly gives: { readonly folder: string; readonly failure: Failure | undefined };
    readonly reports: { readonly message: string } | { readonly progress: RunProgress };
  };
};

/** Measures in a thread of its own: several runs can so use several processors. */
export async function runInThread(
  spec: RunSpec,
  { signal, onMessage, onProgress }: Pick<RunContext, 'signal'> & RunListeners,
): Promise<RunOutcome> {
  // The arguments are those of this call: a lock names its holder by them.
  const thread = wrapWorker<ThreadCalls>(new Worker(__filename, { argv: process.argv.slice(2) }));
  try {
    const { folder, failure } = await thread.client.call('run', spec, {
      signal,
      onReport: (report) => {
        if ('message' in report) onMessage(report.message);
        else onProgress(report.progress, undefined);
      },
    });
    const error = failure && new RemoteFailure(failure);
    return { folder, record: await readRun({ folder }), error };
  } finally {
    await thread.end();
  }
}

/** Serves the run of a thread that `runInThread` has started. */
export function serveThread(port: MessagePort): void {
  serve<ThreadCalls>(wrapPort(port), {
    run: async (spec, { signal, report }) => {
      const { folder, error } = await runBenchmarks(spec, {
        resolveTarget: reachTarget,
        signal,
        onMessage: (message) => report({ message }),
        onProgress: (progress) => report({ progress }),
      });
      return { folder, failure: error === undefined ? undefined : toFailure(error) };
    },
  });
}
