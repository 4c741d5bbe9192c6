import type { Duplex, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { pending, type Ring } from '../../core/rtt/ring';
import type { CarrierListener, RttCarrier } from './carrier';
import { connectionClosed, streamStuck } from './failures';
import { createSilence } from './silence';

export interface SocketParts {
  /** The control channel, both ways. */
  readonly control: Duplex;
  readonly stream: Readable;
  /** The stream's ring as it stands in memory, by which `drain` knows what is still to come. */
  readonly ring: () => Promise<Ring>;
  /** Keeps the server from looking at the target, or lets it go on. Absent where it cannot be told. */
  readonly quiet?: ((on: boolean) => Promise<void>) | undefined;
  /** How long `drain` waits while nothing comes. */
  readonly patienceMs?: number;
}

/** How often the ring is looked at again while its last bytes are on their way. */
const DRAIN_MS = 2;
const PATIENCE_MS = 5000;

/** Carries an agent's channels by the connections on which a debug server serves them. */
export function socketCarrier(parts: SocketParts): RttCarrier {
  const { control, stream, ring, quiet, patienceMs = PATIENCE_MS } = parts;
  const sockets = [control, stream];
  let listener: CarrierListener | undefined;
  let received = 0;
  let isOver = false;
  let going: NodeJS.Timeout | undefined;
  const failed = (error: unknown) => {
    if (isOver) return;
    isOver = true;
    silence.end();
    listener?.failed(error instanceof Error ? error : new Error(String(error)));
  };
  const silence = createSilence(quiet, failed);

  const connect = (next: CarrierListener) => {
    listener = next;
    // What was taken out of the ring before is not for us.
    ring().then(({ readOffset }) => (received += readOffset), failed);
    control.on('data', (bytes: Buffer) => next.control(bytes));
    stream.on('data', (bytes: Buffer) => {
      received += bytes.length;
      silence.heard();
      next.stream(bytes);
    });
    for (const socket of sockets) socket.on('error', failed);
    control.on('close', () => failed(connectionClosed('control')));
    stream.on('close', () => failed(connectionClosed('stream')));
  };
  /** Nothing is left in the ring, and as many bytes came as the agent has written. */
  const isDrained = (now: Ring) => pending(now) === 0 && received % now.size === now.writeOffset;
  const drain = async () => {
    silence.hush(0);
    let [before, since] = [received, performance.now()];
    for (let now = await ring(); !isOver && !isDrained(now); now = await ring()) {
      if (before !== received) [before, since] = [received, performance.now()];
      if (performance.now() - since > patienceMs) throw streamStuck(pending(now), patienceMs);
      await sleep(DRAIN_MS);
    }
  };
  return {
    start: connect,
    send: (bytes) => {
      silence.hush(0);
      return written(control, bytes);
    },
    drain,
    hush: silence.hush,
    looks: silence.looks,
    stall: (milliseconds) => {
      clearTimeout(going);
      for (const socket of sockets) socket.pause();
      going = setTimeout(() => sockets.forEach((socket) => socket.resume()), milliseconds);
    },
    close: () => {
      isOver = true;
      clearTimeout(going);
      silence.end();
      for (const socket of sockets) socket.destroy();
      return Promise.resolve();
    },
  };
}

function written(socket: Duplex, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) =>
    socket.write(bytes, (error) => (error ? reject(error) : resolve())),
  );
}
