/** Reads a payload field by field; `ok` becomes false past its end or in a malformed field. */
export interface FieldReader {
  /** An unsigned 32-bit integer; 0 if missing. */
  u32(): number;
  /** The same bits as a signed integer. */
  i32(): number;
  /** The same bits as an IEEE-754 single. */
  f32(): number;
  /** A string in either form; empty if missing. */
  text(): string;
  /** The raw bytes of a string. */
  bytes(): Uint8Array;
  /** Number of remaining bytes. */
  rest(): number;
  /** False once a field was missing or malformed. */
  readonly ok: boolean;
}

const decoder = new TextDecoder();
const NOTHING = new Uint8Array(0);
const scratch = new DataView(new ArrayBuffer(4));

/** Creates a reader over a payload's bytes. */
export function readFields(payload: Uint8Array, from = 0, to = payload.length): FieldReader {
  let at = from;
  let ok = true;

  function fail(): number {
    at = to;
    ok = false;
    return 0;
  }

  function u32(): number {
    let value = 0;
    for (let scale = 1; scale <= 2 ** 28; scale *= 128) {
      if (at >= to) return fail();
      const byte = payload[at++] ?? 0;
      value += (byte & 127) * scale;
      if (byte < 128) return value > 0xffff_ffff ? fail() : value;
    }
    return fail();
  }

  function bytes(): Uint8Array {
    if (at >= to) {
      ok = false;
      return NOTHING;
    }
    let length = payload[at++] ?? 0;
    if (length === 255) {
      length = at + 2 > to ? to : (payload[at] ?? 0) * 256 + (payload[at + 1] ?? 0);
      at += 2;
    }
    const start = at;
    at += length;
    if (at <= to) return payload.subarray(start, at);
    fail();
    return NOTHING;
  }

  function f32(): number {
    scratch.setUint32(0, u32());
    return scratch.getFloat32(0);
  }

  return {
    u32,
    i32: () => u32() | 0,
    f32,
    text: () => decoder.decode(bytes()),
    bytes,
    rest: () => to - at,
    get ok() {
      return ok;
    },
  };
}
