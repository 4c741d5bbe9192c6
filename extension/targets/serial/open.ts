import { realpathSync } from 'node:fs';
import { startGuardian } from '../guardian/guardian';
import { claimTarget } from '../lock/lock';
import { TargetError, type OpenOptions, type TargetLink } from '../target';
import type { SerialSetup } from '../swd/setup';
import {
  nobodySpeaks,
  noRestart,
  onWindows,
  openFailure,
  outOfStep,
  streamStuck,
} from './failures';
import type { SerialLine } from './line';
import { openPort } from './port';
import { startTraffic } from './traffic';

/** The longest waits, in milliseconds. */
export interface SerialLimits {
  /** Until an agent has said anything. */
  readonly silence: number;
  /** Until it has started afresh, through whatever boot loader there is. */
  readonly restart: number;
  /** Until the next frame, while the end of the stream is awaited. */
  readonly drain: number;
}

/** Where locks lie and how long is waited; tests choose their own. */
export interface SerialPlaces {
  readonly lockFolder?: string | undefined;
  readonly limits?: Partial<SerialLimits> | undefined;
}

const LIMITS: SerialLimits = { silence: 5000, restart: 15_000, drain: 5000 };

/** Takes a serial port and has the agent behind it start afresh. Nothing is deployed. */
export async function openSerial(
  address: SerialSetup,
  { signal, log, cleanup = [] }: OpenOptions,
  { lockFolder, limits }: SerialPlaces = {},
): Promise<TargetLink> {
  if (process.platform === 'win32') throw onWindows();
  const lock = claimTarget(address.path, lockFolder, `serial@${fileOf(address)}`);
  const guardian = startGuardian({ remove: [lock.path], removeOrphans: cleanup });
  let line: SerialLine | undefined;
  const close = async () => {
    line?.close();
    await guardian.end();
  };
  try {
    if (signal.aborted) throw cancelled(address);
    await lock.take();
    line = await openPort(address, signal);
    log.info(
      `Nothing is deployed: the image that the board behind ${address.path} has is measured.`,
    );
    return await reachAgent(address, line, { signal, log, close }, { ...LIMITS, ...limits });
  } catch (error) {
    await close();
    throw signal.aborted ? cancelled(address) : error;
  }
}

/** One port may have several names: those of /dev/serial stay the same when it is plugged in again. */
function fileOf(address: SerialSetup): string {
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
  const traffic = startTraffic(line, (isFresh) => outOfStep(address, isFresh));
  const cancel = () => traffic.fail(cancelled(address));
  signal.addEventListener('abort', cancel, { once: true });
  const seconds = { silence: limits.silence / 1000, restart: limits.restart / 1000 };
  const notThere = (): Error =>
    traffic.seen().earlier > 0
      ? noRestart(address, seconds.restart)
      : nobodySpeaks(address, traffic.seen(), seconds.silence);
  const spoken = setTimeout(() => {
    if (traffic.seen().earlier === 0) traffic.fail(notThere());
  }, limits.silence);
  try {
    await traffic.start(limits.restart, notThere);
  } finally {
    clearTimeout(spoken);
    signal.removeEventListener('abort', cancel);
  }
  let closing: Promise<void> | undefined;
  const { sendLine, nextLine, onStream, stall } = traffic;
  return {
    ...{ sendLine, nextLine, onStream, stall },
    drain: () => traffic.drain(limits.drain, () => streamStuck(address, limits.drain / 1000)),
    // The core cannot be stopped from here.
    pause: () => Promise.resolve(),
    resume: () => Promise.resolve(),
    restart: () => traffic.start(limits.restart, () => noRestart(address, seconds.restart)),
    close: () => {
      traffic.fail(new TargetError('target-gone', 'The link was closed'));
      const { damaged } = traffic.seen();
      if (closing === undefined && damaged > 0) {
        log.info(`${damaged} damaged frames came over ${address.path}; they were sent again.`);
      }
      closing ??= close();
      return closing;
    },
  };
}

function cancelled({ path }: SerialSetup): TargetError {
  return new TargetError('cancelled', `Opening ${path} was cancelled`);
}
