import { TargetError } from '../base';

/** Control lines as they arrive, and those who wait for them. */
export interface LineQueue {
  push(bytes: Uint8Array): void;
  /** The next line; rejects with `agent-silent` when none comes in time. */
  next(timeoutMs: number): Promise<string>;
  /** Forgets everything that arrived. */
  clear(): void;
  /** Rejects all who wait, and all who ask later once the lines at hand are taken. */
  fail(error: Error): void;
}

interface Waiter {
  readonly resolve: (line: string) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

const NEWLINE = 10;
/** Far beyond what an agent may send; a target gone wild must not fill the host's memory. */
const MAX_LINE = 65_536;

/** A control line as it travels. */
export function lineBytes(line: string): Uint8Array {
  return new TextEncoder().encode(`${line}\n`);
}

/** Cuts bytes into lines and hands them out in order. */
export function createLineQueue(): LineQueue {
  const waiters: Waiter[] = [];
  let lines: string[] = [];
  let rest: Uint8Array = new Uint8Array();
  let failure: Error | undefined;

  const deliver = (line: string) => {
    const waiter = waiters.shift();
    if (waiter === undefined) return void lines.push(line);
    clearTimeout(waiter.timer);
    waiter.resolve(line);
  };
  return {
    push: (bytes) => {
      let unread = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
      for (let end = unread.indexOf(NEWLINE); end >= 0; end = unread.indexOf(NEWLINE)) {
        deliver(new TextDecoder().decode(unread.subarray(0, end)));
        unread = unread.subarray(end + 1);
      }
      rest = unread.slice(-MAX_LINE);
    },
    next: (timeoutMs) => {
      const line = lines.shift();
      if (line !== undefined) return Promise.resolve(line);
      if (failure !== undefined) return Promise.reject(failure);
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiters.splice(waiters.indexOf(waiter), 1);
          reject(silent(timeoutMs));
        }, timeoutMs);
        const waiter = { resolve, reject, timer };
        waiters.push(waiter);
      });
    },
    clear: () => {
      lines = [];
      rest = new Uint8Array();
    },
    fail: (error) => {
      failure ??= error;
      for (const { reject, timer } of waiters.splice(0)) {
        clearTimeout(timer);
        reject(failure);
      }
    },
  };
}

function silent(timeoutMs: number): TargetError {
  return new TargetError(
    'agent-silent',
    `The agent sent no control line for ${timeoutMs} ms`,
    'It may hang in a benchmark: try fewer iterations, or a longer timeout.',
  );
}
