import { LONGEST_ANSWER_MS } from '../base';
import type { Memory } from '../rtt';
import type { GdbClient } from './client';
import { escapeBinary, explainReply, countFittingBytes, isError, wholeWords } from './codec';

/** Longest header of a memory packet: letter, two 8-digit numbers, separators and the frame. */
const HEADER = 24;

/**
 * Timeout for an answer. The slowest links take a millisecond per byte, and some servers answer
 * before they write: the next packet then waits for up to a packet's worth of data.
 */
const patienceWith = ({ packetSize }: GdbClient) => LONGEST_ANSWER_MS + packetSize;

/** Target memory over a GDB server; while the core runs, only if the server supports that. */
export function gdbMemory(client: GdbClient): Memory {
  return {
    read: (address, length) => readMemory(client, address, length),
    write: (address, bytes) => writeMemory(client, address, bytes),
  };
}

/** Writes target memory in packets of the server's size. */
export async function writeMemory(
  client: GdbClient,
  address: number,
  bytes: Uint8Array,
  onWritten: (count: number) => void = () => undefined,
): Promise<void> {
  const isBinary = await takesBinary(client, address);
  for (let at = 0; at < bytes.length;) {
    const count = isBinary
      ? countFittingBytes(bytes, at, client.packetSize - HEADER)
      : chunkSize(client);
    const part = bytes.subarray(at, at + count);
    const where = `${hex(address + at)},${hex(part.length)}`;
    const packet = isBinary
      ? `X${where}:${escapeBinary(part)}`
      : `M${where}:${Buffer.from(part).toString('hex')}`;
    const reply = await client.request(packet, patienceWith(client));
    if (reply !== 'OK') throw refusal(client, 'write to', address + at, reply);
    at += part.length;
    onWritten(at);
  }
}

/** Reads target memory in packets of the server's size; a server may return less than requested. */
export async function readMemory(
  client: GdbClient,
  address: number,
  length: number,
  onRead: (count: number) => void = () => undefined,
): Promise<Uint8Array> {
  const chunk = client.quirks.readBytes ?? chunkSize(client);
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length;) {
    const wanted = besideBroken(Math.min(chunk, length - at));
    const packet = `m${hex(address + at)},${hex(wanted)}`;
    const reply = await client.request(packet, patienceWith(client));
    const part = isError(reply) ? Buffer.alloc(0) : Buffer.from(reply, 'hex');
    if (part.length === 0 || part.length > wanted)
      throw refusal(client, 'read', address + at, reply);
    bytes.set(part, at);
    at += part.length;
    onRead(at);
  }
  return bytes;
}

/** Probes with an empty write, as GDB does: a server without the packet sends an empty answer. */
async function takesBinary(client: GdbClient, address: number): Promise<boolean> {
  if (!client.quirks.binaryWrites) return false;
  client.learned.binaryWrites ??= (await client.request(`X${hex(address)},0:`)) === 'OK';
  return client.learned.binaryWrites;
}

/**
 * Works around OpenOCD 0.12, which truncates the checksum of an answer of exactly 1020 characters.
 */
const besideBroken = (bytes: number) => (bytes === 510 ? 508 : bytes);

/** Two digits per byte. */
function chunkSize({ packetSize }: GdbClient): number {
  return wholeWords((packetSize - HEADER) / 2);
}

function hex(value: number): string {
  return value.toString(16);
}

function refusal({ quirks }: GdbClient, what: string, address: number, reply: string): Error {
  return new Error(`${quirks.name} did not ${what} 0x${hex(address)}: ${explainReply(reply)}`);
}

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

/** Bytes to program, with their address. */
interface FlashBytes {
  readonly address: number;
  readonly data: Uint8Array;
}

/**
 * Slowest flash supported; some servers only start programming once everything has been sent, and a
 * busy computer slows them down. Giving up half-way leaves an unusable flash, so the wait is generous.
 */
const SLOWEST_BYTES_PER_MS = 1;
const LEAST_FLASH_MS = 60_000;
const FLASH_HEADER = 28;

/**
 * Erases whole blocks and programs them with the server's algorithms. The caller aligns to blocks.
 */
export async function programFlash(
  client: GdbClient,
  pieces: readonly FlashBytes[],
  onWritten: (count: number) => void,
): Promise<void> {
  const total = pieces.reduce((sum, { data }) => sum + data.length, 0);
  const timeoutMs = LEAST_FLASH_MS + Math.ceil(total / SLOWEST_BYTES_PER_MS);
  const expectOk = async (packet: string, what: string) => {
    const reply = await client.request(packet, timeoutMs);
    if (reply !== 'OK')
      throw new Error(`${client.quirks.name} did not ${what}: ${explainReply(reply)}`);
  };
  for (const { address, data } of pieces)
    await expectOk(
      `vFlashErase:${hex(address)},${hex(data.length)}`,
      `erase ${data.length} bytes of flash at 0x${hex(address)}`,
    );
  let done = 0;
  for (const { address, data } of pieces) {
    for (let at = 0; at < data.length;) {
      const part = data.subarray(
        at,
        at + countFittingBytes(data, at, client.packetSize - FLASH_HEADER),
      );
      await expectOk(
        `vFlashWrite:${hex(address + at)}:${escapeBinary(part)}`,
        `program flash at 0x${hex(address + at)}`,
      );
      at += part.length;
      onWritten(done + at);
    }
    done += data.length;
  }
  await expectOk('vFlashDone', 'finish programming flash');
}
