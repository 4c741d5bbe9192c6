import { setImmediate as turn } from 'node:timers/promises';
import { LONGEST_ANSWER_MS, TargetError } from '../base';
import {
  advanceOffset,
  type Channel,
  isPossibleRing,
  countPending,
  planDown,
  readOffsetUpdate,
  type Ring,
  RING_AT,
  parseRing,
  spansToRead,
  type Update,
} from './channel';
import { makeRestartError, offsetChanged, makeRingError } from './failures';
import type { AgentChannels } from './find-agent';
import type { Memory } from './memory';
import type { CarrierListener, RttCarrier } from './traffic';

export interface PollingOptions {
  /** The memory is a file that an emulator maps: polls are quick, and take nothing from the core. */
  readonly isShared?: boolean;
  /** Stops the core for every poll, where memory cannot be reached while it runs. */
  readonly halting?: {
    readonly halt: () => Promise<void>;
    readonly resume: () => Promise<void>;
  };
}

/** Carries an agent's channels by accesses to its memory, one at a time. */
export function pollingCarrier(
  memory: Memory,
  channels: AgentChannels,
  { isShared = false, halting }: PollingOptions = {},
): RttCarrier {
  const outbox = createOutbox();
  const { controlUp, controlDown, stream } = channels;
  const rings = openRings(memory, { up: [controlUp, stream], down: controlDown }, isShared);
  let listener: CarrierListener | undefined;

  const poll = async (): Promise<boolean> => {
    await rings.refresh();
    const sent = await rings.write(outbox.flush);
    const control = await rings.take(controlUp);
    // Last, because the listener may ask for silence at once.
    const events = await rings.take(stream);
    if (control.length > 0) listener?.control(control);
    if (events.length > 0) listener?.stream(events);
    return sent + control.length + events.length > 0;
  };
  const pollHalted = async () => {
    await halting?.halt();
    try {
      return await poll();
    } finally {
      await halting?.resume();
    }
  };
  const fail = (error: unknown) => {
    const failure = error instanceof Error ? error : new Error(String(error));
    outbox.drop(failure);
    listener?.onFailure(failure);
  };
  let poller: ReturnType<typeof startPolling> | undefined;
  return {
    start: (next) => {
      listener = next;
      const pause = isShared ? spinAfter : pauseAfter;
      poller = startPolling(halting === undefined ? poll : pollHalted, fail, pause);
    },
    send: (bytes) => {
      const sent = outbox.add(bytes);
      poller?.wake();
      return sent;
    },
    drain: async () => poller?.next(),
    hush: (milliseconds) => poller?.hush(milliseconds),
    looks: () => poller?.looks() ?? 0,
    stall: (milliseconds) => poller?.stall(milliseconds),
    close: async () => {
      listener = undefined;
      outbox.drop(makeRestartError());
      await poller?.stop();
    },
  };
}

/** The rings of an agent's channels as the last poll found them. */
interface Rings {
  /** Reads all descriptors at once, and refuses what cannot be. */
  refresh(): Promise<void>;
  /** Takes what an up channel held at the last poll. */
  take(channel: Channel): Promise<Uint8Array>;
  /** Where the next bytes of an up channel begin. */
  getReadOffset(channel: Channel): number;
  /** Lets `fill` put bytes into the down channel, as many as fit, and writes them. */
  write(fill: (put: (bytes: Uint8Array) => number) => number): Promise<number>;
}

/** The offset that the host writes: of an up channel the read offset, of a down channel the other. */
type Own = 'readOffset' | 'writeOffset';

const DESCRIPTOR_SIZE = 24;
const EMPTY = new Uint8Array();

/** Channels to follow: those that are read, and the one that is written. */
interface Followed {
  readonly up: readonly Channel[];
  readonly down: Channel;
}

/** Follows the rings of a program. */
export function openRings(memory: Memory, { up, down }: Followed, isShared: boolean): Rings {
  const owned: readonly (readonly [Channel, Own])[] = [
    ...up.map((channel) => [channel, 'readOffset'] as const),
    [down, 'writeOffset'],
  ];
  const descriptors = owned.map(([{ descriptor }]) => descriptor);
  const start = Math.min(...descriptors);
  const length = Math.max(...descriptors) + DESCRIPTOR_SIZE - start;
  const rings = new Map<Channel, Ring>();

  const check = (bytes: Uint8Array, channel: Channel, own: Own): Ring => {
    const at = channel.descriptor - start + RING_AT;
    const ring = parseRing(bytes, at);
    if (!isPossibleRing(channel, ring)) throw makeRingError(channel, ring);
    const before = rings.get(channel);
    if (before !== undefined && before[own] !== ring[own]) {
      throw offsetChanged(channel, own, before[own], ring[own]);
    }
    return ring;
  };
  const apply = ({ address, bytes }: Update) => memory.write(address, bytes);
  return {
    refresh: async () => {
      const bytes = await memory.read(start, length);
      for (const [channel, own] of owned) rings.set(channel, check(bytes, channel, own));
    },
    take: async (channel) => {
      const ring = rings.get(channel);
      const count = ring === undefined ? 0 : countPending(ring);
      if (ring === undefined || count === 0) return EMPTY;
      const bytes = new Uint8Array(count);
      let taken = 0;
      for (const span of spansToRead(ring, count)) {
        bytes.set(await memory.read(channel.buffer + span.offset, span.length), taken);
        taken += span.length;
      }
      const next = advanceOffset(ring.readOffset, count, ring.size);
      await apply(readOffsetUpdate(channel, next, isShared));
      rings.set(channel, { ...ring, readOffset: next });
      return bytes;
    },
    getReadOffset: (channel) => rings.get(channel)?.readOffset ?? 0,
    write: async (fill) => {
      const updates: Update[] = [];
      const sent = fill((bytes) => {
        const ring = rings.get(down);
        if (ring === undefined) return 0;
        const plan = planDown(down, ring, bytes, isShared);
        updates.push(...plan.updates);
        rings.set(down, plan.next);
        return plan.written;
      });
      for (const update of updates) await apply(update);
      return sent;
    },
  };
}

/** Polls a target repeatedly. */
export interface Poller {
  /** Polls at once: ends a hush, but no stall. */
  wake(): void;
  /** Pauses polling for this time; a later call replaces an earlier one. */
  hush(milliseconds: number): void;
  /** Pauses polling for this time, whatever else is requested. */
  stall(milliseconds: number): void;
  /** Resolves after a poll that begins after the call. */
  next(): Promise<void>;
  /** The polls that found nothing. */
  looks(): number;
  /** Stops polling; resolves when the poll in progress is over. */
  stop(): Promise<void>;
}

/** Something that waits is found late by this share of the time for which there was nothing. */
const LATE = 0.05;
const SHORTEST_MS = 1;
const LONGEST_MS = 250;
/** Timers hold no more. */
const FOREVER_MS = 0x7fffffff;

/** The pause before the next poll, after `idleMs` without data. */
export function pauseAfter(idleMs: number): number {
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, idleMs * LATE));
}

/** An agent's gap between packets: so long the next one is expected at once. */
const SPIN_MS = 2;
/**
 * The rest between two polls that expect something at once. Polls without rest would take the
 * emulator's processor, and a busy system schedules those last who never rest.
 */
const DOZE_MS = 0.1;
/** Less than a timer's shortest wait, so that it is waited for once. */
const BRIEFLY_MS = 0.5;

/** As `pauseAfter`, where a poll costs the target nothing. */
export function spinAfter(idleMs: number): number {
  return idleMs < SPIN_MS ? DOZE_MS : BRIEFLY_MS;
}

/**
 * Starts polling, one poll after the other: at once while something is found, ever less often while
 * nothing is. `poll` returns whether it found anything; its failure is the end.
 */
export function startPolling(
  poll: () => Promise<boolean>,
  fail: (error: unknown) => void,
  pauseAfterIdle: (idleMs: number) => number,
): Poller {
  let isStopped = false;
  let isWoken = false;
  let looks = 0;
  let lastFound = performance.now();
  let nextAt = 0;
  let quietUntil = 0;
  let stalledUntil = 0;
  const pause = createPause();
  let begun: (() => void)[] = [];

  const pollOnce = async () => {
    const done = begun;
    begun = [];
    isWoken = false;
    const hasFound = await poll();
    const now = performance.now();
    if (hasFound || isWoken) lastFound = now;
    if (!hasFound) looks += 1;
    nextAt = hasFound || isWoken ? now : now + pauseAfterIdle(now - lastFound);
    done.forEach((resolve) => resolve());
  };
  const loop = async () => {
    while (!isStopped) {
      const left = Math.max(nextAt, quietUntil, stalledUntil) - performance.now();
      if (left > 0) await pause.wait(left);
      else await pollOnce().then(() => turn());
    }
  };
  const wake = () => {
    isWoken = true;
    nextAt = quietUntil = 0;
    pause.end();
  };
  const ended = turn().then(loop).catch(fail);
  return {
    wake,
    hush: (milliseconds) => {
      if (milliseconds <= 0) return wake();
      quietUntil = performance.now() + milliseconds;
      pause.end();
    },
    stall: (milliseconds) => void (stalledUntil = performance.now() + milliseconds),
    next: () => {
      const polled = new Promise<void>((resolve) => begun.push(resolve));
      wake();
      return polled;
    },
    looks: () => looks,
    stop: () => {
      isStopped = true;
      pause.end();
      return ended;
    },
  };
}

/** Never notified: waiting for it only takes time, and nothing else happens in the thread. */
const NEVER = new Int32Array(new SharedArrayBuffer(4));

/** A wait that can be ended early, unless it is shorter than a timer's shortest. */
function createPause() {
  let end = () => {};
  const waitForTimer = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.min(milliseconds, FOREVER_MS));
      end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  return {
    wait: async (milliseconds: number) => {
      if (milliseconds > DOZE_MS) await waitForTimer(milliseconds);
      else Atomics.wait(NEVER, 0, 0, milliseconds);
    },
    end: () => end(),
  };
}

/** Bytes on their way to the agent. */
interface Outbox {
  /** Resolves once all of them are in the agent's ring. */
  add(bytes: Uint8Array): Promise<void>;
  /** Writes as much as `write` takes and counts it. */
  flush(write: (bytes: Uint8Array) => number): number;
  drop(error: Error): void;
}

interface Message {
  rest: Uint8Array;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** Keeps bytes in order until they fit; a line may be longer than the ring. */
function createOutbox(): Outbox {
  let messages: Message[] = [];
  return {
    add: (bytes) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          messages = messages.filter((other) => other !== message);
          reject(makeDeafError());
        }, LONGEST_ANSWER_MS);
        const message = { rest: bytes, resolve, reject, timer };
        messages.push(message);
      }),
    flush: (write) => {
      let sent = 0;
      for (let message = messages[0]; message !== undefined; message = messages[0]) {
        const written = write(message.rest);
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

function makeDeafError(): TargetError {
  return new TargetError(
    'agent-silent',
    `The agent did not take a control line within ${LONGEST_ANSWER_MS} ms`,
    'It may hang, or be halted by a debugger. End the debug session, or reset the target, and measure again.',
  );
}
