import { type AgentEvent, EVENT_KINDS, SAMPLE_KINDS } from './events';
import { encodeText, encodeU32, type PayloadReader, readPayload } from './payload';
import { END_STATUSES } from './run-lines';
import type { Parsed } from './tokens';

/** Event number, relative to the module's base, and payload. */
export interface EncodedEvent {
  readonly number: number;
  readonly payload: Uint8Array;
}

/**
 * Decodes one event of the module; nothing for numbers of later versions and for damaged payloads.
 */
export function decodeEvent(number: number, payload: Uint8Array): Parsed<AgentEvent | undefined> {
  const kind = EVENT_KINDS[number];
  if (kind === undefined) return { value: undefined, problems: [] };
  const read = readPayload(payload);
  const event: Record<string, unknown> = { kind };
  const isKnown = EVENT_LAYOUTS[kind].every((field) => field.read(read, event));
  // A layout sets every member of its event.
  if (isKnown && read.ok) return { value: event as unknown as AgentEvent, problems: [] };
  return { value: undefined, problems: [`a ${kind} event of ${payload.length} bytes is damaged`] };
}

/** Encodes an event as an agent does, for tests and simulated agents. */
export function encodeEvent(event: AgentEvent): EncodedEvent {
  const number = EVENT_KINDS.indexOf(event.kind);
  return { number, payload: Uint8Array.from(encodeFields(event.kind, event)) };
}

function encodeFields<Kind extends AgentEvent['kind']>(kind: Kind, event: EventOf<Kind>): number[] {
  return EVENT_LAYOUTS[kind].flatMap((field) => field.write(event));
}

/** A field of a payload in both directions; it may fill several members of its event. */
interface Field<Event> {
  /** Sets the field's members; reports false for a value that this version does not have. */
  readonly read: (payload: PayloadReader, into: Record<string, unknown>) => boolean;
  readonly write: (event: Event) => readonly number[];
}

type EventOf<Kind extends AgentEvent['kind']> = Extract<AgentEvent, { kind: Kind }>;

type Layouts = { readonly [Kind in AgentEvent['kind']]: readonly Field<EventOf<Kind>>[] };

/** The fields of each event in the order of the wire. */
const EVENT_LAYOUTS: Layouts = {
  runBegin: [
    u32('version'),
    u32('run'),
    bits('hooks', 'traced'),
    u32('clockHz'),
    pair('ratio'),
    clock('clockTicks'),
    u32('streamClock'),
    text('unit'),
    text('clock'),
    text('suite'),
  ],
  fact: [text('text')],
  operationBegin: [
    u32('op'),
    u32('n'),
    u32('warmup'),
    u32('batchSize'),
    u32('batches'),
    text('name'),
    text('at'),
    text('params'),
  ],
  samples: [u32('op'), word('sampleKind', SAMPLE_KINDS), u32('first'), rest('values')],
  traced: [u32('op'), u32('index'), u32('start'), u32('stop'), bits('tickInside', 'cold', 'sum')],
  flush: [flag('measuring'), u32('block'), clock('clockTicks')],
  operationEnd: [
    u32('op'),
    word('status', END_STATUSES),
    u32('attempted'),
    u32('stored'),
    text('reason'),
  ],
  runEnd: [
    word('status', END_STATUSES),
    u32('attempted'),
    u32('stored'),
    clock('clockTicks'),
    text('reason'),
  ],
};

/** Makes a field that is one member; `read` returns undefined for a value of a later version. */
function member<Name extends string, Value>(
  name: Name,
  read: (payload: PayloadReader) => Value | undefined,
  write: (value: Value) => readonly number[],
): Field<Readonly<Record<Name, Value>>> {
  return {
    read(payload, into) {
      const value = read(payload);
      into[name] = value;
      return value !== undefined;
    },
    write: (event) => write(event[name]),
  };
}

function u32<Name extends string>(name: Name) {
  return member(name, (payload) => payload.u32(), encodeU32);
}

function text<Name extends string>(name: Name) {
  return member(name, (payload) => payload.text(), encodeText);
}

function flag<Name extends string>(name: Name) {
  return member<Name, boolean>(
    name,
    (payload) => payload.u32() === 1,
    (value) => encodeU32(Number(value)),
  );
}

/** One of some words, as its number in the list. */
function word<Name extends string, Word extends string>(name: Name, words: readonly Word[]) {
  return member<Name, Word>(
    name,
    (payload) => words[payload.u32()],
    (value) => encodeU32(words.indexOf(value)),
  );
}

function pair<Name extends string>(name: Name) {
  return member<Name, readonly [number, number]>(
    name,
    (payload) => {
      const first = payload.u32();
      const second = payload.u32();
      return [first, second];
    },
    (values) => values.flatMap(encodeU32),
  );
}

/** A 64-bit clock, low half first; exact up to 2^53 ticks: eleven years at 25 MHz. */
function clock<Name extends string>(name: Name) {
  return member<Name, number>(
    name,
    (payload) => {
      const low = payload.u32();
      const high = payload.u32();
      return high * 2 ** 32 + low;
    },
    (ticks) => [...encodeU32(ticks % 2 ** 32), ...encodeU32(Math.floor(ticks / 2 ** 32))],
  );
}

/** All values up to the end of the payload. */
function rest<Name extends string>(name: Name) {
  return member<Name, Uint32Array>(
    name,
    (payload) => payload.rest(),
    (values) => [...values].flatMap(encodeU32),
  );
}

/** Flags in one number, the lowest bit first. */
function bits<Name extends string>(
  ...names: readonly Name[]
): Field<Readonly<Record<Name, boolean>>> {
  return {
    read(payload, into) {
      const value = payload.u32();
      for (const [bit, name] of names.entries()) into[name] = (value & (1 << bit)) !== 0;
      return true;
    },
    write: (event) =>
      encodeU32(names.reduce((sum, name, bit) => sum + (event[name] ? 1 << bit : 0), 0)),
  };
}
