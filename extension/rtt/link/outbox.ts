import { TargetError } from '../../base';

/** Bytes on their way to the agent. */
export interface Outbox {
  /** Resolves once all of them are in the agent's ring. */
  add(bytes: Uint8Array): Promise<void>;
  /** Writes as much as `write` takes and counts it; undefined when `write` cannot. */
  flush(write: (bytes: Uint8Array) => number | undefined): number | undefined;
  drop(error: Error): void;
}

interface Message {
  rest: Uint8Array;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

const SEND_TIMEOUT_MS = 5000;

/** Keeps bytes in order until they fit; a line may be longer than the ring. */
export function createOutbox(): Outbox {
  let messages: Message[] = [];
  return {
    add: (bytes) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          messages = messages.filter((other) => other !== message);
          reject(deaf());
        }, SEND_TIMEOUT_MS);
        const message = { rest: bytes, resolve, reject, timer };
        messages.push(message);
      }),
    flush: (write) => {
      let sent = 0;
      for (let message = messages[0]; message !== undefined; message = messages[0]) {
        const written = write(message.rest);
        if (written === undefined) return undefined;
        sent += written;
        message.rest = message.rest.subarray(written);
        if (message.rest.length > 0) break;
        clearTimeout(message.timer);
        message.resolve();
        messages.shift();
      }
      return sent;
    },
    drop: (error) => {
      for (const { reject, timer } of messages.splice(0)) {
        clearTimeout(timer);
        reject(error);
      }
    },
  };
}

function deaf(): TargetError {
  return new TargetError(
    'agent-silent',
    `The agent did not take a control line within ${SEND_TIMEOUT_MS} ms`,
    'It may hang, or stand still in a debugger.',
  );
}
