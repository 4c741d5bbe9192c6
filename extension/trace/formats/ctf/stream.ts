import type { DeclaredEvent, FieldType, Metadata } from './tsdl';

/** The value of a field. Arrays of characters are texts, those of numbers are left out. */
export type FieldValue = number | string | FieldValues | undefined;
export interface FieldValues {
  readonly [name: string]: FieldValue;
}

/** An event of a stream, with its time in ticks of the trace's clock. */
export interface CtfEvent {
  readonly declared: DeclaredEvent;
  readonly ticks: number;
  readonly values: FieldValues;
}

/** Longer texts and arrays are damaged. */
const LONGEST = 1 << 16;
const decoder = new TextDecoder();

/** A position in some bytes, up to an end; `isShort` once a field went past it. */
interface Cursor {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly littleEndian: boolean;
  at: number;
  end: number;
  isShort: boolean;
}

/** Moves on by some bytes; returns where they begin, or -1 if they end too early. */
function skip(cursor: Cursor, count: number): number {
  const from = cursor.at;
  if (count > cursor.end - from) {
    cursor.isShort = true;
    cursor.at = cursor.end;
    return -1;
  }
  cursor.at += count;
  return from;
}

function readInteger(cursor: Cursor, bytes: number, signed: boolean): number {
  const { view, littleEndian } = cursor;
  const from = skip(cursor, bytes);
  if (from < 0) return 0;
  switch (bytes) {
    case 1:
      return signed ? view.getInt8(from) : view.getUint8(from);
    case 2:
      return signed ? view.getInt16(from, littleEndian) : view.getUint16(from, littleEndian);
    case 4:
      return signed ? view.getInt32(from, littleEndian) : view.getUint32(from, littleEndian);
    default:
      return Number(
        signed ? view.getBigInt64(from, littleEndian) : view.getBigUint64(from, littleEndian),
      );
  }
}

function readFloat(cursor: Cursor, bytes: number): number {
  const { view, littleEndian } = cursor;
  const from = skip(cursor, bytes);
  if (from < 0) return 0;
  return bytes === 4 ? view.getFloat32(from, littleEndian) : view.getFloat64(from, littleEndian);
}

/** Decodes a text up to its zero. */
function textUpToZero(bytes: Uint8Array): string {
  const zero = bytes.indexOf(0);
  return decoder.decode(zero < 0 ? bytes : bytes.subarray(0, zero));
}

function readString(cursor: Cursor): string {
  const { bytes, at, end } = cursor;
  const zero = bytes.subarray(at, Math.min(end, at + LONGEST)).indexOf(0);
  const from = skip(cursor, zero < 0 ? Infinity : zero + 1);
  return from < 0 ? '' : textUpToZero(bytes.subarray(from, cursor.at));
}

function readArray(
  cursor: Cursor,
  { of, length }: Extract<FieldType, { is: 'array' }>,
  before: FieldValues,
): FieldValue {
  const known = typeof length === 'number' ? length : Number(before[length]);
  const count = known >= 0 && known <= LONGEST ? known : Infinity;
  if (of.is === 'integer' && of.bytes === 1) {
    const from = skip(cursor, count);
    return from < 0 || !of.text ? undefined : textUpToZero(cursor.bytes.subarray(from, cursor.at));
  }
  for (let i = 0; i < count && !cursor.isShort; i++) readValue(cursor, of, before);
  return undefined;
}

function readValue(cursor: Cursor, type: FieldType, before: FieldValues): FieldValue {
  switch (type.is) {
    case 'integer':
      return readInteger(cursor, type.bytes, type.signed);
    case 'float':
      return readFloat(cursor, type.bytes);
    case 'string':
      return readString(cursor);
    case 'enum': {
      const number = Number(readValue(cursor, type.of, before));
      return type.labels.get(number) ?? number;
    }
    case 'struct':
      return readFields(cursor, type.fields);
    case 'array':
      return readArray(cursor, type, before);
  }
}

function readFields(cursor: Cursor, fields: DeclaredEvent['fields']): FieldValues {
  const values = Object.create(null) as Record<string, FieldValue>;
  for (const { name, type } of fields) {
    if (cursor.isShort) break;
    values[name] = readValue(cursor, type, values);
  }
  return values;
}

const readStruct = (cursor: Cursor, type: FieldType) =>
  type.is === 'struct' ? readFields(cursor, type.fields) : {};

const getNumber = (values: FieldValues, name: string) => {
  const value = values[name];
  return typeof value === 'number' ? value : undefined;
};

/** Bytes of an event header's time, which may be shorter than the clock. */
function stampBytes({ eventHeader }: Metadata): number {
  const fields = eventHeader.is === 'struct' ? eventHeader.fields : [];
  const type = fields.find(({ name }) => name === 'timestamp')?.type;
  return type?.is === 'integer' ? type.bytes : 8;
}

/** Receives an event; returns false to read no more. */
type OnEvent = (event: CtfEvent) => boolean;

/** Reads the events of one stream's file; returns what is wrong with it. */
export function readStream(bytes: Uint8Array, metadata: Metadata, onEvent: OnEvent): string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { littleEndian } = metadata;
  const cursor: Cursor = { bytes, view, littleEndian, at: 0, end: 0, isShort: false };
  const clock = newClock(2 ** (8 * stampBytes(metadata)));
  let isDone = false;
  const untilDone: OnEvent = (event) => {
    isDone = !onEvent(event);
    return !isDone;
  };
  for (let packet = 0; packet < bytes.length && !isDone;) {
    Object.assign(cursor, { at: packet, end: bytes.length });
    readStruct(cursor, metadata.packetHeader);
    const context = readStruct(cursor, metadata.packetContext);
    if (cursor.isShort) return [`The packet at byte ${packet} is not whole.`];
    clock.begin(getNumber(context, 'timestamp_begin'));
    const size = (getNumber(context, 'packet_size') ?? Infinity) / 8;
    const content = (getNumber(context, 'content_size') ?? size * 8) / 8;
    if (content < cursor.at - packet || size < content || size <= 0) {
      return [`The packet at byte ${packet} has a wrong size.`];
    }
    cursor.end = Math.min(bytes.length, packet + content);
    const problem = readEvents(cursor, metadata, clock, untilDone);
    if (problem !== undefined) return [`${problem}; what follows was skipped.`];
    packet += size;
  }
  return [];
}

/** Extends stamps that wrap: each is the next one after the time before. */
function newClock(period: number) {
  let ticks = 0;
  return {
    begin: (at: number | undefined) => (ticks = Math.max(ticks, at ?? ticks)),
    advance(stamp: number): void {
      const next = Math.floor(ticks / period) * period + stamp;
      ticks = next < ticks ? next + period : next;
    },
    ticks: () => ticks,
  };
}

/** Reads the events of a packet up to its end; returns what is wrong with it. */
function readEvents(
  cursor: Cursor,
  metadata: Metadata,
  clock: ReturnType<typeof newClock>,
  onEvent: OnEvent,
): string | undefined {
  while (cursor.at < cursor.end) {
    const from = cursor.at;
    const header = readStruct(cursor, metadata.eventHeader);
    const id = getNumber(header, 'id') ?? 0;
    const declared = metadata.events.get(id);
    if (declared === undefined && !cursor.isShort) {
      return `At byte ${from} is an event ${id}, which the metadata does not declare`;
    }
    readStruct(cursor, metadata.eventContext);
    const values = declared ? readFields(cursor, declared.fields) : {};
    if (cursor.isShort || !declared) return `The event at byte ${from} is not whole`;
    if (cursor.at === from) return 'The events have no bytes';
    const stamp = getNumber(header, 'timestamp');
    if (stamp !== undefined) clock.advance(stamp);
    if (!onEvent({ declared, ticks: clock.ticks(), values })) return undefined;
  }
  return undefined;
}
