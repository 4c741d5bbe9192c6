import { EventId, u32, encodeString } from '../../../systemview';
import type { ForeignTrace, TraceInput } from '../format';
import { nameBytes, newRecordingWriter, type RecordingWriter } from '../recording-writer';
import { type ForeignPoint, type ForeignSlice, recordSlices, rowSliceName } from '../slices';
import { type CtfEvent, type FieldValues, readStream } from './stream';
import { type DeclaredEvent, type Metadata, MetadataProblem, readMetadata } from './tsdl';

/** Reads a trace: Zephyr's events, or those that this extension writes. Others are listed without any activity. */
export function readCtf({ main, others, named = '' }: TraceInput): ForeignTrace {
  try {
    const metadata = readMetadata(new TextDecoder().decode(main));
    const isOurs = [...metadata.events.values()].some(({ name }) => name === 'slice_end');
    const streams = selectStreams(others, metadata, named);
    if (streams.length === 0) return { recording: undefined, problems: ['It has no streams.'] };
    const written = isOurs ? recordOurs(metadata, streams) : recordZephyr(metadata, streams);
    const recording = written.events > 0 ? written.recording : undefined;
    return { recording, problems: written.problems };
  } catch (error) {
    if (!(error instanceof MetadataProblem)) throw error;
    return { recording: undefined, problems: [error.message] };
  }
}

/**
 * The streams of a trace: its packets begin with a magic number. Zephyr's have no packets: a file that was opened is the
 * only stream then, as others beside it may be anything.
 */
function selectStreams(files: TraceInput['others'], { packetHeader }: Metadata, named: string) {
  const hasMagic =
    packetHeader.is === 'struct' && packetHeader.fields.some(({ name }) => name === 'magic');
  const isStream = ({ name, bytes }: TraceInput['others'][number]) =>
    hasMagic ? MAGICS.has(bytes.subarray(0, 4).join()) : named === '' || name === named;
  return files.filter((file) => file.bytes.length > 0 && isStream(file)).map(({ bytes }) => bytes);
}

/** The magic number in both byte orders. */
const MAGICS = new Set(['193,31,252,193', '193,252,31,193']);

const text = (values: FieldValues, name: string) => {
  const value = values[name];
  return typeof value === 'string' ? value : String(value ?? '');
};

/** Reads the slices of files that this extension wrote. */
function recordOurs(metadata: Metadata, streams: readonly Uint8Array[]) {
  const slices: ForeignSlice[] = [];
  const points: ForeignPoint[] = [];
  const problems = streams.flatMap((bytes) => {
    const open = new Map<string, CtfEvent[]>();
    function close(row: string, ticks: number): void {
      const stack = open.get(row);
      const begin = stack?.pop();
      if (!stack || !begin) return;
      const [, core = '0', title = ''] = /^Core (\d+): (.*)$/s.exec(row) ?? [];
      const name = text(begin.values, 'name');
      const kind = /^cpu_(task|interrupt|timer|idle|scheduler|gap)$/.exec(begin.declared.name)?.[1];
      const known = kind as ForeignSlice['kind'] | undefined;
      // A row of a task repeats what its core's row has.
      if (begin.declared.name === 'task_slice') return;
      const time = { start: begin.ticks, end: ticks, depth: stack.length };
      if (known) slices.push({ kind: known, core: Number(core) % 256, name, ...time });
      else slices.push({ kind: 'row', core: 0, name: rowSliceName(title, name), ...time });
    }
    const found = readStream(bytes, metadata, (event) => {
      const row = text(event.values, 'row');
      if (event.declared.name === 'slice_end') close(row, event.ticks);
      else if (event.declared.name === 'point') {
        points.push({ at: event.ticks, text: text(event.values, 'text') });
      } else {
        const stack = open.get(row);
        if (stack) stack.push(event);
        else open.set(row, [event]);
      }
      return true;
    });
    for (const [row, stack] of open) while (stack.length > 0) close(row, Infinity);
    return found;
  });
  const written = recordSlices(slices, points);
  return { ...written, problems: [...problems, ...written.problems] };
}

/*
 * Zephyr's events in CTF, of all releases: their numbers and fields follow from the metadata. Threads, interrupts and
 * idle time become activity; all other events are listed with their fields, as those of a module. An interrupt has no
 * number there. A time has 32 bits of nanoseconds, so a pause of more than 4.3 s without any event is too short.
 */

/** Bytes between the events of a damaged clock would be a gap of years. */
const LONGEST = 2 ** 46;

const number = (values: FieldValues, name: string) => {
  const value = values[name];
  return typeof value === 'number' ? value : 0;
};

/** Writes the recording of a trace's streams, one for each core. */
function recordZephyr(metadata: Metadata, streams: readonly Uint8Array[]) {
  const scale = 1e9 / metadata.frequency;
  const firsts = streams.map((bytes) => {
    let first = Infinity;
    readStream(bytes, metadata, ({ ticks }) => {
      first = ticks;
      return false;
    });
    return first;
  });
  const start = Math.min(...firsts);
  const writer = newRecordingWriter(Number.isFinite(start) ? start * scale : 0);
  const problems: string[] = [];
  for (const [core, bytes] of streams.slice(0, 256).entries()) {
    const put = newStreamWriter(writer, core);
    let far = 0;
    problems.push(
      ...readStream(bytes, metadata, (event) => {
        const at = Math.round(event.ticks * scale);
        if (at - start * scale > LONGEST) far++;
        else put(event, at);
        return true;
      }),
    );
    if (far > 0)
      problems.push(`${far} events are more than 19 hours after the first, and were skipped.`);
  }
  return { recording: writer.finish(), events: writer.events(), problems };
}

/** The event of a thread by its name in CTF. */
const THREAD_EVENTS: ReadonlyMap<string, number> = new Map([
  ['thread_switched_in', EventId.TaskStartExec],
  ['thread_ready', EventId.TaskStartReady],
  ['thread_create', EventId.TaskCreate],
]);

const CORE_EVENTS: ReadonlyMap<string, readonly [id: number, ...payload: number[]]> = new Map([
  ['thread_switched_out', [EventId.TaskStopExec]],
  ['isr_enter', [EventId.IsrEnter, 0]],
  ['isr_exit', [EventId.IsrExit]],
  ['isr_exit_to_scheduler', [EventId.IsrToScheduler]],
  ['idle', [EventId.Idle]],
] as const);

function newStreamWriter(writer: RecordingWriter, core: number) {
  const threads = new Map<number, string>();
  const others = new Map<DeclaredEvent, number>();

  function learnThread(values: FieldValues): number {
    const thread = number(values, 'thread_id');
    const { name } = values;
    if (typeof name === 'string' && name !== '' && threads.get(thread) !== name) {
      threads.set(thread, name);
      const priority = u32(number(values, 'prio'));
      writer.describe(core, EventId.TaskInfo, [...u32(thread), ...priority, ...nameBytes(name)]);
    }
    return thread;
  }
  /** An event without a meaning for activity is listed with its fields. */
  function other({ declared, values }: CtfEvent, at: number): void {
    let id = others.get(declared);
    if (id === undefined) {
      id = writer.define(core, describeEvent(declared));
      others.set(declared, id);
    }
    const payload = declared.fields.flatMap(({ name }) => {
      const value = values[name];
      if (typeof value === 'number') return u32(value);
      return typeof value === 'string' ? nameBytes(value) : encodeString('');
    });
    writer.put(core, at, id, payload);
  }
  return (event: CtfEvent, at: number): void => {
    const { declared, values } = event;
    const thread = 'thread_id' in values ? learnThread(values) : 0;
    const ofThread = THREAD_EVENTS.get(declared.name);
    const ofCore = CORE_EVENTS.get(declared.name);
    if (ofThread !== undefined) writer.put(core, at, ofThread, u32(thread));
    else if (ofCore !== undefined) writer.put(core, at, ofCore[0], ofCore.slice(1));
    else other(event, at);
  };
}

/** Describes an event as SystemView does: `semaphore_take_enter id=%x timeout=%u`. */
function describeEvent({ name, fields }: DeclaredEvent): string {
  const parameters = fields.map(({ name: field, type }) => {
    if (type.is === 'integer') return `${field}=%${chooseFormat(field, type.signed)}`;
    return type.is === 'enum' || type.is === 'float' ? `${field}=%d` : `${field}=%s`;
  });
  return [name, ...parameters].join(' ');
}

/** Ids are addresses of objects. */
function chooseFormat(field: string, signed: boolean): string {
  if (field === 'thread_id') return 't';
  if (signed) return 'd';
  return field === 'id' ? 'x' : 'u';
}
