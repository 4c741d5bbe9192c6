import { setTimeout as sleep } from 'node:timers/promises';
import { type Channel, RING_AT, ringIn } from '../block/channel';
import type { Memory } from '../block/memory';
import { room } from '../block/ring';
import { SAMPLE_BLOCK, SAMPLE_RAM, sampleMemory } from '../block/testing';
import type { AsyncMemory } from './async-memory';
import { findAgentChannels } from './channels';

const WRITE_OFFSET = 12;
const READ_OFFSET = 16;

/** An agent's memory with its three channels, and what the agent does to them. */
export function sampleAgent(size: number) {
  const named = (name: string) => ({ name, size });
  const length = 0x1000 + 4 * size;
  const { memory, bytes, view } = sampleMemory(
    { up: [named('cyclescope'), named('SysView')], down: [named('cyclescope')] },
    length,
  );
  const ram = { start: SAMPLE_RAM.start, end: SAMPLE_RAM.start + length };
  const found = findAgentChannels({ memory, address: SAMPLE_BLOCK, ram });
  if ('problem' in found) throw new Error(found.problem);
  return { memory, bytes, ram, channels: found.value, agent: agentSide(bytes, view, found.value) };
}

/** The target's side: writes its up rings and reads its down ring. */
function agentSide(
  bytes: Uint8Array,
  view: DataView,
  channels: Readonly<Record<'controlUp' | 'controlDown' | 'stream', Channel>>,
) {
  const at = (address: number) => address - SAMPLE_BLOCK;
  /** Puts as much as there is room for and says how much. */
  const put = (channel: Channel, data: readonly number[]): number => {
    const ring = ringIn(bytes, at(channel.descriptor + RING_AT), channel);
    const count = Math.min(data.length, ring === undefined ? 0 : room(ring));
    let offset = ring?.writeOffset ?? 0;
    for (const byte of data.slice(0, count)) {
      bytes[at(channel.buffer + offset)] = byte;
      offset = (offset + 1) % channel.size;
    }
    if (count > 0) view.setUint32(at(channel.descriptor + WRITE_OFFSET), offset, true);
    return count;
  };
  return {
    putStream: (data: readonly number[]) => put(channels.stream, data),
    putControl: (text: string) => put(channels.controlUp, [...new TextEncoder().encode(text)]),
    takeDown: () => {
      const { descriptor, buffer, size } = channels.controlDown;
      let text = '';
      let offset = view.getUint32(at(descriptor + READ_OFFSET), true);
      while (offset !== view.getUint32(at(descriptor + WRITE_OFFSET), true)) {
        text += String.fromCharCode(bytes[at(buffer + offset)] ?? 0);
        offset = (offset + 1) % size;
      }
      view.setUint32(at(descriptor + READ_OFFSET), offset, true);
      return text;
    },
  };
}

/** Memory that takes a moment for each access, and tells of them. */
export function slowMemory(memory: Memory, milliseconds = 0) {
  let underWay = 0;
  const told = { reads: 0, mostAtOnce: 0, writes: [] as [address: number, length: number][] };
  const slowly = async <T>(act: () => T): Promise<T> => {
    told.mostAtOnce = Math.max(told.mostAtOnce, ++underWay);
    await sleep(milliseconds);
    underWay -= 1;
    return act();
  };
  const slow: AsyncMemory = {
    read: async (address, length) => {
      told.reads += 1;
      const bytes = await slowly(() => memory.read(address, length));
      if (bytes === undefined) throw new Error('E01');
      return bytes;
    },
    write: async (address, bytes) => {
      told.writes.push([address, bytes.length]);
      await slowly(() => memory.write(address, bytes));
    },
  };
  return { slow, told };
}
