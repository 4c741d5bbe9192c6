import type { Socket } from 'node:net';
import { decodeFrames, type Frame } from './codec';

export interface WireOptions {
  /** The server's name, for messages. */
  readonly server: string;
  readonly signal: AbortSignal;
}

/** Who hears what arrives. */
export interface WireListener {
  readonly packet: (payload: string) => void;
  readonly notification: (payload: string) => void;
  readonly ended: (error: Error) => void;
}

/** Packets with acknowledgement; the first failure ends it for good. */
export interface Wire {
  send(packet: Uint8Array): void;
  /** Both sides trust the connection from now on. */
  stopAcks(): void;
  fail(error: Error): void;
}

const MAX_RESENDS = 3;

/** Takes over a connected socket. */
export function openWire(
  socket: Socket,
  { server, signal }: WireOptions,
  listener: WireListener,
): Wire {
  let acks = true;
  let lastSent: Uint8Array = new Uint8Array();
  let resends = 0;
  let damaged = 0;
  let hasFailed = false;

  const fail = (error: Error) => {
    if (hasFailed) return;
    hasFailed = true;
    socket.destroy();
    listener.ended(error);
  };
  // An acknowledgement and the request behind it would wait for each other, 40 ms a request.
  socket.setNoDelay(true);
  receiveFrames(socket, (frame) => {
    if (frame.kind === 'nak') {
      if (++resends > MAX_RESENDS) fail(new Error(`${server} refused a packet ${resends} times`));
      else socket.write(lastSent);
    }
    if (frame.kind === 'damaged') {
      // Without acknowledgements nobody sends it again.
      if (!acks || ++damaged > MAX_RESENDS) fail(new Error(`${server} sent a damaged packet`));
      else socket.write('-');
    }
    if (frame.kind === 'notification') listener.notification(frame.payload);
    if (frame.kind !== 'packet') return;
    damaged = 0;
    if (acks) socket.write('+');
    listener.packet(frame.payload);
  });
  watchEnd(socket, signal, server, fail);

  return {
    send: (packet) => {
      lastSent = packet;
      resends = 0;
      if (!hasFailed) socket.write(packet);
    },
    stopAcks: () => {
      acks = false;
    },
    fail,
  };
}

function receiveFrames(socket: Socket, receive: (frame: Frame) => void): void {
  let rest: Uint8Array = new Uint8Array();
  socket.on('data', (chunk: Uint8Array) => {
    const decoded = decodeFrames(rest.length === 0 ? chunk : Buffer.concat([rest, chunk]));
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
