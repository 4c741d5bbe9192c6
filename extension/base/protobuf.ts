/** Bytes of a protobuf message, or of a part of one. */
export type ProtobufBytes = readonly number[];

/** Encodes an unsigned integer of up to 53 bits. */
function varint(value: number): ProtobufBytes {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return [...bytes, rest];
}

/** A field that holds an unsigned integer. */
export const protobufField = (number: number, value: number): ProtobufBytes => [
  ...varint(number * 8),
  ...varint(value),
];

/** A field that holds a message. */
export function protobufMessage(number: number, ...fields: readonly ProtobufBytes[]) {
  const body = fields.flat();
  return [...varint(number * 8 + 2), ...varint(body.length), ...body];
}

/** A field that holds a text. */
export const protobufText = (number: number, text: string): ProtobufBytes =>
  protobufMessage(number, [...new TextEncoder().encode(text)]);

/** A field of a protobuf message that was read. */
export interface ReadField {
  readonly number: number;
  /** Its integer, or the length of its body. */
  readonly value: number;
  /** The bytes of a text, a message, or a number of fixed length. */
  readonly body: Uint8Array;
}

/** The types of fields that are followed by that many bytes. */
const FIXED: Readonly<Record<number, number>> = { 1: 8, 5: 4 };

/** Reads the fields of a protobuf message; what is missing at its end reads as zero. */
export function readProtobuf(bytes: Uint8Array): ReadField[] {
  const fields: ReadField[] = [];
  let at = 0;
  const readVarint = () => {
    let [value, unit] = [0, 1];
    for (;;) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 127) * unit;
      unit *= 128;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const tag = readVarint();
    const value = FIXED[tag & 7] ?? readVarint();
    const length = (tag & 7) === 0 ? 0 : value;
    fields.push({ number: Math.floor(tag / 8), value, body: bytes.subarray(at, at + length) });
    at += length;
  }
  return fields;
}
