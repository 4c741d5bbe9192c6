import { join } from 'node:path';
import { TargetError } from '../../base';
import {
  choosePorts,
  LOOPBACK,
  preparePrivateFolder,
  startGuardian,
  temporaryFolder,
} from '../../host';
import { endOf, explain } from './failures';
import { debuggedArguments, type QemuMachine } from './machines';
import { connectQmp } from './qmp';
import { connectWhenReady, startEmulator } from './start';

/** An emulator that waits for a debugger to load something. */
export interface DebuggedQemu {
  /** Where its GDB server listens, as `HOST:PORT`. */
  readonly address: string;
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** Starts a halted emulator, with its GDB server on a local port. */
export async function startDebuggedQemu(
  board: QemuMachine,
  signal: AbortSignal,
): Promise<DebuggedQemu> {
  const folder = temporaryFolder();
  const life = new AbortController();
  const cancel = () =>
    life.abort(new TargetError('cancelled', `Starting ${board.machine} was cancelled`));
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  const guardian = startGuardian({ remove: [folder] });
  try {
    life.signal.throwIfAborted();
    preparePrivateFolder(folder);
    const { gdb: port } = await choosePorts();
    const qmp = join(folder, 'qmp');
    const child = await startEmulator(guardian, board, debuggedArguments(board, { port, qmp }));
    const ended = child.ended.then((end) => life.abort(endOf(board, end, 'start-failed')));
    // It answers there once everything else of it is up, its GDB server included.
    const answering = await connectQmp(await connectWhenReady(qmp, life.signal), life.signal);
    answering.close();
    return { address: `${LOOPBACK}:${port}`, ended, close: () => guardian.end() };
  } catch (error) {
    const failure = await explain(error, life.signal, 'start-failed', 'QEMU did not start');
    await guardian.end();
    throw failure;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
