import { setTimeout as sleep } from 'node:timers/promises';
import { planDown, writeOffsetWord, type Channel, type Update } from '../../core/rtt/channel';
import { ringReader } from '../rtt-link/async-access';
import type { AsyncMemory } from '../rtt-link/async-memory';
import { createOutbox } from '../rtt-link/outbox';

/** Bytes on their way into a down channel. */
export interface DownChannel {
  /** Resolves once all of them are in the agent's ring. */
  send(bytes: Uint8Array): Promise<void>;
  drop(error: Error): void;
}

const RETRY_MS = 1;

/** Writes a down channel by memory accesses: OpenOCD's service drops, in silence, what does not fit into the ring. */
export function openDownChannel(memory: AsyncMemory, channel: Channel): DownChannel {
  const outbox = createOutbox();
  const readRing = ringReader(memory, channel);
  let waiting = 0;
  let isWriting = false;

  const writeSome = async () => {
    let ring = await readRing();
    const updates: Update[] = [];
    outbox.flush((bytes) => {
      const plan = planDown(channel, ring, bytes, writeOffsetWord);
      updates.push(...plan.updates);
      ring = plan.next;
      return plan.written;
    });
    for (const { address, bytes } of updates) await memory.write(address, bytes);
  };
  const writeAll = async () => {
    if (isWriting) return;
    isWriting = true;
    try {
      for (await writeSome(); waiting > 0; await writeSome()) await sleep(RETRY_MS);
    } finally {
      isWriting = false;
    }
  };
  return {
    send: (bytes) => {
      waiting += 1;
      const sent = outbox.add(bytes).finally(() => (waiting -= 1));
      writeAll().catch(outbox.drop);
      return sent;
    },
    drop: outbox.drop,
  };
}
