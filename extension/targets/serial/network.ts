import { connect, type Socket } from 'node:net';
import { TargetError } from '../../base';
import type { SerialSetup } from './address';
import type { SerialLine } from './exchange';
import { notConnected, portGone, serverFailure } from './failures';
import { createPortClient, escapeTelnet } from './rfc2217';

interface Opening {
  readonly signal: AbortSignal;
  /** The longest wait until the port is set up, in milliseconds. */
  readonly connectMs: number;
}

/** Opens a serial port at a server in the network. It is set up there if the address has a rate. */
export async function openNetworkPort(
  address: SerialSetup,
  server: { readonly host: string; readonly port: number },
  { signal, connectMs }: Opening,
): Promise<SerialLine> {
  const socket = connect({ ...server, noDelay: true });
  const seconds = connectMs / 1000;
  const timer = setTimeout(() => {
    const isLate = `no answer within ${seconds} s`;
    socket.destroy(
      socket.connecting
        ? notConnected(address, isLate)
        : serverFailure(address, { kind: 'silent' }, seconds),
    );
  }, connectMs);
  const cancel = () => void socket.destroy();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await setUp(address, socket, seconds);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
  }
}

/** Resolves when bytes of the line can be sent; rejects if the socket is closed before. */
function setUp(address: SerialSetup, socket: Socket, seconds: number): Promise<SerialLine> {
  const { baud } = address;
  return new Promise((resolve, reject) => {
    let isReached = false;
    let greeting = '';
    let failure: NodeJS.ErrnoException | undefined;
    let take = (bytes: Uint8Array) => {
      greeting = (greeting + Buffer.from(bytes).toString('latin1')).slice(0, LONGEST_GREETING);
    };
    const ready = () => {
      // Until somebody reads, the line is as good as closed: the agent repeats what is lost.
      take = () => undefined;
      resolve({
        start: (listener) => {
          take = listener.bytes;
          const reportGone = () => listener.gone(portGone(address, failure?.message ?? ''));
          if (socket.closed) reportGone();
          else socket.once('close', reportGone);
        },
        write: (bytes) => {
          // Bytes that do not fit are lost, like any on a line.
          if (socket.writable && !socket.writableNeedDrain)
            socket.write(baud === undefined ? bytes : escapeTelnet(bytes));
        },
        pause: () => void socket.pause(),
        resume: () => void socket.resume(),
        close: () => void socket.destroy(),
      });
    };
    const client =
      baud === undefined
        ? { start: ready, bytes: (chunk: Uint8Array) => take(chunk) }
        : createPortClient(baud, {
            send: (bytes) => void socket.write(bytes),
            data: (bytes) => take(bytes),
            ready,
            onRefusal: (why) => void socket.destroy(serverFailure(address, why, seconds)),
          });
    socket.once('connect', () => {
      isReached = true;
      client.start();
    });
    socket.on('data', client.bytes);
    // Every error is followed by `close`.
    socket.on('error', (error) => {
      failure = error;
    });
    socket.once('close', () => {
      if (failure instanceof TargetError) return reject(failure);
      if (!isReached) return reject(notConnected(address, failure?.code ?? 'unknown error'));
      reject(
        serverFailure(address, { kind: 'closed', greeting: extractSentence(greeting) }, seconds),
      );
    });
  });
}

const LONGEST_GREETING = 100;

/** The first line of a greeting; nothing if it is the agent's data. */
function extractSentence(greeting: string): string {
  const [line = ''] = greeting.trim().split(/[\r\n]/);
  return /^[ -~]*$/.test(line) ? line : '';
}
