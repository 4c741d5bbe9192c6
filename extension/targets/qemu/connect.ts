import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { TargetError } from '../../base';

const TIMEOUT_MS = 10_000;
const RETRY_MS = 3;

/** Connects to a unix socket that a process which has just been started will create. */
export async function connectWhenReady(path: string, signal: AbortSignal): Promise<Socket> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    signal.throwIfAborted();
    const socket = await tryConnect(path);
    if (socket !== undefined) return socket;
    if (Date.now() > deadline) {
      throw new TargetError(
        'start-failed',
        `QEMU did not open ${path} within ${TIMEOUT_MS / 1000} s`,
      );
    }
    await sleep(RETRY_MS);
  }
}

function tryConnect(path: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('error', () => resolve(undefined));
    socket.once('connect', () => resolve(socket));
  });
}
