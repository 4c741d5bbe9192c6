import { setTimeout as sleep } from 'node:timers/promises';
import { TargetError } from '../../base';
import type { GdbClient } from '../../gdb';
import {
  type AgentChannels,
  CACHE_HINT,
  findBrokenRing,
  formatAddress,
  type Memory,
  readRing,
} from '../../rtt';
import { type CoreStatus, readCoreState } from './core-state';
import { explainServerFailure, type Witness } from './failures';
import type { DrivenServer } from './server';

/** Inputs for finding out why an agent is silent. */
interface Examined {
  readonly server: Pick<DrivenServer, 'title' | 'eventLines'>;
  readonly session: {
    readonly memory: Memory;
    readonly gdb: Pick<GdbClient, 'learned' | 'hasStoppedByItself'>;
  };
  readonly witness: Witness;
  /** The channels, if they were found. */
  readonly channels?: AgentChannels | undefined;
}

const ANSWER_MS = 2000;
/** A server's output may lag behind its actions. */
const WORDS_MS = 200;
const IN_DEBUGGER = 'Run it in a debugger, or try the benchmarks one by one.';

/** Explains an agent's silence from core, channels and server; undefined if nothing is conspicuous. */
export async function examine(examined: Examined): Promise<TargetError | undefined> {
  const { session, witness, channels } = examined;
  try {
    const { isHalted, isLockedUp, wasReset } = await inTime(examined, readState(session));
    const event = await findReportedEvent(examined, isHalted ? WORDS_MS : 0);
    if (isLockedUp || event === 'lockUp') return lockUpFailure();
    if (event === 'silence') return silentForAWhile(examined);
    const broken = channels && (await inTime(examined, findBrokenRing(session.memory, channels)));
    if (broken !== undefined) return broken;
    if (isHalted) return makeStopError();
    if (wasReset || event === 'reset') return reset();
    if (channels === undefined) return undefined;
    return await inTime(examined, findCachedRings(session.memory, channels));
  } catch (error) {
    return explainServerFailure(error, witness, 'target-gone', 'The target no longer answers');
  }
}

/** Reads the state, of which halting does not count where every access to memory halts the core. */
async function readState({ memory, gdb }: Examined['session']): Promise<CoreStatus> {
  const state = await readCoreState(memory);
  const isUndisturbed = gdb.learned.answersWhileRunning !== false;
  return { ...state, isHalted: state.isHalted && (isUndisturbed || gdb.hasStoppedByItself) };
}

/** Checks for a reset, which explains more than rings that have changed. */
export async function findReset(examined: Examined): Promise<TargetError | undefined> {
  try {
    const { wasReset } = await inTime(examined, readCoreState(examined.session.memory));
    if (wasReset || (await findReportedEvent(examined, WORDS_MS)) === 'reset') return reset();
  } catch {
    // A core that does not answer explains nothing.
  }
  return undefined;
}

/** A core that stopped while it was to run. */
export function makeStopError(): TargetError {
  return new TargetError(
    'target-gone',
    'The core stopped unexpectedly: at a breakpoint, at a caught fault, or because of another debugger',
    `Remove breakpoints and end other debuggers. ${IN_DEBUGGER}`,
  );
}

/** Finds the condition that the server has reported since the program was started. */
async function findReportedEvent(
  { server: { eventLines = {} }, witness }: Examined,
  patienceMs: number,
) {
  const { lockUp, silence, reset: hasReset } = eventLines;
  const kinds = [
    ['lockUp', lockUp],
    ['silence', silence],
    ['reset', hasReset],
  ] as const;
  const look = () => {
    const lines = witness.output?.lines() ?? [];
    return kinds.find(([, words]) => words && lines.some((line) => words.test(line)))?.[0];
  };
  const deadline = Date.now() + patienceMs;
  while (look() === undefined && Date.now() < deadline) await sleep(5);
  return look();
}

function inTime<T>({ server: { title } }: Examined, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`${title} did not answer within ${ANSWER_MS / 1000} s`));
    const timer = setTimeout(late, ANSWER_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function lockUpFailure(): TargetError {
  return new TargetError(
    'target-gone',
    'The core locked up: a fault handler faulted, or the vector table is invalid',
    IN_DEBUGGER,
  );
}

function reset(): TargetError {
  return new TargetError(
    'target-gone',
    'The target was reset while its agent ran: by itself, by a watchdog or from outside',
    `Disable watchdogs, and do not reset the board meanwhile. ${IN_DEBUGGER}`,
  );
}

function silentForAWhile({ server: { title } }: Examined): TargetError {
  return new TargetError(
    'target-gone',
    `The target did not answer ${title} for a while, and ${title} stopped it`,
    'Check its wiring and its power supply. A lower speed helps with long wires.',
  );
}

/** Registers of a Cortex-M that has a data cache: whether it is on, and the memories beside it. */
const CCR = 0xe000ed14;
const DATA_CACHE_ON = 1 << 16;
const ITCMCR = 0xe000ef90;
const DTCM_BASE = 0x2000_0000;

/** Checks whether the core's data cache may hide the output of an agent from which no byte has arrived. */
export async function findCachedRings(
  memory: Memory,
  { controlUp }: AgentChannels,
): Promise<TargetError | undefined> {
  const [control = 0] = await words(memory, CCR, 1);
  if ((control & DATA_CACHE_ON) === 0) return undefined;
  if ((await readRing(memory, controlUp)).writeOffset !== 0) return undefined;
  const { descriptor } = controlUp;
  const [instructions = 0, data = 0] = await words(memory, ITCMCR, 2);
  if (isWithin(descriptor, 0, instructions) || isWithin(descriptor, DTCM_BASE, data)) {
    return undefined;
  }
  return new TargetError(
    'agent-silent',
    `No output of the agent is visible, and the core's data cache is on: it may hide the RTT control block, whose channel was read at ${formatAddress(descriptor)}`,
    CACHE_HINT,
  );
}

/** Tightly coupled memory is never cached; its size is a power of two from 512 bytes. */
function isWithin(address: number, base: number, control: number): boolean {
  const size = (control >>> 3) & 15;
  const isThere = (control & 1) !== 0 && size !== 0;
  return isThere && address >= base && address < base + 2 ** (size + 9);
}

async function words(memory: Memory, address: number, count: number): Promise<number[]> {
  const bytes = await memory.read(address, 4 * count);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return Array.from({ length: count }, (_, index) => view.getUint32(4 * index, true));
}
