import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const RETRY_MS = 20;

/** The address of a TCP server. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Connects to a server that has reported that it is ready, possibly too early. */
export async function connectTcp(
  address: Address,
  { signal, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<Socket> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    signal.throwIfAborted();
    const socket = await tryConnect(address, Math.max(1, deadline - Date.now()), signal);
    if (!(socket instanceof Error)) return socket;
    signal.throwIfAborted();
    if (Date.now() + RETRY_MS > deadline) {
      throw new Error(
        `${address.host}:${address.port} did not accept a connection (${socket.message})`,
      );
    }
    await sleep(RETRY_MS);
  }
}

function tryConnect(
  { host, port }: Address,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Socket | Error> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, noDelay: true });
    const timer = setTimeout(() => give(new Error('no answer')), timeoutMs);
    const cancel = () => give(new Error('cancelled'));
    const give = (result: Socket | Error) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      if (result instanceof Error) socket.destroy();
      resolve(result);
    };
    signal.addEventListener('abort', cancel, { once: true });
    // Later errors reach the owner of the socket through its `close`.
    socket.on('error', (error: NodeJS.ErrnoException) => give(new Error(error.code ?? '')));
    socket.once('connect', () => give(socket));
  });
}
