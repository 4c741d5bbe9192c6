import { pending, WRITE_OFFSET_AT } from './channel';
import { findChannel, type Peek, readControlBlock } from './control-block';
import type { Memory } from './memory';
import { openRings } from './polling';

/*
 * SEGGER's SystemView recorder in any firmware, by its two channels of RTT:
 *
 *     const recorder = await findRecorder(memory, address);
 *     await recorder?.send(START);
 *     const bytes = await recorder?.take();
 *
 * Firmware whose control block is not there, or which has no recorder that takes commands, has none. A ring whose
 * offsets cannot be, or that another program reads, rejects: the target was reset, perhaps.
 */

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

const CHANNEL = 'SysView';

/** Finds the recorder of firmware whose control block is at an address. */
export async function findRecorder(memory: Memory, address: number): Promise<Recorder | undefined> {
  const peek: Peek = (at, length) => memory.read(at, length);
  const block = await readControlBlock(peek, address);
  if ('problem' in block) return undefined;
  const found = await findChannel(peek, block.value, [], 'up', CHANNEL);
  const commands = await findChannel(peek, block.value, [], 'down', CHANNEL);
  if ('problem' in found || 'problem' in commands) return undefined;
  const up = found.value;
  const rings = openRings(memory, { up: [up], down: commands.value }, false);
  let taken = 0;
  return {
    progress: up.descriptor + WRITE_OFFSET_AT,
    take: async () => {
      await rings.refresh();
      const bytes = await rings.take(up);
      taken = rings.readOffsetOf(up);
      return bytes;
    },
    fill: (word) => {
      const waiting = pending({ size: up.size, writeOffset: word, readOffset: taken });
      return { waiting, room: up.size - 1 - waiting };
    },
    send: async (bytes) => {
      await rings.refresh();
      return (await rings.write((put) => put(Uint8Array.from(bytes)))) === bytes.length;
    },
  };
}
