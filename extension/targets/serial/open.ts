import { execFile } from 'node:child_process';
import { closeSync, constants, openSync, realpathSync, writeSync } from 'node:fs';
import { ReadStream } from 'node:tty';
import { promisify } from 'node:util';
import { TargetError } from '../../base';
import { claimTarget, findProgram, startGuardian, type VendorProgram } from '../../host';
import { createLineQueue, lineBytes } from '../../rtt';
import type { SerialSetup } from './address';
import type { OpenOptions, TargetLink } from '../target';
import { openNetworkPort } from './network';
import { createExchange, type Seen, type SerialLine } from './exchange';
import {
  noAgent,
  noRestart,
  makeSttyError,
  onWindows,
  openFailure,
  makeStepError,
  portGone,
  serialStreamStuck,
  setupFailure,
} from './failures';

/** The longest waits, in milliseconds. */
export interface SerialLimits {
  /** Until a server in the network has set up its port. */
  readonly connect: number;
  /** Until an agent's first frame. */
  readonly silence: number;
  /** Until it has restarted, through whatever boot loader there is. */
  readonly restart: number;
  /** Until the next frame, while the end of the stream is awaited. */
  readonly drain: number;
}

/** The folder of the locks, and time limits; tests choose their own. */
interface SerialResources {
  readonly lockFolder?: string | undefined;
  readonly limits?: Partial<SerialLimits> | undefined;
}

const LIMITS: SerialLimits = { connect: 5000, silence: 5000, restart: 15_000, drain: 5000 };

/** Opens a serial port and restarts the agent behind it. Nothing is deployed. */
export async function openSerial(
  address: SerialSetup,
  { signal, log, cleanup = [] }: OpenOptions,
  { lockFolder, limits: own }: SerialResources = {},
): Promise<TargetLink> {
  const limits = { ...LIMITS, ...own };
  if (process.platform === 'win32' && address.network === undefined) throw onWindows();
  const lock = claimTarget(address.path, lockFolder, `serial@${resolveFile(address)}`);
  const guardian = startGuardian({ remove: lock.paths, removeOrphans: cleanup });
  let line: SerialLine | undefined;
  const close = async () => {
    line?.close();
    await guardian.end();
  };
  try {
    if (signal.aborted) throw cancellation(address);
    await lock.take();
    line = await openPort(address, signal, limits.connect);
    log.info(
      `Nothing is deployed: the image that is already on the board at ${address.path} is measured.`,
    );
    return await reachAgent(address, line, { signal, log, close }, limits);
  } catch (error) {
    await close();
    throw signal.aborted ? cancellation(address) : error;
  }
}

/** One port may have several names: those of /dev/serial stay the same when it is plugged in again. */
function resolveFile(address: SerialSetup): string {
  if (address.network !== undefined) return address.path.toLowerCase();
  try {
    return realpathSync(address.path);
  } catch (error) {
    throw openFailure(address, (error as NodeJS.ErrnoException).code);
  }
}

interface Reaching extends Pick<OpenOptions, 'signal' | 'log'> {
  readonly close: () => Promise<void>;
}

async function reachAgent(
  address: SerialSetup,
  line: SerialLine,
  { signal, log, close }: Reaching,
  limits: SerialLimits,
): Promise<TargetLink> {
  const traffic = startTraffic(line, (isFresh) => makeStepError(address, isFresh));
  const cancel = () => traffic.fail(cancellation(address));
  signal.addEventListener('abort', cancel, { once: true });
  const seconds = { silence: limits.silence / 1000, restart: limits.restart / 1000 };
  const notThere = (): Error =>
    traffic.seen().earlier > 0
      ? noRestart(address, seconds.restart)
      : noAgent(address, traffic.seen(), seconds.silence);
  const timer = setTimeout(() => {
    if (traffic.seen().earlier === 0) traffic.fail(notThere());
  }, limits.silence);
  try {
    await traffic.start(limits.restart, notThere);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
  }
  let closing: Promise<void> | undefined;
  const { sendLine, nextLine, onStream, stall } = traffic;
  return {
    sendLine,
    nextLine,
    onStream,
    stall,
    drain: () => traffic.drain(limits.drain, () => serialStreamStuck(address, limits.drain / 1000)),
    restart: () => traffic.start(limits.restart, () => noRestart(address, seconds.restart)),
    close: () => {
      traffic.fail(new TargetError('target-gone', 'The link was closed'));
      const { damaged } = traffic.seen();
      if (closing === undefined && damaged > 0) {
        log.info(`${damaged} damaged frames arrived over ${address.path} and were sent again.`);
      }
      closing ??= close();
      return closing;
    },
  };
}

function cancellation({ path }: SerialSetup): TargetError {
  return new TargetError('cancelled', `Opening ${path} was cancelled`);
}

/** The system's own program that sets serial ports up. */
export const STTY: VendorProgram = { names: { linux: 'stty' }, folders: {} };

const SETUP_MS = 5000;

/** Opens a port and sets it up: its baud rate, eight bits, nothing added, changed or echoed. */
async function openPort(
  address: SerialSetup,
  signal: AbortSignal,
  connectMs: number,
): Promise<SerialLine> {
  const { network } = address;
  if (network !== undefined) return openNetworkPort(address, network, { signal, connectMs });
  const { O_RDWR, O_NOCTTY, O_NONBLOCK } = constants;
  let file: number;
  try {
    // Without O_NONBLOCK it would wait for a modem's carrier.
    file = openSync(address.path, O_RDWR | O_NOCTTY | O_NONBLOCK);
  } catch (error) {
    throw openFailure(address, (error as NodeJS.ErrnoException).code);
  }
  try {
    // The settings are lost when the last owner closes the port.
    await setUp(address, signal);
    return makeLine(address, file);
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

async function setUp(address: SerialSetup, signal: AbortSignal): Promise<void> {
  const stty = findProgram(STTY);
  if (stty === undefined) throw makeSttyError();
  const device = [process.platform === 'linux' ? '-F' : '-f', address.path];
  const manners = ['raw', '-echo', 'cs8', '-cstopb', '-parenb', 'clocal', '-crtscts'];
  const args = [...device, String(address.baud), ...manners];
  await promisify(execFile)(stty, args, {
    timeout: SETUP_MS,
    signal,
    env: { ...process.env, LC_ALL: 'C' },
  }).catch((error: unknown) => {
    const { stderr, message } = error as Error & { stderr?: string };
    throw setupFailure(address, stderr === undefined || stderr === '' ? message : stderr);
  });
}

function makeLine(address: SerialSetup, file: number): SerialLine {
  const input = new ReadStream(file);
  let isOpen = true;
  return {
    start: ({ bytes, gone }) => {
      input.on('data', (data: Buffer) => bytes(data));
      input.on('error', (error) => gone(portGone(address, error.message)));
      input.on('close', () => gone(portGone(address, '')));
    },
    write: (bytes) => {
      try {
        if (isOpen) writeSync(file, bytes);
      } catch (error) {
        // Bytes that do not fit are lost, like any on a line; other failures show when reading.
        if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return;
        input.destroy(error as Error);
      }
    },
    pause: () => void input.pause(),
    resume: () => void input.resume(),
    close: () => {
      if (!isOpen) return;
      isOpen = false;
      input.destroy();
      closeSync(file);
    },
  };
}

/** Control lines and stream of the agent at the other end of a serial line. */
interface SerialTraffic {
  sendLine(line: string): Promise<void>;
  nextLine(timeoutMs: number): Promise<string>;
  onStream(listener: (bytes: Uint8Array) => void): void;
  /** Resolves once the stream's ring was empty after the call. */
  drain(patienceMs: number, late: () => Error): Promise<void>;
  /** Resolves once an agent has started; one that is running is restarted. */
  start(timeoutMs: number, late: () => Error): Promise<void>;
  stall(milliseconds: number): void;
  seen(): Seen;
  /** Ends everything; all who wait are rejected. */
  fail(error: Error): void;
}

/** Starts to answer the agent. */
function startTraffic(line: SerialLine, outOfStep: (isFresh: boolean) => Error): SerialTraffic {
  const lines = createLineQueue();
  const started = createMoment();
  const dry = createMoment();
  let unheard: Uint8Array[] = [];
  let listener: ((bytes: Uint8Array) => void) | undefined;
  let failure: Error | undefined;
  let going: NodeJS.Timeout | undefined;

  const fail = (error: Error) => {
    failure ??= error;
    clearTimeout(going);
    lines.fail(failure);
    started.fail(failure);
    dry.fail(failure);
  };
  const exchange = createExchange(line, {
    control: lines.push,
    stream: (bytes) => {
      if (listener === undefined) unheard.push(bytes);
      else listener(bytes);
    },
    progress: (isDry) => (isDry ? dry.come() : dry.delay()),
    onStart: started.come,
    outOfStep: (isFresh) => fail(outOfStep(isFresh)),
  });
  line.start({ bytes: exchange.bytes, gone: fail });
  return {
    sendLine: (text) => {
      if (failure !== undefined) return Promise.reject(failure);
      exchange.send(lineBytes(text));
      return Promise.resolve();
    },
    nextLine: (timeoutMs) => lines.next(timeoutMs),
    onStream: (next) => {
      listener = next;
      for (const bytes of unheard.splice(0)) next(bytes);
    },
    drain: dry.next,
    start: (timeoutMs, late) => {
      lines.clear();
      unheard = [];
      exchange.restart();
      return started.next(timeoutMs, late);
    },
    stall: (milliseconds) => {
      clearTimeout(going);
      line.pause();
      going = setTimeout(line.resume, milliseconds);
    },
    seen: exchange.seen,
    fail,
  };
}

/** A recurring event, which is waited for from a call on. */
interface Moment {
  /** Resolves at the next event; `late` is the error if there is none in time. */
  next(milliseconds: number, late: () => Error): Promise<void>;
  come(): void;
  /** It is on its way: all who wait have their whole time again. */
  delay(): void;
  /** It will not happen any more. */
  fail(error: Error): void;
}

/** Makes something that can be waited for. */
function createMoment(): Moment {
  const waiters = new Set<{ timer: NodeJS.Timeout; settle: (error?: Error) => void }>();
  let failure: Error | undefined;
  const settleAll = (error?: Error) => {
    for (const { settle } of [...waiters]) settle(error);
  };
  return {
    next: (milliseconds, late) =>
      new Promise<void>((resolve, reject) => {
        if (failure !== undefined) return reject(failure);
        const settle = (error?: Error) => {
          clearTimeout(waiter.timer);
          waiters.delete(waiter);
          if (error === undefined) resolve();
          else reject(error);
        };
        const waiter = { timer: setTimeout(() => settle(late()), milliseconds), settle };
        waiters.add(waiter);
      }),
    come: () => settleAll(),
    delay: () => waiters.forEach(({ timer }) => timer.refresh()),
    fail: (error) => {
      failure ??= error;
      settleAll(failure);
    },
  };
}
