import {
  RING_AT,
  planDown,
  rawRing,
  readOffsetWord,
  ringIn,
  writeOffsetWord,
  type Channel,
  type Update,
} from '../../core/rtt/channel';
import { advance, pending, spansToRead, type Ring } from '../../core/rtt/ring';
import type { AsyncMemory } from './async-memory';
import type { AgentChannels } from './channels';
import { offsetChanged, ringImpossible } from './failures';

/** The rings of an agent's channels as the last look found them. */
export interface Rings {
  /** Looks at all descriptors in one read, and refuses what cannot be. */
  refresh(): Promise<void>;
  /** Takes what an up channel held at the last look. */
  take(channel: Channel): Promise<Uint8Array>;
  /** Lets `fill` put bytes into the control channel, as many as fit, and writes them. */
  write(fill: (put: (bytes: Uint8Array) => number) => number): Promise<number>;
}

/** The offset that the host writes: of an up channel the read offset, of a down channel the other. */
type Own = 'readOffset' | 'writeOffset';

const DESCRIPTOR_SIZE = 24;
const EMPTY = new Uint8Array();

/** Follows the rings of an agent. Offsets are written as words, which every debug port does as one access. */
export function openRings(memory: AsyncMemory, channels: AgentChannels): Rings {
  const { controlUp, controlDown, stream } = channels;
  const owned: readonly (readonly [Channel, Own])[] = [
    [controlUp, 'readOffset'],
    [stream, 'readOffset'],
    [controlDown, 'writeOffset'],
  ];
  const descriptors = owned.map(([{ descriptor }]) => descriptor);
  const start = Math.min(...descriptors);
  const length = Math.max(...descriptors) + DESCRIPTOR_SIZE - start;
  const rings = new Map<Channel, Ring>();

  const check = (bytes: Uint8Array, channel: Channel, own: Own): Ring => {
    const at = channel.descriptor - start + RING_AT;
    const ring = ringIn(bytes, at, channel);
    if (ring === undefined) throw ringImpossible(channel, rawRing(bytes, at));
    const before = rings.get(channel);
    if (before !== undefined && before[own] !== ring[own]) {
      throw offsetChanged(channel, own, before[own], ring[own]);
    }
    return ring;
  };
  const apply = async ({ address, bytes }: Update) => memory.write(address, bytes);
  return {
    refresh: async () => {
      const bytes = await memory.read(start, length);
      for (const [channel, own] of owned) rings.set(channel, check(bytes, channel, own));
    },
    take: async (channel) => {
      const ring = rings.get(channel);
      const count = ring === undefined ? 0 : pending(ring);
      if (ring === undefined || count === 0) return EMPTY;
      const bytes = new Uint8Array(count);
      let taken = 0;
      for (const span of spansToRead(ring, count)) {
        bytes.set(await memory.read(channel.buffer + span.offset, span.length), taken);
        taken += span.length;
      }
      const next = advance(ring.readOffset, count, ring.size);
      await apply(readOffsetWord(channel, next));
      rings.set(channel, { ...ring, readOffset: next });
      return bytes;
    },
    write: async (fill) => {
      const updates: Update[] = [];
      const sent = fill((bytes) => {
        const ring = rings.get(controlDown);
        if (ring === undefined) return 0;
        const plan = planDown(controlDown, ring, bytes, writeOffsetWord);
        updates.push(...plan.updates);
        rings.set(controlDown, plan.next);
        return plan.written;
      });
      for (const update of updates) await apply(update);
      return sent;
    },
  };
}
