import {
  type ProtobufBytes,
  protobufField as field,
  protobufMessage as message,
  protobufText as text,
} from '../../base';
import { type ByteParts, newByteParts } from './bytes';
import type { TraceFormat } from './format';
import { type RowSequence, type SliceSink, takeParts, type TraceRows } from './rows';

/*
 * Perfetto's protobuf (perfetto_trace.proto). Each sequence of rows is a packet sequence with the state that keeps its
 * packets short: a clock that counts from the previous packet, names by their numbers, and the track of most slices.
 */

const TRACE_PACKET = 1;
const CLOCK = 64;
const BOOT_TIME = 6;
const STATE_CLEARED = 1;
const NEEDS_STATE = 2;
const SLICE_BEGIN = 1;
const SLICE_END = 2;
const INSTANT = 3;
const ORDERED_BY_RANK = 3;
/** The interned name of the number that distinguishes slices of one name. */
const DETAIL = 1;
/** A packet with a track event, both without their lengths, up to the event's type. */
const PACKET_START = [0x0a, 0, 0x5a, 0, 0x48];

/** Fields of a TracePacket. */
const sequenceId = (id: number) => field(10, id);
const sequenceFlags = (flags: number) => field(13, flags);
const trackDescriptor = (...fields: ProtobufBytes[]) => message(60, ...fields);

export const perfetto: TraceFormat = {
  id: 'perfetto',
  ending: 'pftrace',
  isFolder: false,
  about: 'ui.perfetto.dev and its trace processor, protobuf',
  write: (trace) => [{ name: '', parts: write(trace) }],
};

const toTrack = (row: number) => row + 1;

function* write(trace: TraceRows): Iterable<Uint8Array> {
  yield Uint8Array.from(tracks(trace).flat());
  const parts = newByteParts();
  for (const [at, sequence] of trace.sequences.entries()) {
    const id = at + 1;
    parts.bytes(beginning(id, sequence));
    yield* takeParts(sequence.slices(packets(parts, id, sequence, trace)), parts.take);
  }
}

/** Describes the rows as tracks below those of their cores. */
function tracks({ rows, system, unit }: TraceRows): ProtobufBytes[] {
  const coreTrack = (core: number) => toTrack(rows.length + core);
  const cores = [...new Set(rows.map(({ core }) => core))];
  const remarks = [...system, unit].filter(Boolean).join(', ');
  return [
    ...cores.map((core) => {
      const name = [`Core ${core}`, remarks].filter(Boolean).join(': ');
      const process = message(3, field(1, core + 1), text(6, name));
      return message(
        TRACE_PACKET,
        sequenceId(1),
        trackDescriptor(field(1, coreTrack(core)), process, field(11, ORDERED_BY_RANK)),
      );
    }),
    ...rows.map(({ core, name }, row) =>
      message(
        TRACE_PACKET,
        sequenceId(1),
        trackDescriptor(
          field(1, toTrack(row)),
          text(2, name),
          field(5, coreTrack(core)),
          field(12, row),
        ),
      ),
    ),
  ];
}

/** The packet that begins a sequence: its clock and the track of its packets. */
function beginning(id: number, { rows: [row] }: RowSequence): number[] {
  const clock = (own: number, ...kind: ProtobufBytes[]) =>
    message(1, field(1, own), field(2, 0), ...kind);
  return message(
    TRACE_PACKET,
    message(6, clock(CLOCK, field(3, 1)), clock(BOOT_TIME)),
    sequenceId(id),
    sequenceFlags(STATE_CLEARED),
    message(59, field(58, CLOCK), message(11, field(11, toTrack(row)))),
    field(87, 1),
  );
}

/** Writes a sequence's slices as packets. */
function packets(
  parts: ByteParts,
  id: number,
  { rows: [usual] }: RowSequence,
  { names }: TraceRows,
): SliceSink {
  const { u8, varint } = parts;
  const known = new Set<number>();
  let before = 0;

  function intern(name: number): void {
    known.add(name);
    const entries = [message(2, field(1, name + 1), text(2, names[name]?.text ?? ''))];
    if (known.size === 1) entries.push(message(3, field(1, DETAIL), text(2, 'number')));
    const state = [sequenceId(id), sequenceFlags(NEEDS_STATE)];
    parts.bytes(message(TRACE_PACKET, ...state, message(12, ...entries)));
  }
  function advanceClock(at: number): number {
    const delta = Math.max(0, at - before);
    before += delta;
    return delta;
  }
  /** Writes a packet of less than 128 bytes; its lengths are known once it is written. */
  function put(type: number, row: number, at: number, name = -1, detail = -1): void {
    const start = parts.length();
    parts.bytes(PACKET_START);
    u8(type);
    if (row !== usual) {
      u8(0x58);
      varint(toTrack(row));
    }
    if (name >= 0) {
      u8(0x50);
      varint(name + 1);
    }
    if (detail >= 0) parts.bytes(message(4, field(1, DETAIL), field(3, detail)));
    parts.patch(start + 3, parts.length() - start - 4);
    u8(0x40);
    varint(advanceClock(at));
    u8(0x50);
    varint(id);
    u8(0x68);
    u8(NEEDS_STATE);
    parts.patch(start + 1, parts.length() - start - 2);
  }
  return {
    begin(row, at, name, detail) {
      if (!known.has(name)) intern(name);
      put(SLICE_BEGIN, row, at, name, detail);
    },
    end: (row, at) => put(SLICE_END, row, at),
    point(row, at, label) {
      const event = message(11, field(9, INSTANT), field(11, toTrack(row)), text(23, label));
      const state = [field(8, advanceClock(at)), sequenceId(id), sequenceFlags(NEEDS_STATE)];
      parts.bytes(message(TRACE_PACKET, event, ...state));
    },
  };
}
