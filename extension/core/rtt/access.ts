import type { Memory } from './memory';

/** A stretch of memory that an algorithm wants to see. */
export interface MemoryRead {
  readonly address: number;
  readonly length: number;
}

/**
 * An algorithm over a target's memory, however that is reached: it yields what it wants to read and
 * goes on with the bytes, or with undefined where they cannot be reached.
 */
export type Access<T> = Generator<MemoryRead, T, Uint8Array | undefined>;

/** Carries an algorithm out over memory that answers at once. */
export function access<T>(memory: Memory, algorithm: Access<T>): T {
  let step = algorithm.next();
  while (!step.done) step = algorithm.next(memory.read(step.value.address, step.value.length));
  return step.value;
}
