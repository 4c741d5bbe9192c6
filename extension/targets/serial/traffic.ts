import { createLineQueue, lineBytes } from '../rtt-link/lines';
import { createExchange, type Seen } from './exchange';
import type { SerialLine } from './line';
import { createMoment } from './moment';

/** Control lines and stream of the agent at the other end of a serial line. */
export interface SerialTraffic {
  sendLine(line: string): Promise<void>;
  nextLine(timeoutMs: number): Promise<string>;
  onStream(listener: (bytes: Uint8Array) => void): void;
  /** Resolves once the stream's ring was empty after the call. */
  drain(patienceMs: number, late: () => Error): Promise<void>;
  /** Resolves once an agent has started; one that runs is told to start afresh. */
  start(timeoutMs: number, late: () => Error): Promise<void>;
  stall(milliseconds: number): void;
  seen(): Seen;
  /** Ends everything; all who wait are rejected. */
  fail(error: Error): void;
}

/** Starts to answer the agent. */
export function startTraffic(
  line: SerialLine,
  outOfStep: (isFresh: boolean) => Error,
): SerialTraffic {
  const lines = createLineQueue();
  const started = createMoment();
  const dry = createMoment();
  let unheard: Uint8Array[] = [];
  let listener: ((bytes: Uint8Array) => void) | undefined;
  let failure: Error | undefined;
  let going: NodeJS.Timeout | undefined;

  const fail = (error: Error) => {
    failure ??= error;
    clearTimeout(going);
    lines.fail(failure);
    started.fail(failure);
    dry.fail(failure);
  };
  const exchange = createExchange(line, {
    control: lines.push,
    stream: (bytes) => {
      if (listener === undefined) unheard.push(bytes);
      else listener(bytes);
    },
    progress: (isDry) => (isDry ? dry.come() : dry.delay()),
    started: started.come,
    outOfStep: (isFresh) => fail(outOfStep(isFresh)),
  });
  line.start({ bytes: exchange.bytes, gone: fail });
  return {
    sendLine: (text) => {
      if (failure !== undefined) return Promise.reject(failure);
      exchange.send(lineBytes(text));
      return Promise.resolve();
    },
    nextLine: (timeoutMs) => lines.next(timeoutMs),
    onStream: (next) => {
      listener = next;
      for (const bytes of unheard.splice(0)) next(bytes);
    },
    drain: dry.next,
    start: (timeoutMs, late) => {
      lines.clear();
      unheard = [];
      exchange.restart();
      return started.next(timeoutMs, late);
    },
    stall: (milliseconds) => {
      clearTimeout(going);
      line.pause();
      going = setTimeout(line.resume, milliseconds);
    },
    seen: exchange.seen,
    fail,
  };
}
