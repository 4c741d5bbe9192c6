/** Collects bytes of a binary format, in a buffer that is used again for each part. */
export interface ByteParts {
  /** The number of bytes since the last `take`. */
  readonly length: () => number;
  readonly u8: (value: number) => void;
  readonly u16: (value: number) => void;
  readonly u32: (value: number) => void;
  readonly u64: (value: number) => void;
  /** An unsigned integer of up to 53 bits, seven bits a byte. */
  readonly varint: (value: number) => void;
  readonly bytes: (values: ArrayLike<number>) => void;
  /** Changes a byte since the last `take`. */
  readonly patch: (at: number, value: number) => void;
  readonly take: () => Uint8Array;
}

/** More than any of the numbers needs. */
const MARGIN = 16;

/** Creates an empty buffer. Numbers are little-endian. */
export function newByteParts(): ByteParts {
  let buffer = new Uint8Array(1 << 16);
  let at = 0;

  function reserve(count: number): void {
    if (at + count <= buffer.length) return;
    const larger = new Uint8Array(Math.max(2 * buffer.length, at + count));
    larger.set(buffer);
    buffer = larger;
  }
  function put(value: number, count: number): void {
    reserve(MARGIN);
    let rest = value;
    for (let i = 0; i < count; i++, rest = Math.floor(rest / 256)) buffer[at++] = rest % 256;
  }
  return {
    length: () => at,
    u8: (value) => put(value, 1),
    u16: (value) => put(value, 2),
    u32: (value) => put(value, 4),
    u64: (value) => put(value, 8),
    varint: (value) => {
      reserve(MARGIN);
      let rest = value;
      for (; rest >= 128; rest = Math.floor(rest / 128)) buffer[at++] = (rest % 128) | 128;
      buffer[at++] = rest;
    },
    bytes: (values) => {
      reserve(values.length);
      buffer.set(values, at);
      at += values.length;
    },
    patch: (offset, value) => {
      buffer[offset] = value;
    },
    take: () => {
      const taken = buffer.slice(0, at);
      at = 0;
      return taken;
    },
  };
}
