import { open } from 'node:fs/promises';
import { EngineError, systemCode } from '../../base';
import type { RecordingSource } from './protocol';

/** A recording's bytes, read piece by piece. */
export interface Bytes {
  readonly size: number;
  /** Up to `count` bytes starting at `from`; fewer at the end. They may be in `into`, if given. */
  readonly read: (from: number, count: number, into?: Uint8Array) => Promise<Uint8Array>;
  readonly close: () => Promise<void>;
}

async function openFile(path: string): Promise<Bytes> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw new EngineError('unreadable', `${path} cannot be read (${systemCode(error)}).`);
  });
  const { size } = await file.stat();
  return {
    size,
    read: async (from, count, into) => {
      const length = Math.max(0, Math.min(count, size - from));
      const bytes = into?.subarray(0, length) ?? new Uint8Array(length);
      const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
      return bytes.subarray(0, bytesRead);
    },
    close: () => file.close(),
  };
}

/** Opens the source of a recording's bytes. */
export function openBytes(source: RecordingSource): Promise<Bytes> {
  if ('path' in source) return openFile(source.path);
  const all = new Uint8Array(source.bytes);
  return Promise.resolve({
    size: all.length,
    read: (from, count) => Promise.resolve(all.subarray(from, from + count)),
    close: () => Promise.resolve(),
  });
}
