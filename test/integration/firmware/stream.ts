import { expect } from 'vitest';
import type { TargetLink } from '../../../extension/targets/target';
import { isEverything } from '../../everything';
import { HANGS_MS } from '../../patience.mjs';
import type { Rig } from '../../rig/rig';

const KIBIBYTES = isEverything ? 4096 : 1024;

/** Follows the firmware's stream, which counts in words of 32 bits. */
export function watchStream(link: TargetLink): { readonly bytes: number; readonly gaps: number } {
  const seen = { bytes: 0, gaps: 0 };
  let rest = Buffer.alloc(0);
  let next = 0;
  link.onStream((chunk) => {
    seen.bytes += chunk.length;
    rest = Buffer.concat([rest, chunk]);
    const whole = rest.length - (rest.length % 4);
    for (let at = 0; at < whole; at += 4) {
      const word = rest.readUInt32LE(at);
      if (word !== next) seen.gaps += 1;
      next = (word + 1) >>> 0;
    }
    rest = rest.subarray(whole);
  });
  return seen;
}

/** Has the firmware send some MiB, which must come whole, and gives the bytes read for each byte of them. */
export async function readingsPerByte(link: TargetLink, rig: Rig): Promise<number> {
  const words = watchStream(link);
  const { bytesRead: before } = await rig.counters();
  const began = performance.now();
  await link.sendLine(`stream ${KIBIBYTES}`);
  expect(await link.nextLine(HANGS_MS)).toBe('ok stream');
  await link.drain();
  const milliseconds = performance.now() - began;
  const { bytesRead } = await rig.counters();
  expect(words).toEqual({ bytes: KIBIBYTES * 1024, gaps: 0 });
  const cost = (bytesRead - before) / words.bytes;
  const rate = Math.round(words.bytes / milliseconds);
  console.log(`${rate} KB/s, ${cost.toFixed(2)} bytes read for each`);
  return cost;
}
