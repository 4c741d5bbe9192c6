import { isEscaped } from './codec';

/** How many bytes, from one on, fit into so many characters with their escapes, which few bytes need. */
export function fittingBytes(bytes: Uint8Array, from: number, characters: number): number {
  let room = characters;
  let at = from;
  while (at < bytes.length && (room -= isEscaped(bytes[at]) ? 2 : 1) >= 0) at++;
  return at === bytes.length ? at - from : wholeWords(at - from);
}

/** Debug ports move words much faster than the bytes around them. */
export function wholeWords(count: number): number {
  return count >= 4 ? Math.floor(count / 4) * 4 : Math.max(1, Math.floor(count));
}
