import { expect } from 'vitest';
import type { TargetLink } from '../../../extension/targets/target';

const KIBIBYTES = 4096;

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

/** Has the firmware send 4 MiB, which must come whole, and gives the KB per second. */
export async function streamRate(link: TargetLink): Promise<number> {
  const words = watchStream(link);
  const began = performance.now();
  await link.sendLine(`stream ${KIBIBYTES}`);
  expect(await link.nextLine(60_000)).toBe('ok stream');
  await link.drain();
  const rate = words.bytes / (performance.now() - began);
  expect(words).toEqual({ bytes: KIBIBYTES * 1024, gaps: 0 });
  return rate;
}
