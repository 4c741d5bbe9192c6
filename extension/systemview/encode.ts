import { EventId, FIRST_WITH_LENGTH } from './ids';

/** A packet to write; build its payload with `u32` and `encodeString`. */
export interface PacketSource {
  readonly id: number;
  readonly payload?: readonly number[];
  /** Ticks since the previous packet. */
  readonly delta?: number;
}

/** Encodes an integer as the recorder does. Negative values are sent as their 32-bit pattern. */
export function u32(value: number): number[] {
  const bytes: number[] = [];
  let rest = value >>> 0;
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
  return [...bytes, rest];
}

/** Encodes a string; recorders that support strings of 255 and more always use the long form. */
export function encodeString(value: string, form: 'short' | 'long' = 'short'): number[] {
  const bytes = [...new TextEncoder().encode(value)];
  const { length } = bytes;
  if (form === 'short' && length < 255) return [length, ...bytes];
  return [255, length >> 8, length & 255, ...bytes];
}

/** SEGGER's recorder uses two bytes for ids from 127 on and for lengths from 128 on. */
function shortOrLong(value: number, longFrom: number): number[] {
  return value >= longFrom && value < 128 ? [value | 128, 0] : u32(value);
}

/** One packet's bytes. */
export function packetBytes({ id, payload = [], delta = 0 }: PacketSource): number[] {
  if (id < FIRST_WITH_LENGTH) return [id, ...payload, ...u32(delta)];
  return [...shortOrLong(id, 127), ...shortOrLong(payload.length, 128), ...payload, ...u32(delta)];
}

/** Sets the bit in a packet's id that marks the second core in a merged stream. */
export function onSecondCore(packet: readonly number[]): number[] {
  const last = packet.findIndex((byte) => byte < 128);
  return packet.map((byte, index) => (index === last ? byte | 64 : byte));
}

/** The ten zeros at the start of a recording. */
export const SYNC: readonly number[] = new Array<number>(10).fill(0);

/** The first packets of a recording, with INIT's four values. */
export function beginning(
  init: { sysFreq?: number; cpuFreq?: number; ramBase?: number; idShift?: number } = {},
  delta = 0,
): number[] {
  const { sysFreq = 1_000_000, cpuFreq = sysFreq, ramBase = 0, idShift = 0 } = init;
  const payload = [sysFreq, cpuFreq, ramBase, idShift].flatMap(u32);
  return [
    ...SYNC,
    ...packetBytes({ id: EventId.TraceStart, delta }),
    ...packetBytes({ id: EventId.Init, payload }),
  ];
}

/** A stream of packets that begins with a sync. */
export function recordingBytes(packets: readonly PacketSource[]): Uint8Array {
  return Uint8Array.from([...beginning(), ...packets.flatMap(packetBytes)]);
}

/** Fields of the text header before a recording's data. */
export interface HeaderFields {
  readonly recorded: Date;
  readonly author: string;
  readonly title: string;
  readonly description: string;
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

function recordTime(at: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const date = `${two(at.getUTCDate())} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
  return `${date} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`;
}

/** Writes a .SVDat header in the format of SEGGER's application. */
export function svdatHeader(fields: HeaderFields): Uint8Array {
  const line = (key: string, value: string): string =>
    `; ${key.padEnd(12)}${value.replace(/\s+/g, ' ')}`.trimEnd();
  const lines = [
    ';',
    line('Version', 'SEGGER SystemView V3.30'),
    line('RecordTime', recordTime(fields.recorded)),
    line('Author', fields.author),
    line('Title', fields.title),
    line('Description', fields.description),
    ';',
  ];
  return new TextEncoder().encode(lines.map((each) => `${each}\r\n`).join(''));
}
