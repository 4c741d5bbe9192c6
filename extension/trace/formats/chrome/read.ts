import { type Fields, toFields, toText } from '../../../base';
import type { ForeignTrace } from '../format';
import { type ForeignPoint, type ForeignSlice, recordSlices, rowSliceName } from '../slices';

/*
 * Reads Chrome's trace events. The slices of threads become markers, named `thread: slice`, since threads may run at the
 * same time. In files of our own, the category `cpu` marks what a core runs.
 */

interface Event {
  readonly phase: string;
  readonly thread: string;
  readonly process: string;
  readonly name: string;
  readonly category: string;
  /** Nanoseconds. */
  readonly at: number;
  readonly duration: number;
  readonly args: Fields | undefined;
}

/** Reads a file; undefined if it is no such trace at all. */
export function readChrome(text: string): ForeignTrace {
  const problems: string[] = [];
  const parsed = parse(text, problems);
  const list: unknown = Array.isArray(parsed) ? parsed : toFields(parsed)?.['traceEvents'];
  if (!Array.isArray(list)) {
    problems.push('The file has no list of trace events.');
    return { recording: undefined, problems };
  }
  const events = list.flatMap((each) => readEvent(each) ?? []);
  if (events.length < list.length) {
    problems.push(
      `${list.length - events.length} of ${list.length} events are damaged, and were skipped.`,
    );
  }
  const { slices, points, notShown } = collect(events);
  if (notShown > 0) {
    problems.push(
      `${notShown} events are not shown: counters, flows, asynchronous slices and others.`,
    );
  }
  const written = recordSlices(slices, points);
  problems.push(...written.problems);
  return { recording: written.events > 0 ? written.recording : undefined, problems };
}

/** Parses JSON; a program that was ended may not have written its end. */
function parse(text: string, problems: string[]): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const end = text.lastIndexOf('}');
    const closing = text.trimStart().startsWith('[') ? ']' : ']}';
    try {
      const parsed: unknown = JSON.parse(text.slice(0, end + 1) + closing);
      problems.push('The file ends too early: its last events may be missing.');
      return parsed;
    } catch {
      problems.push('The file is not JSON.');
      return undefined;
    }
  }
}

function finite(value: unknown): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Ids of processes and threads are numbers or texts. */
const idText = (value: unknown) =>
  typeof value === 'number' ? String(value) : (toText(value) ?? '');

function readEvent(value: unknown): Event | undefined {
  const fields = toFields(value);
  const phase = toText(fields?.['ph']);
  if (!fields || phase === undefined) return undefined;
  const at = finite(fields['ts']) ?? (phase === 'M' ? 0 : undefined);
  if (at === undefined) return undefined;
  const process = idText(fields['pid']);
  return {
    phase,
    process,
    thread: `${process} ${idText(fields['tid'])}`,
    name: toText(fields['name']) ?? '',
    category: toText(fields['cat']) ?? '',
    at: Math.round(at * 1000),
    duration: Math.max(0, Math.round((finite(fields['dur']) ?? 0) * 1000)),
    args: toFields(fields['args']),
  };
}

type Span = Pick<Event, 'name' | 'category' | 'thread' | 'process'> & {
  readonly start: number;
  readonly end: number;
};

function collect(events: readonly Event[]) {
  const open = new Map<string, Event[]>();
  const spans: Span[] = [];
  const instants: Event[] = [];
  const titles = newTitles();
  let notShown = 0;

  function begin(event: Event): void {
    const all = open.get(event.thread);
    if (all) all.push(event);
    else open.set(event.thread, [event]);
  }
  function close(thread: string, at: number): void {
    const event = open.get(thread)?.pop();
    if (event) spans.push({ ...event, start: event.at, end: Math.max(event.at, at) });
  }
  const inTime = [...events].sort((a, b) => a.at - b.at);
  for (const event of inTime) {
    const { phase, thread, at, duration } = event;
    if (phase === 'M') titles.learn(event);
    else if (phase === 'X') spans.push({ ...event, start: at, end: at + duration });
    else if (phase === 'B') begin(event);
    else if (phase === 'E') close(thread, at);
    else if (/^[iIR]$/.test(phase)) instants.push(event);
    else notShown++;
  }
  for (const [thread, all] of open) while (all.length > 0) close(thread, Infinity);
  const points = instants.map((event): ForeignPoint => ({
    at: event.at,
    text: `${titles.of(event)}: ${event.name}`,
  }));
  return { slices: nest(spans, titles.of), points, notShown };
}

/** The titles of threads; with several processes, also of these. */
function newTitles() {
  const threads = new Map<string, string>();
  const processes = new Map<string, string>();
  return {
    learn({ name, thread, process, args }: Event): void {
      const title = toText(args?.['name']);
      if (title === undefined) return;
      if (name === 'thread_name') threads.set(thread, title);
      if (name === 'process_name') processes.set(process, title);
    },
    of({ thread, process }: Pick<Event, 'thread' | 'process'>): string {
      const title = threads.get(thread) ?? `thread ${thread.slice(process.length + 1)}`;
      return processes.size > 1 ? `${processes.get(process) ?? process}: ${title}` : title;
    },
  };
}

const CORE_KINDS = ['task', 'interrupt', 'timer', 'idle', 'scheduler', 'gap'] as const;

/** The core and the kind of a slice of ours. */
function coreSlice({ category, process }: Span): Pick<ForeignSlice, 'core' | 'kind'> | undefined {
  const [cpu, name] = category.split(',');
  const kind = CORE_KINDS.find((each) => each === name);
  const core = Number(process) - 1;
  const isCore = Number.isInteger(core) && core >= 0 && core < 256;
  return cpu === 'cpu' && kind !== undefined && isCore ? { core, kind } : undefined;
}

/** Gives each slice of a thread the depth at which it has room. */
function nest(spans: readonly Span[], getTitle: (span: Span) => string): ForeignSlice[] {
  const ends = new Map<string, number[]>();
  const ordered = [...spans].sort((a, b) => a.start - b.start || b.end - a.end);
  const hasCores = ordered.some(coreSlice);
  return ordered.flatMap((span): ForeignSlice[] => {
    const { thread, start, end, name } = span;
    const known = coreSlice(span);
    // Rows of single tasks repeat what their core's row has.
    if (hasCores && !known && span.category === 'task') return [];
    const levels = ends.get(thread) ?? [];
    ends.set(thread, levels);
    const free = levels.findIndex((until) => until <= start);
    const depth = free < 0 ? levels.length : free;
    levels[depth] = end;
    if (known) return [{ ...known, name, start, end, depth }];
    const own = rowSliceName(getTitle(span), name);
    return [{ kind: 'row', core: 0, name: own, start, end, depth }];
  });
}
