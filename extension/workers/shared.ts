import type { MessagePort } from 'node:worker_threads';
import type { Port } from '../base';

/** Wraps a worker thread's end of its channel. */
export function portOf(port: MessagePort): Port {
  return {
    post: (message, transfer = []) => port.postMessage(message, transfer),
    listen: (listener) => void port.on('message', listener),
  };
}

/** Limits calls to one per `milliseconds`; a call for which `isLast` is true always passes. */
export function atMostEvery<T extends readonly unknown[]>(
  milliseconds: number,
  isLast: (...args: T) => boolean,
  call: (...args: T) => void,
): (...args: T) => void {
  let last = -Infinity;
  return (...args) => {
    const now = performance.now();
    if (now - last < milliseconds && !isLast(...args)) return;
    last = now;
    call(...args);
  };
}
