import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLineQueue } from '../rtt-link/lines';
import { TargetError, type TargetLink } from '../target';
import type { AgentProcess } from './agent-process';
import { createArrivals } from './arrivals';

interface LinkOptions {
  /** Starts an agent: once to begin with, and again for every restart. */
  readonly start: () => Promise<AgentProcess>;
  /** Lines before this one are not the agent's. */
  readonly readyLine?: string;
  /** Sends an empty line that often, so that an agent far away knows that it is still wanted. */
  readonly heartbeatMs?: number;
  /** Undoes what was prepared before the first start. */
  readonly close?: () => Promise<void>;
}

/** What a dead process left in its channels is read to the end, but not for ever. */
const REST_MS = 1000;
/** By this line the agent tells how many bytes of the stream it has written. */
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
    pause: () => Promise.resolve(),
    resume: () => Promise.resolve(),
    restart: async () => {
      await current.end();
      current = await attach(options, arrivals);
    },
    close: () => {
      stopBeating();
      arrivals.fail(closed());
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
  // A broken channel is told by the process's end, which says why.
  for (const stream of [stdin, stdout, stderr]) stream.on('error', () => undefined);
  stderr.on('data', (bytes: Buffer) => lines.push(bytes));
  arrivals.attach(stdout);
  const failure = (async () => {
    const error = await agent.gone;
    const rest = Promise.allSettled(
      [stdout, stderr].map((stream) => finished(stream, { writable: false })),
    );
    await Promise.race([rest, sleep(REST_MS, undefined, { ref: false })]);
    const told = isEnding ? closed() : error;
    lines.fail(told);
    if (!isEnding) arrivals.fail(told);
    return told;
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
      // What nobody listens to is paused already, and must not be let go.
      const heard = [stdout, stderr].filter((stream) => stream.listenerCount('data') > 0);
      for (const stream of heard) stream.pause();
      setTimeout(() => heard.forEach((stream) => stream.resume()), milliseconds);
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

function closed(): TargetError {
  return new TargetError('target-gone', 'The link was closed');
}
