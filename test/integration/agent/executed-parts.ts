import { execFileSync } from 'node:child_process';
import type { ExecutionLog } from './execution-log';
import { functionsAt, READING_ENDS, storesValue } from './execution-windows';

/*
 * Attributes each instruction of a window, from a log of executed instructions and exceptions. It does not use recorded
 * events: it follows exceptions from entry to return, calls of the recorder until the next instruction, and threads by
 * the place where they continue.
 */

/** Executed instructions of a window by who executed them. */
export interface ExecutedParts {
  /** The thread in which the window was opened, or which the opening handler interrupted. */
  readonly own: number;
  readonly task: number;
  readonly interrupt: number;
  /** The kernel's handler that changes the thread. */
  readonly scheduler: number;
  readonly recording: number;
}

/** A window, and the thread that closed it. */
export interface ExecutedStretch {
  readonly thread: number;
  /** Since the latest opening by any thread. */
  readonly sinceLatest: ExecutedParts;
  /** Since the latest opening by this thread, unless that was closed. */
  readonly sinceOwn: ExecutedParts | undefined;
}

/** The number of the exception that changes the thread. */
const SWITCHING = 14;
/** Functions that kernels call to record: FreeRTOS's hooks are the port's, Zephyr's own ones are partly wrapped. */
const RECORDER =
  /^(SEGGER_SYSVIEW_(On\w+|Record(Enter|Exit)ISR\w*)|cyclescope_trace_(created|deleted|switched_in|blocked)|__wrap_(SEGGER_SYSVIEW_Record\w+|sys_trace_thread_info)|sys_trace_(isr|k_thread)_\w+|z_thread_mark_switched_(in|out))$/;

const NOWHERE = -1;

/** The first function of every thread of Zephyr's. */
const STARTING = /^z_thread_entry$/;
/** Called by the first function of a thread of Zephyr's when the thread ends; others end threads deeper inside. */
const ENDING = /^z_impl_k_thread_abort$/;
const ENDING_DEPTH = 2;

const RECORDING = -1;
const SCHEDULER = -2;
const INTERRUPT = -3;

/** A thread or an exception, which is in a call of the recorder until it is `leaving` there. */
interface Context {
  readonly who: number;
  last: number;
  /** Where the functions that were called return to. */
  readonly returns: number[];
  leaving: number | undefined;
  isPreempted: boolean;
  /** It ends itself and never goes on. */
  isEnding: boolean;
}

const newContext = (who: number): Context => ({
  who,
  last: 0,
  returns: [],
  leaving: undefined,
  isPreempted: false,
  isEnding: false,
});

/** Addresses at which functions begin. */
function functionsNamed(elf: string, pattern: RegExp): ReadonlySet<number> {
  const lines = execFileSync('arm-none-eabi-nm', [elf], { encoding: 'utf8' }).split('\n');
  const symbols = lines.map((line) => line.split(' '));
  const found = symbols.filter(([, , name]) => name !== undefined && pattern.test(name));
  return new Set(found.map(([address]) => Number.parseInt(address ?? '', 16)));
}

/** The sizes of instructions that call a function, by their addresses. */
function disassembleCalls(elf: string): ReadonlyMap<number, number> {
  const options = { encoding: 'utf8', maxBuffer: 1 << 28 } as const;
  const text = execFileSync('arm-none-eabi-objdump', ['-d', elf], options);
  const found = text.matchAll(/^ *([0-9a-f]+):\t([0-9a-f]{4}(?: [0-9a-f]{4})?) *\tblx?\t/gm);
  return new Map(
    Array.from(found, ([, address = '', code = '']) => [
      Number.parseInt(address, 16),
      code.length > 4 ? 4 : 2,
    ]),
  );
}

/** Follows threads: one that gave way goes on behind its last instruction, and the longest ago is first. */
function newThreads(starts: ReadonlySet<number>) {
  let running = newContext(0);
  let count = 1;
  const suspended: Context[] = [];
  return {
    running: () => running,
    suspend(isPreempted: boolean): void {
      running.isPreempted = isPreempted;
      // No thread gives way in the recorder; the log may begin at a call, where its end is not known.
      running.leaving = undefined;
      if (!running.isEnding) suspended.push(running);
    },
    resume(address: number): void {
      const follows = ({ last }: Context) => address - last === 2 || address - last === 4;
      const exact = suspended.findIndex(follows);
      const isNew = starts.has(address);
      const found =
        exact >= 0 || isNew ? exact : suspended.findIndex(({ isPreempted }) => isPreempted);
      running = suspended.splice(found, found < 0 ? 0 : 1)[0] ?? newContext(count++);
    },
  };
}

/** Attributes each instruction to a thread or an exception; threads count from 0. */
function whoExecuted(elf: string, { addresses, exceptions }: ExecutionLog) {
  const recorder = functionsNamed(elf, RECORDER);
  const ending = functionsNamed(elf, ENDING);
  const calls = disassembleCalls(elf);
  const who = new Int32Array(addresses.length);
  const below = new Int32Array(addresses.length);
  const threads = newThreads(functionsNamed(elf, STARTING));
  const taken: Context[] = [];
  let change = 0;
  let isSwitched = false;
  let wasInterrupted = false;

  function passExceptions(at: number): void {
    for (; (exceptions[change]?.at ?? Infinity) <= at; change++) {
      const number = exceptions[change]?.taken;
      if (number === undefined) taken.pop();
      else if (number === SWITCHING) {
        if (!isSwitched) threads.suspend(wasInterrupted);
        isSwitched = true;
        taken.push(newContext(SCHEDULER));
      } else {
        wasInterrupted = true;
        taken.push(newContext(INTERRUPT));
      }
    }
    if (taken.length > 0) return;
    if (isSwitched) threads.resume(addresses[at] ?? 0);
    isSwitched = wasInterrupted = false;
  }

  addresses.forEach((address, at) => {
    passExceptions(at);
    const context = taken.at(-1) ?? threads.running();
    const { last, returns } = context;
    const call = calls.get(last);
    const isCalled = call !== undefined && address !== last + call;
    if (isCalled) returns.push(last + call);
    else if (address === returns.at(-1)) returns.pop();
    if (ending.has(address) && returns.length <= ENDING_DEPTH) context.isEnding = true;
    if (address === context.leaving) context.leaving = undefined;
    if (context.leaving === undefined && recorder.has(address)) {
      // A function that ends with the call never goes on; a handler ends there.
      context.leaving = returns.at(-1) ?? NOWHERE;
      // The call itself is a part of recording.
      who[at - 1] = RECORDING;
    }
    who[at] = context.leaving === undefined ? context.who : RECORDING;
    below[at] = threads.running().who;
    context.last = address;
  });
  return { who, below };
}

function countParts(who: Int32Array, owner: number): ExecutedParts {
  const parts = { own: 0, task: 0, interrupt: 0, scheduler: 0, recording: 0 };
  for (const each of who) {
    if (each === owner) parts.own += 1;
    else if (each === RECORDING) parts.recording += 1;
    else if (each === SCHEDULER) parts.scheduler += 1;
    else if (each === INTERRUPT) parts.interrupt += 1;
    else parts.task += 1;
  }
  return parts;
}

/** Finds the values that were stored, in order: for each the windows that were closed since the last one. */
export function stretchesInLog(elf: string, log: ExecutionLog) {
  const { addresses, devices } = log;
  const functions = functionsAt(elf, addresses);
  const findReadings = (name: string) =>
    new Set([...devices].filter((address) => functions.get(address)?.includes(name)));
  const [opening, closing] = [findReadings(READING_ENDS.open), findReadings(READING_ENDS.close)];
  const { who, below } = whoExecuted(elf, log);
  const stored: (readonly ExecutedStretch[])[] = [];
  const openedBy = new Map<number, number>();
  let closed: ExecutedStretch[] = [];
  let opened: number | undefined;
  const partsSince = (from: number, to: number) =>
    countParts(who.subarray(from + 1, to + 1), below[from] ?? 0);
  addresses.forEach((address, at) => {
    if (closed.length > 0 && storesValue(functions.get(address) ?? [])) {
      stored.push(closed);
      closed = [];
    }
    const thread = below[at] ?? 0;
    if (opening.has(address)) openedBy.set(thread, (opened = at));
    if (!closing.has(address) || opened === undefined) return;
    const own = openedBy.get(thread);
    openedBy.delete(thread);
    closed.push({
      thread,
      sinceLatest: partsSince(opened, at),
      sinceOwn: own === undefined ? undefined : partsSince(own, at),
    });
  });
  return stored;
}
