import type { Socket } from 'node:net';
import { createQueue } from '../base';
import {
  decodeFrames,
  decodeHexText,
  encodePacket,
  type GdbFrame,
  isOutput,
  isStop,
} from './codec';

interface DialogueOptions {
  /** The server's name, for messages. */
  readonly server: string;
  readonly signal: AbortSignal;
  /** Called when a resumed core has stopped. */
  readonly onStop: (reply: string) => void;
  /** Called for an unexpected answer: the server refused a request that has none. */
  readonly onStray: (reply: string) => void;
  /** Called with unsolicited text from the server. */
  readonly onOutput: (text: string) => void;
  readonly onEnd: (error: Error) => void;
}

interface Question {
  readonly timeoutMs: number;
  /** The answer looks like a stop reply, as for `?`, `vAttach` and `vStopped`. */
  readonly isStopAnswer?: boolean;
  /** Receives output printed before the answer. */
  readonly onOutput?: (text: string) => void;
  /** Called at the deadline instead of failing. */
  readonly onLate?: () => void;
  /** The time that is left then. */
  readonly lateMs?: number;
  /** Called when the answer arrives, before anything that the server sent after it is handled. */
  readonly onAnswer?: () => void;
}

/** Serialises requests and their answers; separates out stops and printed text. */
export interface Dialogue {
  ask(packet: string, question: Question): Promise<string>;
  /** Sends in turn, without waiting for an answer. */
  send(bytes: Uint8Array): Promise<void>;
  /** Sends at once, even while a request is pending. */
  interject(bytes: Uint8Array): void;
  /** Marks the connection as unusable. */
  fail(error: Error): void;
  stopAcks(): void;
}

interface Waiter extends Question {
  readonly settle: (result: string | Error) => void;
}

const NOTIFIED_STOP = 'Stop:';

/** Takes over a connected socket. */
export function openDialogue(socket: Socket, options: DialogueOptions): Dialogue {
  const inTurn = createQueue();
  let waiter: Waiter | undefined;
  let failure: Error | undefined;

  const onPacket = (payload: string) => {
    if (isOutput(payload)) {
      (waiter?.onOutput ?? options.onOutput)(decodeHexText(payload.slice(1)));
    } else if (isStop(payload) && waiter?.isStopAnswer !== true) {
      options.onStop(payload);
    } else if (waiter === undefined) {
      options.onStray(payload);
    } else {
      waiter.onAnswer?.();
      waiter.settle(payload);
    }
  };
  const wire = openWire(socket, options, {
    packet: (payload) => {
      if (failure === undefined) onPacket(payload);
    },
    notification: (payload) => {
      if (payload.startsWith(NOTIFIED_STOP)) options.onStop(payload.slice(NOTIFIED_STOP.length));
    },
    ended: (error) => {
      failure = error;
      waiter?.settle(error);
      options.onEnd(error);
    },
  });

  const exchange = (packet: string, question: Question) =>
    new Promise<string>((resolve, reject) => {
      if (failure !== undefined) return reject(failure);
      const { timeoutMs, lateMs = 0 } = question;
      const late = new Error(`${options.server} did not answer within ${timeoutMs + lateMs} ms`);
      const forget = startPatience(question, () => wire.fail(late));
      const settle: Waiter['settle'] = (result) => {
        forget();
        waiter = undefined;
        if (result instanceof Error) reject(result);
        else resolve(result);
      };
      waiter = { ...question, settle };
      wire.send(encodePacket(packet));
    });
  return {
    ask: (packet, question) => inTurn(() => exchange(packet, question)),
    send: (bytes) =>
      inTurn(async () => {
        if (failure !== undefined) throw failure;
        wire.send(bytes);
      }),
    interject: wire.send,
    fail: wire.fail,
    stopAcks: wire.stopAcks,
  };
}

/** Calls `giveUp` at the deadline, or after the time that is left then; returns what prevents that. */
function startPatience({ timeoutMs, onLate, lateMs }: Question, giveUp: () => void): () => void {
  const beLate = () => {
    onLate?.();
    timer = setTimeout(giveUp, lateMs);
  };
  let timer = setTimeout(onLate === undefined ? giveUp : beLate, timeoutMs);
  return () => clearTimeout(timer);
}

interface WireOptions {
  /** The server's name, for messages. */
  readonly server: string;
  readonly signal: AbortSignal;
}

/** Receives incoming frames. */
interface WireListener {
  readonly packet: (payload: string) => void;
  readonly notification: (payload: string) => void;
  readonly ended: (error: Error) => void;
}

/** Packets with acknowledgement; the first failure closes it permanently. */
interface Wire {
  send(packet: Uint8Array): void;
  /** Stops sending and expecting acknowledgements. */
  stopAcks(): void;
  fail(error: Error): void;
}

const MAX_RESENDS = 3;

/** Takes over a connected socket. */
function openWire(socket: Socket, { server, signal }: WireOptions, listener: WireListener): Wire {
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
  // Nagle and delayed ACK would hold the request after an acknowledgement for 40 ms each time.
  socket.setNoDelay(true);
  receiveFrames(socket, (frame) => {
    if (frame.kind === 'nak') {
      if (++resends > MAX_RESENDS) fail(new Error(`${server} refused a packet ${resends} times`));
      else socket.write(lastSent);
    }
    if (frame.kind === 'damaged') {
      // Without acknowledgements it is never resent.
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

function receiveFrames(socket: Socket, receive: (frame: GdbFrame) => void): void {
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
