import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { TargetError } from '../../base';
import type { GuardedChild, Guardian } from '../../host';
import type { QemuMachine } from './machines';

/** Starts an emulator under its guardian. */
export async function startEmulator(
  guardian: Guardian,
  { program, aptPackage }: Pick<QemuMachine, 'program' | 'aptPackage'>,
  args: readonly string[],
): Promise<GuardedChild> {
  try {
    return await guardian.run(program, args);
  } catch (error) {
    const reason = (error as Error).message;
    if (reason !== 'ENOENT') {
      throw new TargetError('start-failed', `${program} could not be started: ${reason}`);
    }
    throw new TargetError(
      'missing-program',
      `${program} is not installed`,
      `Install it: apt-get install ${aptPackage}`,
    );
  }
}

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
