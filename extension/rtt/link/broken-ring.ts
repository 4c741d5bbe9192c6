import type { TargetError } from '../../base';
import { rawRing, RING_AT, ringIn } from '../block';
import type { AsyncMemory } from './async-memory';
import type { AgentChannels } from './channels';
import { ringImpossible } from './failures';

const RING_SIZE = 12;

/** Says which of an agent's rings cannot be one any more; undefined where all are sound. */
export async function findBrokenRing(
  memory: AsyncMemory,
  { controlUp, controlDown, stream }: AgentChannels,
): Promise<TargetError | undefined> {
  for (const channel of [controlUp, controlDown, stream]) {
    const bytes = await memory.read(channel.descriptor + RING_AT, RING_SIZE);
    if (ringIn(bytes, 0, channel) === undefined) {
      return ringImpossible(channel, rawRing(bytes, 0));
    }
  }
  return undefined;
}
