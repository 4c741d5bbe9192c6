import { type Memory, pendingIn, readUp, writeDown } from '../block';
import type { AgentChannels } from './channels';
import { createDrains } from './drains';
import { destroyed, interrupted } from './failures';
import { createLineQueue, lineBytes } from './lines';
import { createOutbox, type Outbox } from './outbox';

/** Control lines and stream over an agent's RTT channels, which are taken from a source. */
export interface Traffic<Source = AgentChannels> {
  sendLine(line: string): Promise<void>;
  nextLine(timeoutMs: number): Promise<string>;
  onStream(listener: (bytes: Uint8Array) => void): void;
  drain(): Promise<void>;
  stall(milliseconds: number): void;
  /** Polls no more once everything was fetched, until `wake`: the core stands still. */
  rest(): void;
  wake(): void;
  /** Drops what is on its way and fetches nothing until `attach`: the agent is started afresh. */
  detach(): void;
  attach(source: Source): void;
  /** Ends everything; all who wait are rejected. */
  fail(error: Error): void;
}

const NOTHING = new Uint8Array();

/** Starts to carry lines and stream between an agent and its host. */
export function startTraffic(memory: Memory, initial: AgentChannels): Traffic {
  const lines = createLineQueue();
  const outbox = createOutbox();
  const drains = createDrains();
  let channels: AgentChannels | undefined = initial;
  let listener: ((bytes: Uint8Array) => void) | undefined;
  let failure: Error | undefined;
  let delivered = 0;

  const poll = (): boolean => {
    if (channels === undefined) return false;
    const moved = exchange(memory, channels, outbox, listener !== undefined);
    if (moved === undefined) {
      fail(destroyed());
      return false;
    }
    if (moved.data.length > 0) listener?.(moved.data);
    if (moved.control.length > 0) lines.push(moved.control);
    delivered += moved.data.length;
    drains.reach(delivered);
    return moved.sent + moved.data.length + moved.control.length > 0;
  };
  const pump = startPump(poll);
  const fail = (error: Error) => {
    failure ??= error;
    pump.stop();
    lines.fail(failure);
    dropAll(failure, outbox, drains);
  };
  return {
    sendLine: async (line) => {
      if (failure !== undefined) throw failure;
      const sent = outbox.add(lineBytes(line));
      pump.nudge();
      await sent;
    },
    nextLine: (timeoutMs) => lines.next(timeoutMs),
    onStream: (next) => {
      listener = next;
      pump.nudge();
    },
    drain: async () => {
      if (failure !== undefined) throw failure;
      const waiting = channels === undefined ? 0 : (pendingIn(memory, channels.stream) ?? 0);
      if (waiting > 0 && listener !== undefined) await drains.wait(delivered + waiting);
    },
    stall: pump.stall,
    rest: pump.rest,
    wake: pump.wake,
    detach: () => {
      channels = undefined;
      lines.clear();
      dropAll(interrupted(), outbox, drains);
    },
    attach: (next) => {
      channels = next;
      pump.wake();
    },
    fail,
  };
}

/** One round over all channels; undefined when one is no longer valid. */
function exchange(
  memory: Memory,
  { controlDown, controlUp, stream }: AgentChannels,
  outbox: Outbox,
  isHeard: boolean,
): { sent: number; data: Uint8Array; control: Uint8Array } | undefined {
  const sent = outbox.flush((bytes) => writeDown(memory, controlDown, bytes));
  // Without a listener the stream stays where it is: the ring is the only buffer it needs.
  const data = isHeard ? readUp(memory, stream) : NOTHING;
  const control = readUp(memory, controlUp);
  if (sent === undefined || data === undefined || control === undefined) return undefined;
  return { sent, data, control };
}

function dropAll(error: Error, ...queues: readonly { drop(error: Error): void }[]): void {
  for (const queue of queues) queue.drop(error);
}

/** Calls a poll function often while there is work, seldom when there is none. */
export interface Pump {
  /** Stops polling once a poll finds nothing, until `wake`. */
  rest(): void;
  wake(): void;
  /** Polls at once; does not end a rest. */
  nudge(): void;
  /** Does not poll for a while. */
  stall(milliseconds: number): void;
  stop(): void;
}

/** How long after the last byte the next one is expected at once: an agent's gap between packets. */
const SPIN_MS = 2;
const IDLE_MS = 1;

/** Starts polling; `poll` says whether it found anything. */
export function startPump(poll: () => boolean): Pump {
  let isResting = false;
  let isStopped = false;
  let stalledUntil = 0;
  let lastActive = 0;
  let cancel: (() => void) | undefined;

  const later = (milliseconds: number) => {
    // A nudge from within a poll has made plans already.
    cancel?.();
    if (milliseconds > 0) {
      const timer = setTimeout(turn, milliseconds);
      cancel = () => clearTimeout(timer);
    } else {
      const immediate = setImmediate(turn);
      cancel = () => clearImmediate(immediate);
    }
  };
  const turn = () => {
    cancel = undefined;
    const now = performance.now();
    if (now < stalledUntil) return later(Math.ceil(stalledUntil - now));
    if (poll()) lastActive = now;
    if (isStopped) return;
    const isActive = now - lastActive < SPIN_MS;
    if (isResting && !isActive) return;
    later(isActive ? 0 : IDLE_MS);
  };
  const nudge = () => {
    lastActive = performance.now();
    if (!isStopped) later(0);
  };
  nudge();
  return {
    rest: () => {
      isResting = true;
    },
    wake: () => {
      isResting = false;
      nudge();
    },
    nudge,
    stall: (milliseconds) => {
      stalledUntil = performance.now() + milliseconds;
    },
    stop: () => {
      isStopped = true;
      cancel?.();
    },
  };
}
