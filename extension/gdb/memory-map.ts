import type { Region } from '../rtt';
import { type GdbClient, readObject } from './client';
import { readNumber, readXml } from './xml';

/** One region of the target's memory as described by its server. */
export interface MemoryArea extends Region {
  readonly kind: 'ram' | 'rom' | 'flash';
  /** Erase block size in bytes, counted from the start of the area; 0 if not flash. */
  readonly blockSize: number;
}

const KINDS: Readonly<Record<string, MemoryArea['kind']>> = {
  ram: 'ram',
  rom: 'rom',
  flash: 'flash',
};

/** Reads the server's memory map, sorted by address; empty if it has none. */
export async function readMemoryMap(client: GdbClient): Promise<readonly MemoryArea[]> {
  if (!client.features.has('qXfer:memory-map:read+')) return [];
  return parseMemoryMap((await readObject(client, 'memory-map')) ?? '');
}

/** Parses GDB's memory map format; skips invalid entries. */
export function parseMemoryMap(document: string): readonly MemoryArea[] {
  const areas: MemoryArea[] = [];
  for (const { name, attributes, text } of readXml(document)) {
    if (name === 'memory') {
      const kind = KINDS[attributes['type'] ?? ''];
      const start = readNumber(attributes['start']);
      const length = readNumber(attributes['length']);
      if (kind === undefined || start === undefined || length === undefined) continue;
      areas.push({ kind, start, end: start + length, blockSize: 0 });
    }
    const last = areas.at(-1);
    if (name === 'property' && attributes['name'] === 'blocksize' && last !== undefined)
      areas[areas.length - 1] = { ...last, blockSize: readNumber(text) ?? 0 };
  }
  return areas
    .filter(({ start, end, kind, blockSize }) => end > start && (kind !== 'flash' || blockSize > 0))
    .sort((a, b) => a.start - b.start);
}
