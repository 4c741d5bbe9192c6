import type { GdbClient } from './client';
import { escapeBinary } from './codec';

/** The longest header of a memory packet: letter, two 8-digit numbers, marks and the frame. */
const HEADER = 24;

/** Writes target memory in packets of the server's size. */
export async function writeMemory(
  client: GdbClient,
  address: number,
  bytes: Uint8Array,
  onWritten: (count: number) => void = () => undefined,
): Promise<void> {
  const chunk = chunkSize(client);
  for (let at = 0; at < bytes.length; at += chunk) {
    const part = bytes.subarray(at, at + chunk);
    const where = `${hex(address + at)},${hex(part.length)}`;
    const packet = client.quirks.binaryWrites
      ? `X${where}:${escapeBinary(part)}`
      : `M${where}:${Buffer.from(part).toString('hex')}`;
    const reply = await client.request(packet);
    if (reply !== 'OK') throw refused(client, `write to 0x${hex(address + at)}`, reply);
    onWritten(at + part.length);
  }
}

/** Reads target memory in packets of the server's size. */
export async function readMemory(
  client: GdbClient,
  address: number,
  length: number,
): Promise<Uint8Array> {
  const chunk = chunkSize(client);
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += chunk) {
    const wanted = Math.min(chunk, length - at);
    const reply = await client.request(`m${hex(address + at)},${hex(wanted)}`);
    const part = Buffer.from(reply, 'hex');
    if (part.length !== wanted) throw refused(client, `read from 0x${hex(address + at)}`, reply);
    bytes.set(part, at);
  }
  return bytes;
}

/** Two characters a byte, digits or escapes at worst. */
function chunkSize({ packetSize }: GdbClient): number {
  return Math.max(1, Math.floor((packetSize - HEADER) / 2));
}

function hex(value: number): string {
  return value.toString(16);
}

function refused({ quirks }: GdbClient, what: string, reply: string): Error {
  return new Error(
    `${quirks.name} refused a ${what}: ${reply === '' ? 'not supported' : reply.slice(0, 40)}`,
  );
}
