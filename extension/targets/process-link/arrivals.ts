import type { Readable } from 'node:stream';
import { createDrains } from '../rtt-link/drains';

/** Stream bytes on their way from a process to the one who listens. */
export interface Arrivals {
  onStream(listener: (bytes: Uint8Array) => void): void;
  /** Resolves once `bytes` have been delivered, counted from the process's start. */
  wait(bytes: number): Promise<void>;
  fail(error: Error): void;
  /** Takes the bytes of another process, from zero on. */
  attach(source: Readable): void;
}

/** Delivers what arrives; until somebody listens it stays where it is. */
export function createArrivals(): Arrivals {
  const drains = createDrains();
  let listener: ((bytes: Uint8Array) => void) | undefined;
  let source: Readable | undefined;
  let delivered = 0;
  let failure: Error | undefined;

  const listen = () => {
    const from = source;
    if (from === undefined || listener === undefined || from.listenerCount('data') > 0) return;
    from.on('data', (bytes: Buffer) => {
      if (from !== source) return;
      listener?.(bytes);
      delivered += bytes.length;
      drains.reach(delivered);
    });
  };
  return {
    onStream: (next) => {
      listener = next;
      listen();
    },
    wait: async (bytes) => {
      if (delivered >= bytes || listener === undefined) return;
      if (failure !== undefined) throw failure;
      await drains.wait(bytes);
    },
    fail: (error) => {
      failure ??= error;
      drains.drop(error);
    },
    attach: (next) => {
      source = next;
      delivered = 0;
      listen();
    },
  };
}
