import type { Access } from './access';
import { HEADER_SIZE, RTT_ID } from './control-block';
import type { Region } from './memory';

/** What a search through memory came upon. */
export interface SearchResult {
  /** Where the identifier stands; each is yet to be checked. */
  readonly candidates: readonly number[];
  /** What was read; memory that cannot be reached is left out. */
  readonly searched: readonly Region[];
}

export interface SearchLimits {
  /** How much is read at once. */
  readonly chunk: number;
  /** How much is read at most. */
  readonly bytes: number;
}

/** Looks for control blocks in memory, at addresses where a compiler may have put one. */
export function* searchControlBlocks(
  regions: readonly Region[],
  limits: SearchLimits,
): Access<SearchResult> {
  const candidates: number[] = [];
  const searched: Region[] = [];
  let left = limits.bytes;
  for (const region of regions) {
    let last: Region | undefined;
    for (let start = region.start; start < region.end && left > 0; start += limits.chunk) {
      // A header that lies across the end belongs to this chunk.
      const end = Math.min(start + limits.chunk, region.end);
      const bytes = yield {
        address: start,
        length: Math.min(end + HEADER_SIZE, region.end) - start,
      };
      left -= limits.chunk;
      if (bytes === undefined) {
        last = undefined;
        continue;
      }
      candidates.push(...identifiersIn(bytes, start).filter((address) => address < end));
      if (last !== undefined) searched.pop();
      last = { start: last?.start ?? start, end };
      searched.push(last);
    }
  }
  return { candidates, searched };
}

/** Control blocks hold words, so they stand at multiples of four. */
function identifiersIn(bytes: Uint8Array, start: number): number[] {
  const found: number[] = [];
  for (let at = (4 - (start % 4)) % 4; at + HEADER_SIZE <= bytes.length; at += 4) {
    if (RTT_ID.every((byte, index) => bytes[at + index] === byte)) found.push(start + at);
  }
  return found;
}
