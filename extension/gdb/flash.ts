import type { GdbClient } from './client';
import { escapeBinary, fittingBytes } from './codec';
import { explainReply } from './replies';

/** Bytes to program, with their address. */
export interface FlashBytes {
  readonly address: number;
  readonly data: Uint8Array;
}

/** Slowest flash supported; some servers only start programming once everything has been sent. */
const SLOWEST_BYTES_PER_MS = 4;
const LEAST_MS = 20_000;
const HEADER = 28;

/**
 * Erases whole blocks and programs them with the server's algorithms. The caller aligns to blocks.
 */
export async function programFlash(
  client: GdbClient,
  pieces: readonly FlashBytes[],
  onWritten: (count: number) => void,
): Promise<void> {
  const total = pieces.reduce((sum, { data }) => sum + data.length, 0);
  const timeoutMs = LEAST_MS + Math.ceil(total / SLOWEST_BYTES_PER_MS);
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
      const part = data.subarray(at, at + fittingBytes(data, at, client.packetSize - HEADER));
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

function hex(value: number): string {
  return value.toString(16);
}
