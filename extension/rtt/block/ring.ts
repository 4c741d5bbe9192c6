/** A ring as its descriptor tells it; one byte always stays free, so equal offsets mean empty. */
export interface Ring {
  readonly size: number;
  readonly writeOffset: number;
  readonly readOffset: number;
}

/** A stretch of the ring's buffer without a wrap inside. */
export interface Span {
  readonly offset: number;
  readonly length: number;
}

/** Bytes that wait to be read. */
export function pending({ size, writeOffset, readOffset }: Ring): number {
  return writeOffset >= readOffset ? writeOffset - readOffset : size - readOffset + writeOffset;
}

/** Bytes that can be written now. */
export function room(ring: Ring): number {
  return ring.size - 1 - pending(ring);
}

/** Where the next `length` bytes to read lie: one span, or two at the wrap. */
export function spansToRead(ring: Ring, length: number): Span[] {
  return spans(ring.readOffset, Math.min(length, pending(ring)), ring.size);
}

/** Where the next `length` bytes to write go: one span, or two at the wrap. */
export function spansToWrite(ring: Ring, length: number): Span[] {
  return spans(ring.writeOffset, Math.min(length, room(ring)), ring.size);
}

/** The offset after so many bytes. */
export function advance(offset: number, length: number, size: number): number {
  return (offset + length) % size;
}

function spans(offset: number, length: number, size: number): Span[] {
  const first = Math.min(length, size - offset);
  const both = [
    { offset, length: first },
    { offset: 0, length: length - first },
  ];
  return both.filter((span) => span.length > 0);
}
