import { countPending, WRITE_OFFSET_AT } from './channel';
import {
  type BlockResult,
  type Direction,
  findChannel,
  type Peek,
  readControlBlock,
} from './control-block';
import type { Memory } from './memory';
import { openRings } from './polling';

/*
 * SEGGER's SystemView recorder in any firmware, by its two channels of RTT:
 *
 *     const found = await findRecorder(memory, { block, up, down });
 *     if ('problem' in found) return;
 *     await found.value.send([START]);
 *     const bytes = await found.value.take();
 *
 * Firmware whose control block is not there, or which has no recorder that takes commands, has none. A ring whose
 * offsets cannot be, or that another program reads, rejects: the target was reset, perhaps.
 */

/** Where a program has what its recorder needs. */
export interface RecorderAddresses {
  /** RTT's control block. */
  readonly block: number;
  /** The recorder's own buffers, whatever number and name their channels have. */
  readonly up?: number | undefined;
  readonly down?: number | undefined;
}

/** A recorder that writes whole packets to a ring, and takes commands. */
export interface Recorder {
  /** The address of the word that shows how far the recorder has written. */
  readonly progress: number;
  /** Takes all that it has written. */
  take(): Promise<Uint8Array>;
  /** The bytes since the last `take` that such a word shows, and those that still fit. */
  readonly fill: (word: number) => { readonly waiting: number; readonly room: number };
  /** Sends commands of a byte each; false if there is no room for all of them. */
  send(commands: readonly number[]): Promise<boolean>;
}

/** The name of both channels, unless somebody has changed it. */
const CHANNEL = 'SysView';

/** Finds the recorder of firmware: the channels of its own buffers, or else those of SEGGER's name. */
export async function findRecorder(
  memory: Memory,
  { block: address, up: upBuffer, down: downBuffer }: RecorderAddresses,
): Promise<BlockResult<Recorder>> {
  const peek: Peek = (at, length) => memory.read(at, length);
  const block = await readControlBlock(peek, address);
  if ('problem' in block) return block;
  const find = async (direction: Direction, buffer: number | undefined) => {
    const own = buffer && (await findChannel(peek, block.value, [], direction, buffer));
    if (own && 'value' in own) return own;
    return findChannel(peek, block.value, [], direction, CHANNEL);
  };
  const found = await find('up', upBuffer);
  if ('problem' in found) return found;
  const commands = await find('down', downBuffer);
  if ('problem' in commands) return commands;
  const up = found.value;
  const rings = openRings(memory, { up: [up], down: commands.value }, false);
  let taken = 0;
  const recorder: Recorder = {
    progress: up.descriptor + WRITE_OFFSET_AT,
    take: async () => {
      await rings.refresh();
      const bytes = await rings.take(up);
      taken = rings.getReadOffset(up);
      return bytes;
    },
    fill: (word) => {
      const waiting = countPending({ size: up.size, writeOffset: word, readOffset: taken });
      return { waiting, room: up.size - 1 - waiting };
    },
    send: async (bytes) => {
      await rings.refresh();
      return (await rings.write((put) => put(Uint8Array.from(bytes)))) === bytes.length;
    },
  };
  return { value: recorder };
}
