import { encodeEvent } from '../../agent/event-codec';
import type { AgentEvent } from '../../agent/events';
import { encodeString, packetBytes, recordingBytes, u32 } from '../../systemview/encode';
import { EventId, FIRST_MODULE_EVENT } from '../../systemview/ids';

/** The first packets of a recording: sync, start, clocks and the agent's module. */
export function streamStart(): Uint8Array {
  const payload = [...u32(0), ...u32(FIRST_MODULE_EVENT), ...encodeString('M=cyclescope')];
  return recordingBytes([{ id: EventId.ModuleDesc, payload, delta: 1 }]);
}

/** Cyclescope's events as they travel. */
export function encodeStream(events: readonly AgentEvent[]): Uint8Array {
  const packets = events.flatMap((event) => {
    const { number, payload } = encodeEvent(event);
    return packetBytes({ id: FIRST_MODULE_EVENT + number, payload: [...payload], delta: 1 });
  });
  return Uint8Array.from(packets);
}
