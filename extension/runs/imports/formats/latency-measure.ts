import { collect, type FoundOperation } from '../collect';
import type { ImportFormat, ImportResult, Namesake } from '../imported';
import { consoleLines, cutDoubts, type Line, unreadable } from '../lines';
import { YIELDS, ZEPHYR_HEAP } from '../namesakes';
import { decimal } from '../figures';
import { emulationProblems, endProblems, findFirstMatch, zephyrFacts } from '../zephyr';

/** One metric as printed by the benchmark. */
export interface LatencyRow {
  readonly name: string;
  readonly about?: string;
  readonly cycles: number | undefined;
  readonly nanoseconds: number | undefined;
  readonly note: string;
  /** Its line in the benchmark's own output. */
  readonly line?: Line;
}

const METRIC = /(?:^|\s)([a-z]\w*(?:\.[\w+]+)+)\s+-\s+(\S.*)$/;
// Name, cycles, nanoseconds and a note, which is empty unless something went wrong.
const TEXT = /^(.*?\S)\s*:\s*(\d+\s*cycles|FAILED)\s*,\s*(\d+\s*ns|FAILED)\s*(?::\s*(.*))?$/;
const CSV = /^(.*?\S)\s*,\s*(\d+|FAILED)\s*,\s*(\d+|FAILED)\s*(?:,\s*(.*))?$/;
const LOOKS_LIKE_ROW = /\bcycles\b.*\bns\b|^[a-z]\w*(?:\.[\w+]+)+\s+-\s/;

const MUTEX = {
  suite: 'mutex',
  because: 'one thread uses an uncontended mutex',
  differs: 'Zephyr locks it again and again before the first unlock, so most locks are recursive',
};
const CREATE: Namesake = {
  suite: 'thread',
  op: 'create',
  because: 'a thread with its own stack is created and does not run yet',
  differs: 'starting it is a row of its own',
};

// Zephyr renamed its rows twice; all three generations are in use.
const NAMESAKES: ImportFormat['namesakes'] = {
  'thread.yield.preemptive.ctx.k_to_k': YIELDS,
  'Preemptive threads ctx switch via k_yield (K -> K)': YIELDS,
  'Average thread context switch using yield': YIELDS,
  'mutex.lock.immediate.recursive.kernel': { ...MUTEX, op: 'lock' },
  'Lock a mutex from kernel thread': { ...MUTEX, op: 'lock' },
  'Average time to lock a mutex': { ...MUTEX, op: 'lock' },
  'mutex.unlock.immediate.recursive.kernel': { ...MUTEX, op: 'unlock' },
  'Unlock a mutex from kernel thread': { ...MUTEX, op: 'unlock' },
  'Average time to unlock a mutex': { ...MUTEX, op: 'unlock' },
  'heap.malloc.immediate': { ...ZEPHYR_HEAP, op: 'malloc' },
  'Average time for heap malloc': { ...ZEPHYR_HEAP, op: 'malloc' },
  'heap.free.immediate': { ...ZEPHYR_HEAP, op: 'free' },
  'Average time for heap free': { ...ZEPHYR_HEAP, op: 'free' },
  'thread.create.kernel.from.kernel': CREATE,
  'Create kernel thread from kernel thread': CREATE,
  'Time to create a thread (without start)': CREATE,
};

/** Rows of Zephyr's latency_measure benchmark, as text and as CSV. */
export const latencyMeasure: ImportFormat = {
  id: 'latency-measure',
  title: 'Zephyr latency_measure',
  about: "Zephyr's benchmark `latency_measure`",
  namesakes: NAMESAKES,
  method: 'the tool reports only a mean, of 1,000 executions by default',
  recognises: (text) => consoleLines(text).some((line) => parseRow(line) !== undefined),
  read,
};

function read(text: string): ImportResult {
  const lines = consoleLines(text);
  const rows = lines.flatMap((line) => parseRow(line) ?? []);
  const damaged = lines.filter((line) => LOOKS_LIKE_ROW.test(line.text) && !parseRow(line));
  const stated = Number(findFirstMatch(lines, /Clock frequency: (\d+) MHz/)) * 1e6;
  const facts = {
    ...zephyrFacts(lines),
    ...(stated > 0 ? { clock_hz: String(stated) } : {}),
    ...clockFacts(rows),
  };
  const found = latencyOperations(rows);
  const problems = [...unreadable(damaged), ...endProblems(lines), ...emulationProblems(facts)];
  return collect(latencyMeasure, { unit: 'cycles', facts, found, problems });
}

/** Reads the operations of rows, which confirm each other's clock. */
export function latencyOperations(rows: readonly LatencyRow[]): FoundOperation[] {
  const hz = inferClock(rows);
  return rows.map((row) => operation(row, hz));
}

/** The clock's rate according to the rows. */
export function clockFacts(rows: readonly LatencyRow[]): Record<string, string> {
  const hz = inferClock(rows);
  return hz === undefined ? {} : { clock_hz_of_rows: String(hz) };
}

function parseRow(line: Line): LatencyRow | undefined {
  const { text } = line;
  const csv = text.includes('cycles') ? null : CSV.exec(text);
  const [, label, cycles, nanoseconds, note = ''] = TEXT.exec(text) ?? csv ?? [];
  if (label === undefined) return undefined;
  const [, metric, about] = METRIC.exec(label) ?? [];
  // Any table has numbers between commas; only the metric's name identifies this one.
  if (csv !== null && metric === undefined) return undefined;
  return {
    name: metric ?? label,
    ...(about === undefined ? {} : { about }),
    cycles: decimal(/^\d+/.exec(cycles ?? '')?.[0]),
    nanoseconds: decimal(/^\d+/.exec(nanoseconds ?? '')?.[0]),
    note: note.trim(),
    line,
  };
}

function operation(row: LatencyRow, hz?: number): FoundOperation {
  const { name, about, cycles, nanoseconds, note } = row;
  const [suite = '', ...rest] = name.split('.');
  const dotted = /^[a-z]\w*\./.test(name);
  const names = dotted ? { suite, op: rest.join('.') } : { suite: 'latency_measure', op: name };
  const base = { ...names, originalName: name, about };
  if (cycles === undefined) {
    return { ...base, inconclusive: note === '' ? 'FAILED' : `FAILED: ${note}` };
  }
  const doubts = [
    ...(note === '' ? [] : [`the benchmark itself reports: ${note}`]),
    ...disagreement(cycles, nanoseconds, hz),
    ...(row.line === undefined ? [] : cutDoubts(row.line)),
  ];
  return { ...base, mean: cycles, meanNanoseconds: nanoseconds, doubts };
}

/** The clock on which most rows agree, as exact as rounded rows allow. */
function inferClock(rows: readonly LatencyRow[]): number | undefined {
  const ratios = rows.flatMap(({ cycles, nanoseconds }) =>
    cycles && nanoseconds ? [cycles / nanoseconds] : [],
  );
  const middle = ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)];
  return middle === undefined ? undefined : Math.round(Number((middle * 1e9).toPrecision(3)));
}

function disagreement(cycles: number, nanoseconds: number | undefined, hz?: number): string[] {
  if (nanoseconds === undefined || hz === undefined) return [];
  const expected = (nanoseconds * hz) / 1e9;
  // Both are truncated to whole numbers, and the clock is accurate to a few percent.
  if (Math.abs(expected - cycles) <= 1 + cycles * 0.05) return [];
  return [`${cycles} cycles are not ${nanoseconds} ns at the ${hz / 1e6} MHz of the other rows`];
}
