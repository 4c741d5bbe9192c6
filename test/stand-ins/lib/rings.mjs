/**
 * The rings of an RTT control block, from either side.
 * @typedef {Pick<import('./core.mjs').Core, 'read' | 'write' | 'word' | 'setWord'>} Memory
 */

const HEADER = 24;
const DESCRIPTOR = 24;

/**
 * Returns the address of a channel's descriptor.
 * @param {Memory} memory @param {number} block @param {'up' | 'down'} direction @param {number} index
 */
export function locateDescriptor(memory, block, direction, index) {
  const first = direction === 'up' ? 0 : memory.word(block + 16);
  return block + HEADER + (first + index) * DESCRIPTOR;
}

/**
 * Takes all that a ring holds.
 * @param {Memory} memory @param {number} descriptor
 */
export function take(memory, descriptor) {
  const [buffer, size, write, read] = readRing(memory, descriptor);
  const length = (write - read + size) % (size || 1);
  const first = Math.min(length, size - read);
  const bytes = [...memory.read(buffer + read, first), ...memory.read(buffer, length - first)];
  if (length > 0) memory.setWord(descriptor + 16, (read + length) % size);
  return Uint8Array.from(bytes);
}

/**
 * Writes as much as fits into a ring and returns how much.
 * @param {Memory} memory @param {number} descriptor @param {Uint8Array} bytes
 */
export function put(memory, descriptor, bytes) {
  const [buffer, size, write, read] = readRing(memory, descriptor);
  if (size === 0) return 0;
  const length = Math.min(bytes.length, (read - write - 1 + size) % size);
  const first = Math.min(length, size - write);
  memory.write(buffer + write, bytes.subarray(0, first));
  memory.write(buffer, bytes.subarray(first, length));
  memory.setWord(descriptor + 12, (write + length) % size);
  return length;
}

/**
 * Buffer, size, write offset and read offset.
 * @param {Memory} memory @param {number} descriptor
 * @returns {[number, number, number, number]}
 */
function readRing(memory, descriptor) {
  /** @param {number} offset */
  const field = (offset) => memory.word(descriptor + offset);
  return [field(4), field(8), field(12), field(16)];
}
