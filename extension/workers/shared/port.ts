import type { MessagePort } from 'node:worker_threads';
import type { Port } from '../../base';

/** Wraps a worker thread's end of its channel. */
export function portOf(port: MessagePort): Port {
  return {
    post: (message, transfer = []) => port.postMessage(message, transfer),
    listen: (listener) => void port.on('message', listener),
  };
}
