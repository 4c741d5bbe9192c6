import { type AgentEvent, EVENT_KINDS, SAMPLE_KINDS } from './events';
import type { Parsed } from './tokens';
import { type PayloadReader, readPayload } from './payload';
import { END_STATUSES } from './run-lines';

type Reader = (read: PayloadReader) => AgentEvent | undefined;

/**
 * Decodes one event of the module; nothing for numbers of later versions and for damaged payloads.
 */
export function decodeEvent(number: number, payload: Uint8Array): Parsed<AgentEvent | undefined> {
  const decode = READERS[number];
  if (decode === undefined) return { value: undefined, problems: [] };
  const read = readPayload(payload);
  const event = decode(read);
  if (event !== undefined && read.ok) return { value: event, problems: [] };
  const kind = EVENT_KINDS[number] ?? '';
  return { value: undefined, problems: [`a ${kind} event of ${payload.length} bytes is damaged`] };
}

const READERS: readonly Reader[] = [
  readRunBegin,
  (read) => ({ kind: 'fact', text: read.text() }),
  readOperationBegin,
  readSamples,
  readTraced,
  (read) => ({
    kind: 'flush',
    measuring: read.u32() === 1,
    block: read.u32(),
    clockTicks: readClock(read),
  }),
  readOperationEnd,
  readRunEnd,
];

function readRunBegin(read: PayloadReader): AgentEvent {
  const version = read.u32();
  const run = read.u32();
  const flags = read.u32();
  return {
    kind: 'runBegin',
    version,
    run,
    hooks: (flags & 1) !== 0,
    traced: (flags & 2) !== 0,
    clockHz: read.u32(),
    ratio: [read.u32(), read.u32()],
    clockTicks: readClock(read),
    streamClock: read.u32(),
    unit: read.text(),
    clock: read.text(),
    suite: read.text(),
  };
}

function readOperationBegin(read: PayloadReader): AgentEvent {
  return {
    kind: 'operationBegin',
    op: read.u32(),
    n: read.u32(),
    warmup: read.u32(),
    batchSize: read.u32(),
    batches: read.u32(),
    name: read.text(),
    at: read.text(),
    params: read.text(),
  };
}

function readSamples(read: PayloadReader): AgentEvent | undefined {
  const op = read.u32();
  const sampleKind = SAMPLE_KINDS[read.u32()];
  const first = read.u32();
  const values = read.rest();
  return sampleKind && { kind: 'samples', op, sampleKind, first, values };
}

function readTraced(read: PayloadReader): AgentEvent {
  const op = read.u32();
  const index = read.u32();
  const start = read.u32();
  const stop = read.u32();
  const flags = read.u32();
  const [tickInside, cold, sum] = [(flags & 1) !== 0, (flags & 2) !== 0, (flags & 4) !== 0];
  return { kind: 'traced', op, index, start, stop, tickInside, cold, sum };
}

function readOperationEnd(read: PayloadReader): AgentEvent | undefined {
  const op = read.u32();
  const status = END_STATUSES[read.u32()];
  const attempted = read.u32();
  const stored = read.u32();
  const reason = read.text();
  return status && { kind: 'operationEnd', op, status, attempted, stored, reason };
}

function readRunEnd(read: PayloadReader): AgentEvent | undefined {
  const status = END_STATUSES[read.u32()];
  const attempted = read.u32();
  const stored = read.u32();
  const clockTicks = readClock(read);
  const reason = read.text();
  return status && { kind: 'runEnd', status, attempted, stored, clockTicks, reason };
}

/** Reads a 64-bit clock, exact up to 2^53 ticks: eleven years at 25 MHz. */
function readClock(read: PayloadReader): number {
  const low = read.u32();
  return read.u32() * 2 ** 32 + low;
}
