import type { MessagePort, Worker } from 'node:worker_threads';
import { type Calls, type Client, newClient, type Port } from '../base';

/** A worker thread and its calls. */
export interface WorkerHandle<C extends Calls> {
  readonly client: Client<C>;
  /** Ends the thread, whatever its state; open calls fail. */
  end(): Promise<void>;
}

/** Wraps one end of a thread's channel: its port in the thread, or the thread itself outside. */
export function wrapPort(end: MessagePort | Worker): Port {
  return {
    post: (message, transfer = []) => end.postMessage(message, transfer),
    listen: (listener) => void end.on('message', listener),
  };
}

/** Wraps the calls of a started thread. */
export function wrapWorker<C extends Calls>(thread: Worker): WorkerHandle<C> {
  const client = newClient<C>(wrapPort(thread));
  thread.on('error', (error: Error) => {
    const message = `The worker ended unexpectedly: ${error.message}`;
    client.fail({ code: 'worker-ended', message, hint: error.stack });
  });
  thread.on('exit', () => client.fail({ code: 'worker-ended', message: 'The worker has ended.' }));
  return { client, end: async () => void (await thread.terminate()) };
}
