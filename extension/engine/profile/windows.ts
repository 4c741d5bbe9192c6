import { type Capture, executionStep, restoreStep, saveStep } from '../../profile';
import type { Execution, ExecutionMarks } from '../../targets';

/*
 * The stretch that was executed before a value was stored has one window or several, nested or in
 * turn, such as those of two workers that wait for each other. The window of a sample is the one
 * that has as many instructions as the sample, in every sample of the operation. By default it is
 * the last one.
 */

/** The values of an operation, and what was executed for them. */
export interface MeasuredExecution {
  readonly execution: Pick<Execution, 'paths'>;
  /** The path of each stretch of the operation, in order. */
  readonly stretches: readonly number[];
  /** The clock's ticks of each sample. */
  readonly samples: ArrayLike<number>;
  readonly ticksPerInstruction: number;
  /** Values that were measured after the samples. */
  readonly after: number;
  /** The clock's smallest step, in its ticks. */
  readonly step: number;
  /** Steps of distinct paths that are kept, if they are not those of the first sample. */
  readonly mostSteps: number;
  /** Threads that each have a sample of the same execution. */
  readonly threads: number;
}

/**
 * Gives what was executed for the samples; undefined where they and the windows do not agree. All are
 * compared, but of long ones only the first are kept.
 */
export function captureExecution(
  measured: MeasuredExecution,
  marks: Pick<ExecutionMarks, 'opens' | 'closes'>,
): Capture | undefined {
  const { execution } = measured;
  const seen = newScans(marks);
  const getScan = (path: number) => seen(execution.paths[path] ?? new Uint32Array());
  for (const group of groupings(measured)) {
    const chosen = chooseWindows(group, measured, getScan);
    if (chosen) return newCapture(group.paths.length, measured.mostSteps, chosen);
  }
  return undefined;
}

/** The stretch of each sample, and which of its samples it is. */
interface Grouping {
  readonly paths: readonly number[];
  /** The samples in a stretch. */
  readonly size: number;
}

function groupings({ stretches, samples, after, threads }: MeasuredExecution): readonly Grouping[] {
  const sizes = threads > 1 && after === 0 ? [1, threads] : [1];
  return sizes.flatMap((size) => {
    const count = Math.ceil(samples.length / size);
    const end = stretches.length - after;
    if (count === 0 || end < count) return [];
    const own = stretches.slice(end - count, end);
    const paths = Array.from(samples, (_, index) => own[Math.floor(index / size)] ?? 0);
    return [{ size, paths }];
  });
}

/** A stretch's instructions, with the readings and switches as indices of them. */
interface ScannedPath {
  readonly addresses: Uint32Array;
  readonly opens: readonly number[];
  readonly closes: readonly number[];
  readonly switches: readonly Switch[];
  /** Positions at which Linux was interrupted. */
  readonly interrupts: readonly number[];
}

interface Switch {
  /** The instruction that saves or restores the registers. */
  readonly at: number;
  readonly restores: boolean;
  thread: number;
}

/** Ranges of a stretch's instructions, from the one after an opening to a closing. */
type Window = readonly (readonly [from: number, end: number])[];
type Selector = (scan: ScannedPath) => Window | undefined;

const computeLength = (window: Window) => window.reduce((sum, [from, end]) => sum + end - from, 0);

/** The interrupt vector of 32-bit Arm Linux; a Cortex-M executes nothing there. */
const INTERRUPT = 0xffff0018;

/**
 * Each of a sample's windows may be off by less than a step of the clock, because it is read twice;
 * a clock with steps larger than a tick rounds them to ticks. Its timer begins a new step whenever
 * its interrupt is set up again, which happens up to twice in an interrupt.
 */
function isLength(
  window: Window | undefined,
  ticks: number,
  { ticksPerInstruction, step }: Pick<MeasuredExecution, 'ticksPerInstruction' | 'step'>,
  { interrupts }: ScannedPath,
): boolean {
  if (window === undefined) return false;
  const within = interrupts.filter((at) => window.some(([from, end]) => at >= from && at < end));
  const most = step > 1 ? step * (1 + 2 * within.length) + 1 : 1;
  return Math.abs(computeLength(window) * ticksPerInstruction - ticks) < most * window.length;
}

/** The steps of each sample, as addresses and switches; the same list for equal ones. */
type Cut = readonly number[];

/** Finds for each of a stretch's samples the window that fits all its values. */
function chooseWindows(
  { paths, size }: Grouping,
  measured: MeasuredExecution,
  getScan: (path: number) => ScannedPath,
): ((sample: number) => Cut) | undefined {
  const all = selectors(getScan(paths[0] ?? 0), size);
  const chosen = Array.from({ length: size }, (_, phase) =>
    all.find((select) =>
      paths.every(
        (path, index) =>
          index % size !== phase ||
          isLength(select(getScan(path)), measured.samples[index] ?? 0, measured, getScan(path)),
      ),
    ),
  );
  if (chosen.includes(undefined)) return undefined;
  const known = new Map<string, Cut>();
  return (index) => {
    const [path, phase] = [paths[index] ?? 0, index % size];
    const key = `${path} ${phase}`;
    const scan = getScan(path);
    const cut = known.get(key) ?? cutOut(scan, chosen[phase]?.(scan) ?? []);
    known.set(key, cut);
    return cut;
  };
}

/** The windows that a sample may be, the usual one first. Counted from the end: a stretch may begin early. */
function selectors(scan: ScannedPath, size: number): readonly Selector[] {
  const last: Selector = ({ opens, closes }) => {
    const end = closes.at(-1) ?? 0;
    const open = opens.findLast((each) => each < end);
    return open === undefined ? undefined : [[open + 1, end + 1]];
  };
  const pairs = scan.closes.flatMap((_, close) =>
    scan.opens.map((__, open): Selector => ({ opens, closes }) => {
      const [from, end] = [opens.at(-1 - open), closes.at(-1 - close)];
      const isWindow = from !== undefined && end !== undefined && from < end;
      return isWindow ? [[from + 1, end + 1]] : undefined;
    }),
  );
  const sums = Array.from({ length: size }, (_, nth) => {
    const { length } = findWindows(scan, nth);
    const ends = Array.from({ length }, (__, index) => index + 1);
    return ends.flatMap((first) =>
      ends
        .filter((end) => end > first)
        .map(
          (end): Selector =>
            (each) =>
              findWindows(each, nth).slice(first, end),
        ),
    );
  });
  return [last, ...pairs, ...sums.flat()];
}

/** The windows that the nth thread to close one opened and closed itself. */
function findWindows({ switches, opens, closes }: ScannedPath, nth: number): Window {
  const threadAt = (index: number) =>
    (switches.findLast(({ at, restores }) => restores && at < index) ?? switches[0])?.thread ?? 0;
  const threads = [...new Set(closes.map(threadAt))];
  const own = closes.filter((close) => threadAt(close) === threads[nth]);
  return own.map((close) => {
    const open = opens.findLast((each) => each < close && threadAt(each) === threads[nth]);
    return [open === undefined ? close + 1 : open + 1, close + 1];
  });
}

/** Reads each path once. */
function newScans({
  opens,
  closes,
}: Pick<ExecutionMarks, 'opens' | 'closes'>): (path: Uint32Array) => ScannedPath {
  const scans = new Map<Uint32Array, ScannedPath>();
  const isOpening = new Map(
    [opens, closes].flatMap((all, index) => all.map((address) => [address, index === 0] as const)),
  );
  return (path) => {
    const scan = scans.get(path) ?? scanPath(path, isOpening);
    scans.set(path, scan);
    return scan;
  };
}

function scanPath(path: Uint32Array, isOpening: ReadonlyMap<number, boolean>): ScannedPath {
  const addresses = new Uint32Array(path.length);
  const [opens, closes, interrupts]: [number[], number[], number[]] = [[], [], []];
  const switches: Switch[] = [];
  let count = 0;
  // Paths of many millions of steps: a callback for each would take seconds.
  for (const step of path) {
    if (step % 2 !== 0) {
      switches.push({ at: count - 1, restores: (step & 2) !== 0, thread: step >> 2 });
      continue;
    }
    const opening = isOpening.get(step);
    if (opening !== undefined) (opening ? opens : closes).push(count);
    if (step === INTERRUPT) interrupts.push(count);
    addresses[count] = step;
    count += 1;
  }
  findThreads(switches);
  return { addresses: addresses.subarray(0, count), opens, closes, switches, interrupts };
}

/**
 * Turns the slots of switches into threads. A thread's registers are in another slot at each switch:
 * one that is restored, and the one that is saved after it, are of the same thread.
 */
function findThreads(switches: readonly Switch[]): void {
  const same: number[] = [];
  const resolveThread = (index: number): number => {
    const other = same[index] ?? index;
    return other === index ? index : resolveThread(other);
  };
  switches.forEach(({ thread, restores }, index) => {
    const before = switches[index - 1];
    if (before?.restores && !restores) same[resolveThread(thread)] = resolveThread(before.thread);
  });
  for (const each of switches) each.thread = resolveThread(each.thread);
}

/** Takes the window's steps out of a stretch; the threads are numbered in the order of their switches. */
function cutOut({ addresses, switches }: ScannedPath, window: Window): Cut {
  const threads: number[] = [];
  const steps: number[] = [];
  for (const [from, end] of window) {
    let next = from;
    const copy = (until: number) => {
      for (; next < until; next += 1) steps.push(addresses[next] ?? 0);
    };
    for (const { at, thread, restores } of switches) {
      if (at < from || at >= end) continue;
      copy(at + 1);
      if (!threads.includes(thread)) threads.push(thread);
      const index = threads.indexOf(thread);
      steps.push(restores ? restoreStep(index) : saveStep(index));
    }
    copy(end);
  }
  return steps;
}

interface CountedPath {
  readonly index: number;
  readonly steps: readonly number[];
  count: number;
}

/** Gives each path and each address once. */
function newCapture(samples: number, mostSteps: number, getCut: (sample: number) => Cut): Capture {
  const addresses = new Map<number, number>();
  const paths = new Map<string, CountedPath>();
  const known = new Map<Cut, CountedPath>();
  const indexStep = (step: number) => {
    if (step % 2 !== 0) return step;
    const index = addresses.get(step) ?? addresses.size;
    addresses.set(step, index);
    return executionStep(index);
  };
  const indexPath = (cut: Cut) => {
    const key = cut.join();
    const path = paths.get(key) ?? { index: paths.size, steps: cut.map(indexStep), count: 0 };
    paths.set(key, path);
    return path;
  };
  const order: number[] = [];
  let steps = 0;
  for (let sample = 0; sample < samples; sample += 1) {
    const cut = getCut(sample);
    // What was executed before takes no more room.
    if (!known.has(cut)) steps += cut.length;
    if (!known.has(cut) && steps > mostSteps && order.length > 0) break;
    const path = known.get(cut) ?? indexPath(cut);
    known.set(cut, path);
    path.count += 1;
    order.push(path.index);
  }
  return {
    addresses: Array.from(addresses.keys(), (address) => address.toString(16)),
    paths: Array.from(paths.values(), ({ steps, count }) => ({ steps, count })),
    order,
    ...(order.length < samples && { measuredSamples: samples }),
  };
}
