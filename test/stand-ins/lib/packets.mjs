/**
 * Splits what a GDB client sends into packets and interrupts.
 * @param {(packet: Buffer) => void} onPacket
 * @param {() => void} onInterrupt
 */
export function packetReader(onPacket, onInterrupt) {
  let pending = Buffer.alloc(0);
  return (/** @type {Buffer} */ chunk) => {
    pending = Buffer.concat([pending, chunk]);
    while (pending.length > 0) {
      if (pending[0] === 0x03) onInterrupt();
      if (pending[0] !== 0x24) {
        pending = pending.subarray(1);
        continue;
      }
      const end = pending.indexOf('#');
      if (end < 0 || pending.length < end + 3) return;
      const packet = pending.subarray(1, end);
      pending = pending.subarray(end + 3);
      onPacket(packet);
    }
  };
}

/** @param {string} payload */
export function frame(payload) {
  const sum = Buffer.from(payload, 'latin1').reduce((total, byte) => (total + byte) & 255, 0);
  return Buffer.from(`$${payload}#${sum.toString(16).padStart(2, '0')}`, 'latin1');
}

/** @param {Uint8Array} bytes */
export function unescape(bytes) {
  /** @type {number[]} */
  const plain = [];
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0;
    plain.push(byte === 0x7d ? (bytes[++index] ?? 0) ^ 0x20 : byte);
  }
  return Uint8Array.from(plain);
}
