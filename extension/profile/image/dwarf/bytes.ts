const WORD = 2 ** 32;
/** Longer numbers exceed what is exact. */
const MOST_LEB_BYTES = 10;
/** Longer names are damaged ones. */
const MOST_TEXT = 0x10000;

/**
 * Reads little-endian values of a section, and never outside of it: behind the end everything is 0,
 * `isCut` is set, and the position stays at the end, so that loops over the rest finish.
 */
export class ByteReader {
  isCut = false;
  private readonly view: DataView;

  constructor(
    readonly bytes: Uint8Array,
    public position = 0,
    readonly end = bytes.length,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.end = Math.min(end, bytes.length);
    if (!(position >= 0 && position <= this.end)) this.cut();
  }

  get isAtEnd(): boolean {
    return this.position >= this.end;
  }

  skip(count: number): void {
    if (count >= 0 && this.position + count <= this.end) this.position += count;
    else this.cut();
  }

  /** Continues at a later position; with earlier ones damaged data could be read for ever. */
  advanceTo(position: number): void {
    this.skip(position - this.position);
  }

  u8(): number {
    const at = this.take(1);
    return at < 0 ? 0 : this.view.getUint8(at);
  }

  i8(): number {
    return (this.u8() << 24) >> 24;
  }

  u16(): number {
    const at = this.take(2);
    return at < 0 ? 0 : this.view.getUint16(at, true);
  }

  u24(): number {
    return this.u16() + this.u8() * 0x10000;
  }

  u32(): number {
    const at = this.take(4);
    return at < 0 ? 0 : this.view.getUint32(at, true);
  }

  /**
   * Reads 64 bits with their sign: both halves of a 64-bit address space are exact, and the upper
   * one, where kernels are, is negative.
   */
  i64(): number {
    const at = this.take(8);
    return at < 0 ? 0 : this.view.getInt32(at + 4, true) * WORD + this.view.getUint32(at, true);
  }

  readInteger(size: number): number {
    if (size === 4) return this.u32();
    if (size === 8) return this.i64();
    if (size === 2) return this.u16();
    if (size === 1) return this.u8();
    this.cut();
    return 0;
  }

  uleb128(): number {
    let [value, unit] = [0, 1];
    for (let count = 0; count < MOST_LEB_BYTES; count++) {
      const byte = this.u8();
      value += (byte & 0x7f) * unit;
      if (byte < 0x80) return value;
      unit *= 0x80;
    }
    this.cut();
    return 0;
  }

  sleb128(): number {
    let [value, unit] = [0, 1];
    for (let count = 0; count < MOST_LEB_BYTES; count++) {
      const byte = this.u8();
      value += (byte & 0x7f) * unit;
      unit *= 0x80;
      if (byte < 0x80) return (byte & 0x40) === 0 ? value : value - unit;
    }
    this.cut();
    return 0;
  }

  /** Reads a text that ends with a zero byte. */
  text(): string {
    const start = this.position;
    const stop =
      this.bytes.subarray(start, Math.min(start + MOST_TEXT, this.end)).indexOf(0) + start;
    if (stop < start) {
      this.cut();
      return '';
    }
    this.position = stop + 1;
    return decoder.decode(this.bytes.subarray(start, stop));
  }

  private take(count: number): number {
    const at = this.position;
    if (at + count > this.end) {
      this.cut();
      return -1;
    }
    this.position = at + count;
    return at;
  }

  private cut(): void {
    this.isCut = true;
    this.position = this.end;
  }
}

const decoder = new TextDecoder();
