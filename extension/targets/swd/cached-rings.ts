import { RING_AT, rawRing } from '../../core/rtt/channel';
import { hex } from '../../core/rtt/memory';
import type { AsyncMemory } from '../rtt-link/async-memory';
import type { AgentChannels } from '../rtt-link/channels';
import { CACHE_HINT } from '../rtt-link/failures';
import { TargetError } from '../target';

/** Registers of a Cortex-M that has a data cache: whether it is on, and the memories beside it. */
const CCR = 0xe000ed14;
const DATA_CACHE_ON = 1 << 16;
const ITCMCR = 0xe000ef90;
const DTCM_BASE = 0x2000_0000;

const RING_SIZE = 12;

/** Whether a core's data cache may hide what an agent wrote, of which not a single byte was seen. */
export async function findCachedRings(
  memory: AsyncMemory,
  { controlUp: { descriptor } }: AgentChannels,
): Promise<TargetError | undefined> {
  const [control = 0] = await words(memory, CCR, 1);
  if ((control & DATA_CACHE_ON) === 0) return undefined;
  const ring = await memory.read(descriptor + RING_AT, RING_SIZE);
  if (rawRing(ring, 0).writeOffset !== 0) return undefined;
  const [instructions = 0, data = 0] = await words(memory, ITCMCR, 2);
  if (isWithin(descriptor, 0, instructions) || isWithin(descriptor, DTCM_BASE, data)) {
    return undefined;
  }
  return new TargetError(
    'agent-silent',
    `The agent wrote nothing that can be seen, and the core's data cache is on: it may hide the RTT control block, whose channel was read at ${hex(descriptor)}`,
    CACHE_HINT,
  );
}

/** Closely coupled memory, which is never cached, tells its size in powers of two from 512 bytes. */
function isWithin(address: number, base: number, control: number): boolean {
  const size = (control >>> 3) & 15;
  const isThere = (control & 1) !== 0 && size !== 0;
  return isThere && address >= base && address < base + 2 ** (size + 9);
}

async function words(memory: AsyncMemory, address: number, count: number): Promise<number[]> {
  const bytes = await memory.read(address, 4 * count);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return Array.from({ length: count }, (_, index) => view.getUint32(4 * index, true));
}
