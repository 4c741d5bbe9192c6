import type { Duplex, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { countPending, type Ring } from './channel';
import { connectionClosed, streamStuck } from './failures';
import type { CarrierListener, RttCarrier } from './traffic';

export interface SocketParts {
  /** The control channel, both ways. */
  readonly control: Duplex;
  readonly stream: Readable;
  /** Reads the stream's ring from memory, so that `drain` waits for what is still to come. */
  readonly ring: () => Promise<Ring>;
  /** The time that `drain` waits without new bytes. */
  readonly patienceMs?: number;
}

/** The interval at which the ring is read again while its last bytes are in transit. */
const DRAIN_MS = 2;
const PATIENCE_MS = 5000;
/** The usual interval at which a server polls. */
const LOOK_MS = 1;
/** The polls between a block's end and the arrival of its bytes. */
const LOOKS_ON_THE_WAY = 2;

/** Carries an agent's channels by the connections on which a debug server serves them. */
export function socketCarrier(parts: SocketParts): RttCarrier {
  const { control, stream, ring, patienceMs = PATIENCE_MS } = parts;
  const sockets = [control, stream];
  let listener: CarrierListener | undefined;
  let received = 0;
  let isOver = false;
  let going: NodeJS.Timeout | undefined;
  const fail = (error: unknown) => {
    if (isOver) return;
    isOver = true;
    listener?.onFailure(error instanceof Error ? error : new Error(String(error)));
  };
  const vain = estimateLooks();

  const connect = (next: CarrierListener) => {
    listener = next;
    // Bytes that were taken out of the ring earlier are not for this connection.
    ring().then(({ readOffset }) => (received += readOffset), fail);
    control.on('data', (bytes: Buffer) => next.control(bytes));
    stream.on('data', (bytes: Buffer) => {
      received += bytes.length;
      vain.reset();
      next.stream(bytes);
    });
    for (const socket of sockets) socket.on('error', fail);
    control.on('close', () => fail(connectionClosed('control')));
    stream.on('close', () => fail(connectionClosed('stream')));
  };
  /** Nothing is left in the ring, and as many bytes came as the agent has written. */
  const isDrained = (now: Ring) =>
    countPending(now) === 0 && received % now.size === now.writeOffset;
  const drain = async () => {
    let [before, since] = [received, performance.now()];
    for (let now = await ring(); !isOver && !isDrained(now); now = await ring()) {
      if (before !== received) [before, since] = [received, performance.now()];
      if (performance.now() - since > patienceMs) throw streamStuck(countPending(now), patienceMs);
      await sleep(DRAIN_MS);
    }
  };
  return {
    start: connect,
    send: (bytes) => writeAll(control, bytes),
    drain,
    // Nothing can stop the server's polling.
    hush: () => undefined,
    looks: vain.looks,
    stall: (milliseconds) => {
      clearTimeout(going);
      for (const socket of sockets) socket.pause();
      going = setTimeout(() => sockets.forEach((socket) => socket.resume()), milliseconds);
    },
    close: () => {
      isOver = true;
      clearTimeout(going);
      for (const socket of sockets) socket.destroy();
      return Promise.resolve();
    },
  };
}

/** Estimates how many polls of the server have found no data. */
function estimateLooks() {
  let [earlier, since] = [0, performance.now()];
  const now = () =>
    Math.max(0, Math.floor((performance.now() - since) / LOOK_MS) - LOOKS_ON_THE_WAY);
  return {
    looks: () => earlier + now(),
    reset: () => {
      earlier += now();
      since = performance.now();
    },
  };
}

function writeAll(socket: Duplex, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) =>
    socket.write(bytes, (error) => (error ? reject(error) : resolve())),
  );
}
