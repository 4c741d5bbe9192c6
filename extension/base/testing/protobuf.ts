/** A field of a protobuf message, with its number or its bytes. */
export interface ReadField {
  readonly number: number;
  readonly value: number;
  readonly body: Uint8Array;
}

/** Reads the fields of a protobuf message. */
export function readProtobuf(bytes: Uint8Array): ReadField[] {
  const fields: ReadField[] = [];
  let at = 0;
  const varint = () => {
    let [value, unit] = [0, 1];
    for (;;) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 127) * unit;
      unit *= 128;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const tag = varint();
    const value = varint();
    const isNested = (tag & 7) === 2;
    fields.push({
      number: Math.floor(tag / 8),
      value,
      body: isNested ? bytes.subarray(at, at + value) : new Uint8Array(),
    });
    if (isNested) at += value;
  }
  return fields;
}
