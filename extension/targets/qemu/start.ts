import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { LONGEST_ANSWER_MS, TargetError, type TargetErrorCode } from '../../base';
import {
  type ChildEnd,
  choosePorts,
  expectCaller,
  type ExpectedCaller,
  type GuardedChild,
  type Guardian,
  installationHint,
  LOOPBACK,
  startGuardian,
} from '../../host';
import {
  listDebuggerArguments,
  emulatorWords,
  listQemuPackages,
  programOfMachine,
  type QemuMachine,
} from './machines';
import { connectQmp } from './qmp';

/** Starts an emulator under its guardian. */
export async function startEmulator(
  guardian: Guardian,
  machine: Pick<QemuMachine, 'program' | 'aptPackage'>,
  args: readonly string[],
): Promise<GuardedChild> {
  const { program } = machine;
  try {
    return await guardian.run(programOfMachine(machine), args);
  } catch (error) {
    const reason = (error as Error).message;
    if (reason !== 'ENOENT') {
      throw new TargetError(
        'start-failed',
        `${program} could not be started: ${reason}`,
        CHECK_INSTALLATION,
      );
    }
    throw new TargetError(
      'missing-program',
      `${program} is not installed`,
      installationHint(listQemuPackages(machine)),
    );
  }
}

const RETRY_MS = 3;

/** Connects to a unix socket that a process which has just been started will create. */
export async function connectWhenReady(path: string, signal: AbortSignal): Promise<Socket> {
  const deadline = Date.now() + LONGEST_ANSWER_MS;
  for (;;) {
    signal.throwIfAborted();
    const socket = await tryConnect(path);
    if (socket !== undefined) return socket;
    if (Date.now() > deadline) throw tooLate(`QEMU did not open ${path}`);
    await sleep(RETRY_MS);
  }
}

function tooLate(what: string): TargetError {
  return new TargetError(
    'start-failed',
    `${what} within ${LONGEST_ANSWER_MS / 1000} s`,
    'Try again when the computer is less busy. If this persists, check QEMU with `cyclescope doctor`.',
  );
}

/** Opens a port for an emulator that is started next. */
export async function expectQemu(life: AbortSignal): Promise<ExpectedCaller> {
  const limit = AbortSignal.timeout(LONGEST_ANSWER_MS);
  const { port, socket } = await expectCaller(AbortSignal.any([life, limit]));
  const inTime = socket.catch((error: unknown) => {
    life.throwIfAborted();
    throw limit.aborted ? tooLate('QEMU did not connect') : error;
  });
  inTime.catch(() => undefined);
  return { port, socket: inTime };
}

function tryConnect(path: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('error', () => resolve(undefined));
    socket.once('connect', () => resolve(socket));
  });
}

/** An emulator's connections break a moment before its end is reported. */
const END_REPORT_MS = 500;

/** Why something failed: the emulator's end or a cancellation explain more than a broken connection. */
export async function explainEmulatorFailure(
  error: unknown,
  life: AbortSignal,
  code: TargetErrorCode,
  what: string,
): Promise<TargetError> {
  if (error instanceof TargetError) return error;
  const deadline = Date.now() + END_REPORT_MS;
  while (!life.aborted && Date.now() < deadline) await sleep(5);
  if (life.reason instanceof TargetError) return life.reason;
  return new TargetError(
    code,
    `${what}: ${error instanceof Error ? error.message : String(error)}`,
    'Try again. If it fails again, check QEMU with `cyclescope doctor`.',
  );
}

/** The failure that an emulator's end is. */
export function diagnoseEmulatorEnd(
  board: Pick<QemuMachine, 'program'>,
  end: ChildEnd,
  code: 'start-failed' | 'target-gone',
): TargetError {
  const how = end.signal === null ? `with exit code ${end.code}` : `by ${end.signal}`;
  const words = emulatorWords(end.stderr);
  return new TargetError(
    code,
    `${board.program} ended ${how}${words === '' ? '' : `: ${words}`}`,
    chooseHint(end, code),
  );
}

const CHECK_INSTALLATION = 'Run `cyclescope doctor` to check the installation.';

function chooseHint(end: ChildEnd, code: 'start-failed' | 'target-gone'): string {
  // The RAM file takes its space when it is first written; that is how an emulator meets a full disk.
  if (end.signal === 'SIGBUS')
    return 'The folder of its memory file is full: free some space there.';
  if (code === 'start-failed') return CHECK_INSTALLATION;
  return 'The agent may have crashed, or someone ended the process. Try the benchmarks one by one.';
}

/** An emulator that waits for a debugger to load something. */
interface DebuggedQemu {
  /** The address of its GDB server, as `HOST:PORT`. */
  readonly address: string;
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** Starts a halted emulator, with its GDB server on a local port. */
export async function startDebuggedQemu(
  board: QemuMachine,
  signal: AbortSignal,
): Promise<DebuggedQemu> {
  const life = new AbortController();
  const cancel = () =>
    life.abort(new TargetError('cancelled', `Starting ${board.machine} was cancelled`));
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  const guardian = startGuardian({ remove: [] });
  try {
    life.signal.throwIfAborted();
    const { gdb: port } = await choosePorts();
    const control = await expectQemu(life.signal);
    const child = await startEmulator(
      guardian,
      board,
      listDebuggerArguments(board, { port, qmp: control.port }),
    );
    const ended = child.ended.then((end) =>
      life.abort(diagnoseEmulatorEnd(board, end, 'start-failed')),
    );
    // It answers there once everything else of it is up, its GDB server included.
    const answering = await connectQmp(await control.socket, life.signal);
    answering.close();
    return { address: `${LOOPBACK}:${port}`, ended, close: () => guardian.end() };
  } catch (error) {
    const failure = await explainEmulatorFailure(
      error,
      life.signal,
      'start-failed',
      'QEMU did not start',
    );
    life.abort(failure);
    await guardian.end();
    throw failure;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
