import { readProtobuf } from '../../../base';
import type { TraceFormat } from '../format';
import { readStream } from '../ctf/stream';
import { readMetadata } from '../ctf/tsdl';
import { traceFormats } from '../index';
import type { TraceRows } from '../rows';

/** A slice as a tool reads it: `Core 0: CPU | net` from a time to another, in nanoseconds. */
export interface ReadSlice {
  readonly label: string;
  readonly start: number;
  readonly end: number;
}

export function formatNamed(id: string): TraceFormat {
  const format = traceFormats.find((each) => each.id === id);
  if (!format) throw new Error(`no format ${id}`);
  return format;
}

/** A format's files, whole. */
export const makeTraceFiles = (id: string, trace: TraceRows) =>
  [...formatNamed(id).write(trace)].map(({ name, parts }) => ({
    name,
    bytes: Uint8Array.from(Buffer.concat([...parts])),
  }));

/** Collects slices and points; every end has its begin. */
function newCollector() {
  const open = new Map<string, { label: string; at: number }[]>();
  const slices: ReadSlice[] = [];
  return {
    begin(row: string, name: string, at: number): void {
      open.set(row, [...(open.get(row) ?? []), { label: `${row} | ${name}`, at }]);
    },
    end(row: string, at: number): void {
      const begun = open.get(row)?.pop();
      if (!begun) throw new Error(`nothing is open on ${row} at ${at}`);
      slices.push({ label: begun.label, start: begun.at, end: at });
    },
    point: (row: string, text: string, at: number) =>
      slices.push({ label: `${row} . ${text}`, start: at, end: at }),
    value(): ReadSlice[] {
      if ([...open.values()].some((stack) => stack.length > 0)) throw new Error('a slice is open');
      return sortSlices(slices);
    },
  };
}

const sortSlices = (slices: ReadSlice[]) =>
  slices.sort(
    (a, b) =>
      a.start - b.start || b.end - a.end || (a.label < b.label ? -1 : Number(a.label > b.label)),
  );

const decoder = new TextDecoder();

/** Reads Perfetto's protobuf as its trace processor does: state by packet sequence, clocks that count on. */
function readPerfetto(bytes: Uint8Array): ReadSlice[] {
  const collector = newCollector();
  const tracks = new Map<number, { name: string; parent: number }>();
  const sequences = new Map<number, { now: number; track: number; names: Map<number, string> }>();
  for (const { body } of readProtobuf(bytes)) {
    const fields = readProtobuf(body);
    const find = (number: number, among = fields) => among.find((field) => field.number === number);
    const readText = (number: number, among = fields) => decoder.decode(find(number, among)?.body);
    const track = find(60);
    if (track) {
      const own = readProtobuf(track.body);
      const process = find(3, own);
      const name = process ? readText(6, readProtobuf(process.body)) : readText(2, own);
      tracks.set(find(1, own)?.value ?? 0, { name, parent: find(5, own)?.value ?? 0 });
      continue;
    }
    const id = find(10)?.value ?? 0;
    const defaults = find(59);
    if (defaults) {
      const usual = find(11, readProtobuf(defaults.body));
      const track = find(11, readProtobuf(usual?.body ?? new Uint8Array()))?.value ?? 0;
      sequences.set(id, { now: 0, track, names: new Map() });
    }
    const state = sequences.get(id);
    if (!state) throw new Error(`packet of sequence ${id} before its beginning`);
    const interned = find(12);
    for (const entry of interned ? readProtobuf(interned.body) : []) {
      const own = readProtobuf(entry.body);
      if (entry.number === 2) state.names.set(find(1, own)?.value ?? 0, readText(2, own));
    }
    const event = find(11);
    if (!event) continue;
    state.now += find(8)?.value ?? 0;
    const own = readProtobuf(event.body);
    const { name, parent } = tracks.get(find(11, own)?.value ?? state.track) ?? {
      name: '?',
      parent: 0,
    };
    const row = `${tracks.get(parent)?.name.split(':')[0]}: ${name}`;
    const type = find(9, own)?.value;
    if (type === 1)
      collector.begin(row, state.names.get(find(10, own)?.value ?? 0) ?? '?', state.now);
    else if (type === 2) collector.end(row, state.now);
    else collector.point(row, readText(23, own), state.now);
  }
  return collector.value();
}

interface JsonEvent {
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly name: string;
  readonly ts: number;
  readonly dur: number;
  readonly args: { readonly name: string };
}

function readJson(bytes: Uint8Array): ReadSlice[] {
  const { traceEvents } = JSON.parse(decoder.decode(bytes)) as { traceEvents: JsonEvent[] };
  const names = new Map<string, string>();
  for (const { ph, pid, tid, name, args } of traceEvents) {
    if (ph === 'M' && name === 'thread_name') names.set(`${pid} ${tid}`, args.name);
    if (ph === 'M' && name === 'process_name') names.set(`${pid}`, args.name);
  }
  const nanoseconds = (micros: number) => Math.round(micros * 1000);
  const slices = traceEvents.flatMap(({ ph, pid, tid, name, ts, dur }): ReadSlice[] => {
    const row = `${names.get(`${pid}`)}: ${names.get(`${pid} ${tid}`)}`;
    const start = nanoseconds(ts);
    if (ph === 'i') return [{ label: `${row} . ${name}`, start, end: start }];
    if (ph !== 'X') return [];
    return [{ label: `${row} | ${name}`, start, end: start + nanoseconds(dur) }];
  });
  return sortSlices(slices);
}

function readCtfFolder(files: readonly { name: string; bytes: Uint8Array }[]): ReadSlice[] {
  const [main, ...streams] = files;
  const metadata = readMetadata(decoder.decode(main?.bytes));
  const collector = newCollector();
  for (const { bytes } of streams) {
    const problems = readStream(bytes, metadata, ({ declared, ticks, values }) => {
      const row = String(values['row']);
      if (declared.name === 'slice_end') collector.end(row, ticks);
      else if (declared.name === 'point') collector.point(row, String(values['text']), ticks);
      else collector.begin(row, String(values['name']), ticks);
      return true;
    });
    if (problems.length > 0) throw new Error(problems.join(' '));
  }
  return collector.value();
}

/** The slices in the files of a format, as other tools read them. */
export function readBack(id: string, files: readonly { name: string; bytes: Uint8Array }[]) {
  const bytes = files[0]?.bytes ?? new Uint8Array();
  if (id === 'perfetto') return readPerfetto(bytes);
  return id === 'chrome' ? readJson(bytes) : readCtfFolder(files);
}
