import type { Access } from '../../core/rtt/access';
import { RING_AT, rawRing, type Channel } from '../../core/rtt/channel';
import type { Ring } from '../../core/rtt/ring';
import { TargetError } from '../target';
import type { AsyncMemory } from './async-memory';

/**
 * Carries an algorithm out over memory that takes its time. Memory that cannot be reached is part of
 * the algorithm; a target that is gone is not. `check` throws when it is time to give up.
 */
export async function accessAsync<T>(
  memory: AsyncMemory,
  algorithm: Access<T>,
  check: () => void,
): Promise<T> {
  let step = algorithm.next();
  while (!step.done) {
    check();
    step = algorithm.next(await readable(memory, step.value.address, step.value.length));
  }
  return step.value;
}

async function readable(memory: AsyncMemory, address: number, length: number) {
  try {
    return await memory.read(address, length);
  } catch (error) {
    if (error instanceof TargetError) throw error;
    return undefined;
  }
}

/** Reads a channel's ring whenever it is asked. */
export function ringReader(memory: AsyncMemory, { descriptor }: Channel): () => Promise<Ring> {
  return async () => rawRing(await memory.read(descriptor + RING_AT, 12), 0);
}
