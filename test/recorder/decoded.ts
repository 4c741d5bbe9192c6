import { type CoreSummary, summariseRecording } from '../../extension/systemview/summary';
import { decode } from '../../extension/systemview/decoder';
import { expandId, type Knowledge } from '../../extension/systemview/knowledge';
import { type FieldReader, readFields } from '../../extension/systemview/fields';
import type { Packet } from '../../extension/systemview/sink';
import { getFixedFields } from '../../extension/systemview/ids';

/**
 * Payloads of events that carry their length: `u` an integer, `i` a shrunk id, `z` a shrunk size,
 * `s` a string, `*` integers to the end. Fields at the end may be missing.
 */
const PAYLOADS: Readonly<Record<number, string>> = {
  24: 'uuuu',
  25: 'is',
  26: 'suu*',
  27: 'u',
  29: 'i',
  33: 's',
  600: 'uiss',
};
const EXTENDED = ['uu', 'uus', 'uiizu', 'uiiz', 'uiizu', 'uii', 'uusuuuuus'];

function shape({ id, payload }: Packet): string {
  if (id < 24) return getFixedFields(id);
  if (id === 31) return EXTENDED[payload[0] ?? 0] ?? '*';
  return PAYLOADS[id] ?? '*';
}

function field(letter: string, fields: FieldReader, knowledge: Knowledge): string {
  if (letter === 's') return fields.text();
  const value = fields.u32();
  if (letter === 'i') return String(expandId(knowledge, value));
  return String(letter === 'z' ? value * 2 ** (knowledge.init?.idShift ?? 0) : value);
}

function line(packet: Packet, knowledge: Knowledge): string {
  const fields = readFields(packet.payload);
  const texts: (string | number)[] = [packet.ticks, packet.id];
  for (const letter of shape(packet)) {
    while (letter === '*' && fields.rest() > 0) texts.push(fields.u32());
    if (letter !== '*' && fields.rest() > 0) texts.push(field(letter, fields, knowledge));
  }
  if (!fields.ok || fields.rest() > 0) texts.push('broken');
  return texts.join('\t');
}

/** A stream's packets, written as the recorder's log writes them, and its summary. */
export interface Decoded {
  readonly lines: readonly string[];
  readonly core: CoreSummary;
}

/** Decodes a stream. */
export function decodeLines(stream: Uint8Array): Decoded {
  const lines: string[] = [];
  const recording = decode(stream, {
    watchFrom: 0,
    onPacket: (packet, knowledge) => lines.push(line(packet, knowledge)),
  });
  const core = summariseRecording(recording, '').cores[0];
  if (core === undefined) throw new Error('the stream has no core');
  return { lines, core };
}

/** Lines with their time counted from the first one. */
export function fromFirst(lines: readonly string[]): string[] {
  const first = Number(lines[0]?.split('\t')[0] ?? 0);
  return lines.map((each) => each.replace(/^\d+/, (ticks) => String(Number(ticks) - first)));
}

/** A line's event id. */
export function parseEventId(text: string): number {
  return Number(text.split('\t')[1]);
}
