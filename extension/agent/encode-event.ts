import { type AgentEvent, EVENT_KINDS, SAMPLE_KINDS, statusNumber } from './events';
import { encodeText, encodeU32 } from './payload';

type Field = number | string | boolean;

/** Event number, relative to the module's base, and payload. */
export interface EncodedEvent {
  readonly number: number;
  readonly payload: Uint8Array;
}

/** Encodes an event as an agent does, for tests and simulated agents. */
export function encodeEvent(event: AgentEvent): EncodedEvent {
  const bytes = fieldsOf(event).flatMap(encodeField);
  return { number: EVENT_KINDS.indexOf(event.kind), payload: Uint8Array.from(bytes) };
}

function encodeField(field: Field): number[] {
  return typeof field === 'string' ? encodeText(field) : encodeU32(Number(field));
}

function fieldsOf(event: AgentEvent): readonly Field[] {
  switch (event.kind) {
    case 'runBegin': {
      const { version, run, clockHz, ratio, clockTicks, streamClock, unit, clock, suite } = event;
      const flags = bits(event.hooks, event.traced);
      const clocks = [...split(clockTicks), streamClock];
      return [version, run, flags, clockHz, ...ratio, ...clocks, unit, clock, suite];
    }
    case 'fact':
      return [event.text];
    case 'operationBegin': {
      const { op, n, warmup, batchSize, batches, name, at, params } = event;
      return [op, n, warmup, batchSize, batches, name, at, params];
    }
    case 'samples':
      return [event.op, SAMPLE_KINDS.indexOf(event.sampleKind), event.first, ...event.values];
    case 'traced':
      return [
        event.op,
        event.index,
        event.start,
        event.stop,
        bits(event.tickInside, event.cold, event.sum),
      ];
    case 'flush':
      return [event.measuring, event.block, ...split(event.clockTicks)];
    case 'operationEnd': {
      const { op, status, attempted, stored, reason } = event;
      return [op, statusNumber(status), attempted, stored, reason];
    }
    case 'runEnd': {
      const { status, attempted, stored, clockTicks, reason } = event;
      return [statusNumber(status), attempted, stored, ...split(clockTicks), reason];
    }
  }
}

function bits(first: boolean, second: boolean, third = false): number {
  return Number(first) + 2 * Number(second) + 4 * Number(third);
}

function split(ticks: number): [low: number, high: number] {
  return [ticks % 2 ** 32, Math.floor(ticks / 2 ** 32)];
}
