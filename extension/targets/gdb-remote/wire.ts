import type { Socket } from 'node:net';
import { decodeFrames, type Frame } from './codec';

export interface WireOptions {
  /** The server's name, for messages. */
  readonly server: string;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** Packets with acknowledgement and deadlines; the first failure ends it for good. */
export interface Wire {
  send(packet: Uint8Array): void;
  /** Sends, and gives the first payload that is accepted; others are dropped. */
  exchange(packet: Uint8Array, accepts: (payload: string) => boolean): Promise<string>;
  /** Both sides trust the connection from now on. */
  stopAcks(): void;
}

interface Waiter {
  readonly accepts: (payload: string) => boolean;
  readonly settle: (result: string | Error) => void;
}

const MAX_RESENDS = 3;

/** Takes over a connected socket. */
export function openWire(socket: Socket, { server, signal, timeoutMs }: WireOptions): Wire {
  let acks = true;
  let lastSent: Uint8Array = new Uint8Array();
  let resends = 0;
  let waiter: Waiter | undefined;
  let failure: Error | undefined;

  const fail = (error: Error) => {
    failure ??= error;
    waiter?.settle(failure);
    socket.destroy();
  };
  receiveFrames(socket, (frame) => {
    if (frame.kind === 'nak') {
      if (++resends > MAX_RESENDS) fail(new Error(`${server} refused a packet ${resends} times`));
      else socket.write(lastSent);
    }
    if (frame.kind === 'damaged' && acks) socket.write('-');
    if (frame.kind !== 'packet') return;
    if (acks) socket.write('+');
    if (waiter?.accepts(frame.payload) === true) waiter.settle(frame.payload);
  });
  watchEnd(socket, signal, server, fail);

  const send = (packet: Uint8Array) => {
    lastSent = packet;
    resends = 0;
    if (failure === undefined) socket.write(packet);
  };
  return {
    send,
    exchange: (packet, accepts) =>
      new Promise((resolve, reject) => {
        if (failure !== undefined) return reject(failure);
        if (waiter !== undefined) return reject(new Error('one request at a time'));
        const late = new Error(`${server} did not answer within ${timeoutMs} ms`);
        const timer = setTimeout(() => fail(late), timeoutMs);
        const settle: Waiter['settle'] = (result) => {
          clearTimeout(timer);
          waiter = undefined;
          if (result instanceof Error) reject(result);
          else resolve(result);
        };
        waiter = { accepts, settle };
        send(packet);
      }),
    stopAcks: () => {
      acks = false;
    },
  };
}

function receiveFrames(socket: Socket, receive: (frame: Frame) => void): void {
  let rest: Uint8Array = new Uint8Array();
  socket.on('data', (chunk: Uint8Array) => {
    const decoded = decodeFrames(Buffer.concat([rest, chunk]));
    rest = decoded.rest;
    decoded.frames.forEach(receive);
  });
}

function watchEnd(
  socket: Socket,
  signal: AbortSignal,
  server: string,
  fail: (error: Error) => void,
): void {
  const onClose = () => fail(new Error(`${server} closed the debug connection`));
  const onAbort = () =>
    fail(signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason)));
  socket.on('error', onClose);
  socket.on('close', onClose);
  signal.addEventListener('abort', onAbort, { once: true });
  socket.once('close', () => signal.removeEventListener('abort', onAbort));
  if (signal.aborted) onAbort();
}
