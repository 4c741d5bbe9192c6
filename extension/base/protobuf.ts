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
