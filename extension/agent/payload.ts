const LONG_STRING = 0xff;

/** Reads the fields of one event; `ok` is false after the first truncated or too long field. */
export interface PayloadReader {
  readonly ok: boolean;
  readonly atEnd: boolean;
  u32(): number;
  /** Reads all remaining bytes as varints. */
  rest(): Uint32Array;
  text(): string;
}

/** Creates a reader at the payload's first byte. */
export function readPayload(payload: Uint8Array): PayloadReader {
  let at = 0;
  let ok = true;
  const fail = (): number => {
    ok = false;
    at = payload.length;
    return 0;
  };
  const byte = (): number => payload[at++] ?? fail();
  const u32 = (): number => {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const next = byte();
      value += (next & 0x7f) * 2 ** shift;
      if (next < 0x80) return value > 0xffffffff ? fail() : value;
    }
    return fail();
  };
  const rest = (): Uint32Array => {
    // Every value takes at least one byte.
    const values = new Uint32Array(payload.length - at);
    let count = 0;
    while (at < payload.length) {
      const first = payload[at] ?? 0;
      const second = payload[at + 1] ?? 0x80;
      // Most samples fit two bytes.
      if (first < 0x80) {
        values[count++] = first;
        at += 1;
      } else if (second < 0x80) {
        values[count++] = (first & 0x7f) | (second << 7);
        at += 2;
      } else values[count++] = u32();
    }
    return values.subarray(0, count);
  };
  const text = (): string => {
    const short = byte();
    const length = short === LONG_STRING ? byte() * 256 + byte() : short;
    if (at + length > payload.length) fail();
    const bytes = payload.subarray(at, at + length);
    at += bytes.length;
    return new TextDecoder().decode(bytes);
  };
  return {
    get ok() {
      return ok;
    },
    get atEnd() {
      return at >= payload.length;
    },
    u32,
    rest,
    text,
  };
}

/** Encodes a U32 varint. */
export function encodeU32(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
  return [...bytes, rest];
}

/** Encodes a string with SystemView's length prefix. */
export function encodeText(text: string): number[] {
  const bytes = new TextEncoder().encode(text);
  const { length } = bytes;
  const prefix = length < LONG_STRING ? [length] : [LONG_STRING, length >> 8, length & 0xff];
  return [...prefix, ...bytes];
}
