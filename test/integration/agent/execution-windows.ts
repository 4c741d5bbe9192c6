import { execFileSync } from 'node:child_process';
import type { ExecutionLog } from './execution-log';

/*
 * Windows in a log of executed instructions: from the reading of the clock in `cyclescope_open_window` to
 * the one in `cyclescope_close_window`. The compiler's debug data show whose an instruction is.
 */

/** Instructions in a window, without those of the readings. */
export interface ExecutedWindow {
  readonly operation: number;
  /** Instructions of the loop around the operation. */
  readonly loop: number;
  /** Their addresses, in order. */
  readonly addresses: Uint32Array;
}

/** Functions that read the clock for other languages: a window holds their return and their call. */
const READING = /^cyclescope_interface_(open|close)$/;
/** Functions that keep a value. */
const STORING = /^(cyclescope_store|store_figure)$/;
/** The loops around operations, in C, C++ and Zig; and what loops of two threads count. */
const LOOP =
  /^(\w+_)?(sample|batch|plain)$|^(window|sample|batch)<|^cyclescope\.((barrier|next)$|Loops\()|\.Around\.sample$|^cyclescope_(next|branch|os_ticks)$|^(batch_peer|count_\w+|yielding_only|yield_rounds|pulse_visit|pulse_expect_one_after)$/;

/** Instructions of a reading inside the window that it opens or closes. */
const INSIDE = 2;

/** Functions that read the clock at the ends of a window. */
export const READING_ENDS = { open: 'cyclescope_open_window', close: 'cyclescope_close_window' };

/** Returns whether an instruction of these functions stores a value. */
export const storesValue = (names: readonly string[]) => names.some((name) => STORING.test(name));

/** Finds the values that were stored, in order: for each the windows that were closed since the last one. */
export function windowsInLog(
  functions: ReadonlyMap<number, readonly string[]>,
  { addresses, devices, readings }: ExecutionLog,
) {
  const findReadings = (name: string) =>
    [...devices].filter((address) => functions.get(address)?.includes(name));
  const opening = new Set(readings?.opens ?? findReadings(READING_ENDS.open));
  const closing = new Set(readings?.closes ?? findReadings(READING_ENDS.close));
  const parts = new Map([...functions].map(([address, names]) => [address, classifyPart(names)]));
  const stored: (readonly ExecutedWindow[])[] = [];
  let closed: ExecutedWindow[] = [];
  let opened: number | undefined;
  addresses.forEach((address, at) => {
    if (closed.length > 0 && parts.get(address) === 'storing') {
      stored.push(closed);
      closed = [];
    }
    if (opening.has(address)) opened = at;
    if (!closing.has(address) || opened === undefined) return;
    closed.push(toWindow(addresses.subarray(opened + 1 + INSIDE, at - INSIDE), parts));
  });
  return stored;
}

/** The part of a window that an instruction belongs to. */
type Part = 'reading' | 'storing' | 'loop' | 'operation';

function classifyPart(names: readonly string[]): Part {
  if (names.some((name) => READING.test(name))) return 'reading';
  if (storesValue(names)) return 'storing';
  return names.every((name) => LOOP.test(name)) ? 'loop' : 'operation';
}

function toWindow(inside: Uint32Array, parts: ReadonlyMap<number, Part>): ExecutedWindow {
  let [operation, loop] = [0, 0];
  for (const address of inside) {
    const part = parts.get(address);
    if (part === 'operation') operation += 1;
    else if (part !== 'reading') loop += 1;
  }
  return { operation, loop, addresses: inside };
}

/** Names the functions that each address is in, an inlined one before the one around it. */
export function functionsAt(
  elf: string,
  addresses: Iterable<number>,
): ReadonlyMap<number, readonly string[]> {
  const input = Array.from(new Set(addresses), (address) => address.toString(16)).join('\n');
  const options = { input, encoding: 'utf8', maxBuffer: 1 << 28 } as const;
  const out = execFileSync('arm-none-eabi-addr2line', ['-a', '-f', '-i', '-C', '-e', elf], options);
  const functions = new Map<number, string[]>();
  let lines: string[] = [];
  for (const line of out.split('\n')) {
    if (line.startsWith('0x')) functions.set(Number(line), (lines = []));
    else lines.push(line);
  }
  // Every second line is a file with a line.
  return new Map([...functions].map(([at, each]) => [at, each.filter((_, n) => n % 2 === 0)]));
}
