import type { GdbClient } from './client';

const POLYNOMIAL = 0x04c11db7;
/** The checksum code runs on the core, and a server aborts it only after many seconds. */
const TIMEOUT_MS = 40_000;
const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24;
  for (let bit = 0; bit < 8; bit++) value = (value << 1) ^ (value < 0 ? POLYNOMIAL : 0);
  return value;
});

/**
 * Computes the checksum of GDB's `qCRC`: CRC-32, MSB first, initialised with ones, not inverted.
 */
export function gdbChecksum(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (sum << 8) ^ (TABLE[((sum >>> 24) ^ byte) & 255] ?? 0);
  return sum >>> 0;
}

/**
 * Requests the server's checksum of target memory; undefined if not supported. Computing it
 * overwrites the server's work area in RAM.
 */
export async function readChecksum(
  client: GdbClient,
  address: number,
  length: number,
): Promise<number | undefined> {
  if (!client.quirks.checksums || client.learned.checksums === false) return undefined;
  const packet = `qCRC:${address.toString(16)},${length.toString(16)}`;
  const sum = /^C([0-9a-f]{1,8})$/i.exec(await client.request(packet, TIMEOUT_MS))?.[1];
  client.learned.checksums = sum !== undefined;
  return sum === undefined ? undefined : Number.parseInt(sum, 16);
}
