const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/** FNV-1a (32 bit) over a text's UTF-16 units: 8 hex digits. It tells texts apart, no more. */
export function digestText(text: string): string {
  let hash = OFFSET;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    hash = Math.imul(hash ^ (unit & 0xff), PRIME);
    hash = Math.imul(hash ^ (unit >>> 8), PRIME);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
