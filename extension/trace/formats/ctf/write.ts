import { type ByteParts, newByteParts } from '../bytes';
import type { TraceFile } from '../format';
import { type RowSequence, type SliceSink, takeParts, type TraceRows } from '../rows';

/*
 * CTF 1.8: the text `metadata` describes the binary files beside it, one for each sequence of rows. An event has a
 * number, a time of 32 bits, and its fields: 9 bytes for a slice's begin, 7 for its end. A packet begins with its time
 * in 64 bits; another one begins before the 32 bits would be ambiguous.
 */
export function writeCtf(trace: TraceRows): TraceFile[] {
  return [
    { name: METADATA, parts: [new TextEncoder().encode(metadata(trace))] },
    ...trace.sequences.map((sequence, at) => ({
      name: `stream${at}`,
      parts: packets(sequence, trace),
    })),
  ];
}

export const METADATA = 'metadata';
const MAGIC = 0xc1fc_1fc1;
const PERIOD = 2 ** 32;
const EVENTS_IN_PACKET = 10_000;
/** Magic number, and begin, end, bits of content and of the packet. */
const PACKET_HEADER = 4 + 4 * 8;

/** Events: what a core runs, by kind; slices of other rows; the end of a slice; points; slices of a task's own row. */
const CORE_EVENTS = ['task', 'interrupt', 'timer', 'idle', 'scheduler', 'gap'].map(
  (kind) => `cpu_${kind}`,
);
const EVENTS = [...CORE_EVENTS, 'slice', 'numbered_slice', 'slice_end', 'point', 'task_slice'];
const toEventId = (event: string) => EVENTS.indexOf(event);
const [SLICE, NUMBERED, END, POINT, TASK] = EVENTS.slice(CORE_EVENTS.length).map(toEventId);

const quoteText = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;

function enumeration(texts: readonly string[]): string {
  const labels = texts.map((text, value) => `${quoteText(text)} = ${value}`);
  return `enum : uint16_t {\n\t${labels.join(',\n\t')}\n}`;
}

function metadata({ rows, names, system, unit }: TraceRows): string {
  const integer = (bits: number, more = '') =>
    `typealias integer { size = ${bits}; align = 8; signed = false; ${more}}`;
  const remarks = [...system, unit].filter(Boolean).join(', ');
  const fields = (event: string) => {
    const row = 'row_t row;';
    if (event === 'slice_end') return row;
    if (event === 'point') return `${row} string text;`;
    return `${row} name_t name;${event === 'numbered_slice' ? ' uint32_t number;' : ''}`;
  };
  const clock = 'map = clock.recording.value; ';
  return [
    '/* CTF 1.8 */',
    `${integer(8)} := uint8_t;`,
    `${integer(16)} := uint16_t;`,
    `${integer(32)} := uint32_t;`,
    `${integer(64)} := uint64_t;`,
    'trace { major = 1; minor = 8; byte_order = le; packet.header := struct { uint32_t magic; }; };',
    `env { tracer_name = "cyclescope"; system = ${quoteText(remarks)}; };`,
    'clock { name = recording; freq = 1000000000; };',
    `${integer(32, clock)} := stamp_t;`,
    `${integer(64, clock)} := full_stamp_t;`,
    `typealias ${enumeration(rows.map(({ core, name }) => `Core ${core}: ${name}`))} := row_t;`,
    `typealias ${enumeration(names.map(({ text }) => text))} := name_t;`,
    'stream {',
    '\tpacket.context := struct { full_stamp_t timestamp_begin; full_stamp_t timestamp_end; uint64_t content_size; uint64_t packet_size; };',
    '\tevent.header := struct { uint8_t id; stamp_t timestamp; };',
    '};',
    ...EVENTS.map(
      (event, id) =>
        `event { name = ${event}; id = ${id}; fields := struct { ${fields(event)} }; };`,
    ),
    '',
  ].join('\n');
}

function* packets(sequence: RowSequence, trace: TraceRows): Iterable<Uint8Array> {
  const parts = newByteParts();
  const done: Uint8Array[] = [];
  const writer = packetWriter(parts, done, trace);
  for (const packetsDone of takeParts(sequence.slices(writer.sink), () => done.splice(0))) {
    yield* packetsDone;
  }
  writer.finish();
  yield* done;
}

/** Writes events into packets, and adds these to `done`. */
function packetWriter(parts: ByteParts, done: Uint8Array[], { rows, names }: TraceRows) {
  const { u8, u16, u32, u64 } = parts;
  let events = 0;
  let [begin, end] = [0, 0];

  function finish(): void {
    if (events === 0) return;
    const content = parts.take();
    const bits = 8 * (PACKET_HEADER + content.length);
    u32(MAGIC);
    for (const value of [begin, end, bits, bits]) u64(value);
    done.push(parts.take(), content);
    events = 0;
  }
  function event(id: number | undefined, row: number, at: number): void {
    if (events === EVENTS_IN_PACKET || at - end >= PERIOD) finish();
    if (events === 0) begin = at;
    end = at;
    events++;
    u8(id ?? 0);
    u32(at);
    u16(row);
  }
  const sink: SliceSink = {
    begin(row, at, name, detail) {
      const { kind } = rows[row] ?? {};
      const isCore = kind === 'cpu';
      const plain = kind === 'task' ? TASK : SLICE;
      const numbered = detail === undefined ? plain : NUMBERED;
      event(isCore ? toEventId(`cpu_${names[name]?.kind}`) : numbered, row, at);
      u16(name);
      if (!isCore && detail !== undefined) u32(detail);
    },
    end: (row, at) => event(END, row, at),
    point(row, at, text) {
      event(POINT, row, at);
      parts.bytes(new TextEncoder().encode(text));
      u8(0);
    },
  };
  return { sink, finish };
}
