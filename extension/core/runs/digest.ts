const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/** FNV-1a (32 bit) over the values in order, each as eight little-endian bytes: 8 hex digits. */
export function digest(values: Float64Array): string {
  let hash = OFFSET;
  for (const value of values) {
    const low = value >>> 0;
    hash = addWord(hash, low);
    hash = addWord(hash, (value - low) / 2 ** 32);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}

function addWord(hash: number, word: number): number {
  let sum = hash;
  for (let bit = 0; bit < 32; bit += 8) sum = Math.imul(sum ^ ((word >>> bit) & 0xff), PRIME);
  return sum;
}
