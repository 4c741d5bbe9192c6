import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { TargetError } from '../../base';
import { type ChildEnd, type ChildStreams, startPipedGuardian } from '../../host';
import { createLineQueue } from '../../rtt';
import type { TargetLink } from '../target';
import { sampleAgent, type SampledAgent } from './sampler';

interface LinkOptions {
  /** Starts an agent: once to begin with, and again for every restart. */
  readonly start: () => Promise<AgentProcess>;
  /** Lines before this one are not the agent's. */
  readonly readyLine?: string;
  /** The interval of empty lines that keep a remote agent running. */
  readonly heartbeatMs?: number;
  /** Identifies the agent to the system's profiler. */
  readonly sampled: SampledAgent;
  /** Undoes what was prepared before the first start. */
  readonly close?: () => Promise<void>;
}

/** Time limit for reading what a dead process left in its channels. */
const REST_MS = 1000;
/** The line in which the agent reports how many bytes of the stream it has written. */
const STREAM_BYTES = /^stream bytes=(\d+)$/;

/** Opens the link to an agent that runs as a child process. */
export async function openProcessLink(options: LinkOptions): Promise<TargetLink> {
  const arrivals = createArrivals();
  let current = await attach(options, arrivals);
  let closing: Promise<void> | undefined;
  const stopBeating = beat(options.heartbeatMs, () => current.write('\n'));

  return {
    sendLine: (line) => current.send(line),
    nextLine: (timeoutMs) => current.nextLine(timeoutMs),
    onStream: arrivals.onStream,
    drain: () => arrivals.wait(current.written()),
    stall: (milliseconds) => current.stall(milliseconds),
    sampleStacks: (seconds, signal) => sampleAgent(options.sampled, seconds, signal),
    restart: async () => {
      await current.end();
      current = await attach(options, arrivals);
    },
    close: () => {
      stopBeating();
      arrivals.fail(closingError());
      closing ??= current.end().then(options.close);
      return closing;
    },
  };
}

/** Starts an agent and connects its channels. */
async function attach(
  { start, readyLine }: LinkOptions,
  arrivals: ReturnType<typeof createArrivals>,
) {
  const agent = await start();
  const { stdin, stdout, stderr } = agent.streams;
  const lines = createLineQueue();
  let written = 0;
  let isReady = readyLine === undefined;
  let isEnding = false;
  // A broken channel is reported by the process's end, with the reason.
  for (const stream of [stdin, stdout, stderr]) stream.on('error', () => undefined);
  stderr.on('data', (bytes: Buffer) => lines.push(bytes));
  arrivals.attach(stdout);
  const failure = (async () => {
    const error = await agent.gone;
    const rest = Promise.allSettled(
      [stdout, stderr].map((stream) => finished(stream, { writable: false })),
    );
    await Promise.race([rest, sleep(REST_MS, undefined, { ref: false })]);
    const reason = isEnding ? closingError() : error;
    lines.fail(reason);
    if (!isEnding) arrivals.fail(reason);
    return reason;
  })();

  const nextLine = async (timeoutMs: number): Promise<string> => {
    for (;;) {
      const line = await lines.next(timeoutMs);
      const count = STREAM_BYTES.exec(line)?.[1];
      if (count !== undefined) written = Number(count);
      else if (isReady) return line;
      isReady ||= line === readyLine;
    }
  };
  return {
    nextLine,
    written: () => written,
    write: (text: string) => stdin.writable && stdin.write(text),
    send: (line: string) =>
      new Promise<void>((resolve, reject) => {
        stdin.write(`${line}\n`, (error) => {
          if (!error) resolve();
          else void failure.then(reject);
        });
      }),
    stall: (milliseconds: number) => {
      // Without a listener the channel is paused already, and must stay so.
      const flowing = [stdout, stderr].filter((stream) => stream.listenerCount('data') > 0);
      for (const stream of flowing) stream.pause();
      setTimeout(() => flowing.forEach((stream) => stream.resume()), milliseconds);
    },
    end: async () => {
      isEnding = true;
      await agent.end();
      await failure;
    },
  };
}

function beat(intervalMs: number | undefined, send: () => void): () => void {
  if (intervalMs === undefined) return () => undefined;
  const timer = setInterval(send, intervalMs).unref();
  return () => clearInterval(timer);
}

function closingError(): TargetError {
  return new TargetError('target-gone', 'The link was closed');
}

/** An agent that runs as a child process: lines on stdin and stderr, the stream on stdout. */
interface AgentProcess {
  readonly streams: ChildStreams;
  /** Resolves when the process has ended, with the failure for calls that still use it. */
  readonly gone: Promise<TargetError>;
  end(): Promise<void>;
}

/** The end of a process, for messages. */
export function endText({ code, signal }: ChildEnd): string {
  return signal === null ? `with exit code ${code}` : `by ${signal}`;
}

/** The hint for an end without a better reason. */
export const ENDED_HINT =
  'It may have crashed, or someone ended the process. Try the benchmarks one by one.';

/** Stream bytes on their way from a process to the one who listens. */
interface Arrivals {
  onStream(listener: (bytes: Uint8Array) => void): void;
  /** Resolves once `bytes` have been delivered, counted from the process's start. */
  wait(bytes: number): Promise<void>;
  fail(error: Error): void;
  /** Takes the bytes of another process, from zero on. */
  attach(source: Readable): void;
}

/** Delivers incoming data; without a listener it stays in the channel. */
function createArrivals(): Arrivals {
  const drains = createDrains();
  let listener: ((bytes: Uint8Array) => void) | undefined;
  let source: Readable | undefined;
  let delivered = 0;
  let failure: Error | undefined;

  const listen = () => {
    const from = source;
    if (from === undefined || listener === undefined || from.listenerCount('data') > 0) return;
    from.on('data', (bytes: Buffer) => {
      if (from !== source) return;
      listener?.(bytes);
      delivered += bytes.length;
      drains.reach(delivered);
    });
  };
  return {
    onStream: (next) => {
      listener = next;
      listen();
    },
    wait: async (bytes) => {
      if (delivered >= bytes || listener === undefined) return;
      if (failure !== undefined) throw failure;
      await drains.wait(bytes);
    },
    fail: (error) => {
      failure ??= error;
      drains.drop(error);
    },
    attach: (next) => {
      source = next;
      delivered = 0;
      listen();
    },
  };
}

/** Calls that wait until the stream has been delivered up to some byte. */
interface Drains {
  wait(until: number): Promise<void>;
  reach(delivered: number): void;
  drop(error: Error): void;
}

interface Waiter {
  readonly until: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** Keeps everyone who waits until the count of delivered bytes is reached. */
function createDrains(): Drains {
  let waiters: Waiter[] = [];
  return {
    wait: (until) => new Promise((resolve, reject) => waiters.push({ until, resolve, reject })),
    reach: (delivered) => {
      if (waiters.length === 0) return;
      for (const { resolve } of waiters.filter(({ until }) => until <= delivered)) resolve();
      waiters = waiters.filter(({ until }) => until > delivered);
    },
    drop: (error) => {
      for (const { reject } of waiters.splice(0)) reject(error);
    },
  };
}

/** A program to run as an agent, or as the way to one. */
interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The error if the program could not be started, by the system's error code. */
  readonly explainStart: (code: string) => TargetError;
  /** The error if the program has ended. */
  readonly explainEnd: (end: ChildEnd) => TargetError;
}

/** Starts a program that ends with this process at the latest. */
export async function startProcess(program: Program): Promise<AgentProcess> {
  const { command, args, env = {}, explainStart, explainEnd } = program;
  const guardian = startPipedGuardian({ remove: [] });
  try {
    const child = await guardian.run(command, args, { env });
    return {
      streams: guardian.streams,
      gone: child.ended.then(explainEnd),
      end: () => guardian.end(),
    };
  } catch (error) {
    await guardian.end();
    throw explainStart((error as Error).message);
  }
}
