import { TargetError } from '../../base/failures';
import type { TargetLink } from '../../targets/target';

/** Actions of a scripted agent while it executes a command. */
export interface FakeChannel {
  line(text: string): void;
  stream(bytes: Uint8Array): void;
  /** Resolves when the host sends `stop`. */
  readonly stopped: Promise<void>;
}

/** Executes one command line; it may take its time. */
export type FakeAgent = (line: string, channel: FakeChannel) => Promise<void> | void;

export interface FakeLink extends TargetLink {
  /** Everything that was called, in order, with the lines that were sent. */
  readonly calls: readonly string[];
  /** The agent is gone: pending reads of lines reject. */
  die(): void;
}

/** A link to a scripted agent in this process. */
export function fakeLink(agent: FakeAgent): FakeLink {
  const calls: string[] = [];
  const lines: string[] = [];
  let waiting: { resolve(line: string): void; reject(error: Error): void } | undefined;
  let listener: (bytes: Uint8Array) => void = () => undefined;
  let dead: TargetError | undefined;
  let stop: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => (stop = resolve));

  const deliver = (text: string) => {
    if (waiting) waiting.resolve(text);
    else lines.push(text);
    waiting = undefined;
  };
  const channel = { line: deliver, stream: (bytes: Uint8Array) => listener(bytes), stopped };
  const note = (call: string) => {
    calls.push(call);
    return Promise.resolve();
  };
  return {
    calls,
    die: () => {
      dead = new TargetError('target-gone', 'The target ended.');
      waiting?.reject(dead);
    },
    sendLine: async (line) => {
      calls.push(line);
      if (dead) throw dead;
      if (line === 'stop') stop();
      void Promise.resolve().then(() => agent(line, channel));
    },
    nextLine: (timeoutMs) => {
      if (dead) return Promise.reject(dead);
      const line = lines.shift();
      if (line !== undefined) return Promise.resolve(line);
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting = undefined;
          reject(new TargetError('agent-silent', 'The agent is silent.'));
        }, timeoutMs);
        const settle =
          <T>(then: (value: T) => void) =>
          (value: T) => {
            clearTimeout(timer);
            then(value);
          };
        waiting = { resolve: settle(resolve), reject: settle(reject) };
      });
    },
    onStream: (next) => void (listener = next),
    drain: () => note('drain'),
    stall: () => undefined,
    restart: () => note('restart'),
    close: () => note('close'),
  };
}
