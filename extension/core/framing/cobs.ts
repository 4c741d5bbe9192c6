/** The most bytes of a body: beyond them COBS would need a second byte of its own. */
export const MAX_BODY = 254;

/** Takes the zeros out of a body: each, and one in front, becomes the distance to the next. */
export function withoutZeros(body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(body.length + 1);
  bytes.set(body, 1);
  let zero = 0;
  for (let at = 1; at < bytes.length; at++) {
    if (bytes[at] !== 0) continue;
    bytes[zero] = at - zero;
    zero = at;
  }
  bytes[zero] = bytes.length - zero;
  return bytes;
}

/** Puts them back; undefined where the distances do not lead to the end. */
export function withZeros(bytes: Uint8Array): Uint8Array | undefined {
  const body = bytes.slice();
  let at = 0;
  while (at < body.length) {
    const distance = body[at] ?? 0;
    if (distance === 0) return undefined;
    body[at] = 0;
    at += distance;
  }
  return at === body.length ? body.subarray(1) : undefined;
}
