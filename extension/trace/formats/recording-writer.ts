import { createU8Column } from '../../base';
import {
  encodeString,
  EventId,
  FIRST_MODULE_EVENT,
  packetBytes,
  SYNC,
  u32,
} from '../../systemview';

/** Writes a SystemView recording of what another tool recorded. Times are nanoseconds. */
export interface RecordingWriter {
  /** Adds an event of a core; an earlier time than that of the core's latest one counts as that. */
  put(core: number, at: number, id: number, payload?: readonly number[]): void;
  /** Adds a description of the core's, such as a name. */
  describe(core: number, id: number, payload: readonly number[]): void;
  /** Defines an event of a module; returns its id. The line has a name and parameters: `give id=%u`. */
  define(core: number, line: string): number;
  /** The number of events, without descriptions. */
  readonly events: () => number;
  readonly finish: () => Uint8Array;
}

/** Longer names are cut. */
const LONGEST_NAME = 120;
const LONGEST_LINE = 2000;
const LONGEST_GAP = 2 ** 32 - 1;

/** A text as a packet has it. */
export const nameBytes = (text: string) => encodeString(text.slice(0, LONGEST_NAME));

function newStream(start: number) {
  const bytes = createU8Column();
  const modules: string[] = [];
  let now = start;
  let events = 0;
  const add = (values: readonly number[]) => bytes.extend(values.length).set(values);
  const write = (id: number, payload: readonly number[], delta = 0) =>
    add(packetBytes({ id, payload, delta }));

  add(SYNC);
  write(EventId.TraceStart, []);
  write(EventId.Init, [...u32(1e9), ...u32(0), ...u32(0), ...u32(0)]);
  return {
    bytes,
    events: () => events,
    describe: write,
    put(at: number, id: number, payload: readonly number[]): void {
      // A packet has 32 bits for the time since the one before.
      for (; at - now > LONGEST_GAP; now += LONGEST_GAP) write(EventId.Nop, [], LONGEST_GAP);
      write(id, payload, Math.max(0, at - now));
      now = Math.max(now, at);
      events++;
    },
    define(line: string): number {
      if (modules.length === 0) {
        write(EventId.ModuleDesc, [0, ...u32(FIRST_MODULE_EVENT), ...encodeString('M=trace')]);
      }
      const number = modules.push(line) - 1;
      const text = encodeString(`${number} ${line}`.slice(0, LONGEST_LINE));
      write(EventId.ModuleDesc, [0, ...u32(FIRST_MODULE_EVENT), ...text]);
      return FIRST_MODULE_EVENT + number;
    },
  };
}

/** Creates a recording whose clock begins at a time. */
export function newRecordingWriter(start: number): RecordingWriter {
  const streams = new Map<number, ReturnType<typeof newStream>>();
  const ensureStream = (core: number) => {
    const known = streams.get(core);
    if (known) return known;
    const added = newStream(start);
    streams.set(core, added);
    return added;
  };
  return {
    put: (core, at, id, payload = []) => ensureStream(core).put(at, id, payload),
    describe: (core, id, payload) => ensureStream(core).describe(id, payload),
    define: (core, line) => ensureStream(core).define(line),
    events: () => [...streams.values()].reduce((sum, { events }) => sum + events(), 0),
    finish() {
      const cores = [...streams].sort(([a], [b]) => a - b);
      let offset = 0;
      const lines = cores.map(([core, { bytes }]) => {
        const line = `; Offset Core${core} ${offset}\r\n`;
        offset += bytes.length;
        return line;
      });
      const header = new TextEncoder().encode(lines.join(''));
      const recording = new Uint8Array(header.length + offset);
      recording.set(header);
      let at = header.length;
      for (const [, { bytes }] of cores) {
        recording.set(bytes.values(), at);
        at += bytes.length;
      }
      return recording;
    },
  };
}
