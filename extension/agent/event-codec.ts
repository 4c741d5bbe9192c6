import { EVENT_LAYOUTS, type EventOf } from './event-layout';
import { type AgentEvent, EVENT_KINDS } from './events';
import { readPayload } from './payload';
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
