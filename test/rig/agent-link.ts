import { readElf } from '../../extension/agent/elf/elf';
import type { AgentImage } from '../../extension/agent/manifest';
import { startTraffic } from '../../extension/rtt/traffic';
import { checkImage } from '../../extension/targets/qemu/image';
import { FREERTOS_M7 } from '../../extension/targets/qemu/machines';
import { openSharedMemory } from '../../extension/targets/qemu/access';
import { carryShared } from '../../extension/targets/qemu/open';
import type { TargetLink } from '../../extension/targets/target';
import type { Rig } from './rig';

/**
 * Runs an agent on a rig and communicates with it past the debug port, so that only the test itself accesses
 * that port.
 */
export async function openPastPort(rig: Rig, image: AgentImage): Promise<TargetLink> {
  const { elf, controlBlock } = checkImage(image, FREERTOS_M7);
  for (const { paddr, data } of readElf(image.elf).segments) {
    if (data.length > 0) await rig.poke(paddr, data);
  }
  await rig.fault({ do: 'reset-line' });
  const memory = openSharedMemory(rig.ram, FREERTOS_M7.ram, elf);
  const searched = { symbol: controlBlock, ram: FREERTOS_M7.ram };
  const carrier = await carryShared(memory, searched, new AbortController().signal);
  const { sendLine, nextLine, onStream, drain, stall, fail } = startTraffic(carrier);
  const refuse = () => Promise.reject(new Error('a run needs no such thing'));
  return {
    sendLine,
    nextLine,
    onStream,
    drain,
    stall,
    restart: refuse,
    close: async () => {
      fail(new Error('closed'));
      memory.close();
    },
  };
}
