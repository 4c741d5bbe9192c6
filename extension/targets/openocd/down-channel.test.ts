import { expect, test, vi } from 'vitest';
import type { AsyncMemory } from '../rtt-link/async-memory';
import { openDownChannel } from './down-channel';

const DESCRIPTOR = 0x100;
const BUFFER = 0x200;
const SIZE = 8;
const channel = {
  name: 'cyclescope',
  index: 0,
  descriptor: DESCRIPTOR,
  buffer: BUFFER,
  size: SIZE,
  flags: 0,
};

test('a line longer than the ring waits for room, and two keep their order', async () => {
  const { memory, take } = target();
  const down = openDownChannel(memory, channel);
  const sent = Promise.all(
    ['a line of twenty-five\n', 'second\n'].map((text) => down.send(bytesOf(text))),
  );
  let text = '';
  await vi.waitUntil(() => (text += take()).endsWith('second\n'));
  await sent;
  expect(text).toBe('a line of twenty-five\nsecond\n');
});

test('memory that cannot be reached any more fails whoever sends', async () => {
  const gone = new Error('the probe is gone');
  const memory = { read: () => Promise.reject(gone), write: () => Promise.reject(gone) };
  await expect(openDownChannel(memory, channel).send(bytesOf('x'))).rejects.toBe(gone);
});

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** A target's side of the ring. */
function target() {
  const view = new DataView(new ArrayBuffer(0x300));
  const bytes = new Uint8Array(view.buffer);
  view.setUint32(DESCRIPTOR + 8, SIZE, true);
  const memory: AsyncMemory = {
    read: async (address, length) => bytes.slice(address, address + length),
    write: async (address, data) => bytes.set(data, address),
  };
  const take = () => {
    let text = '';
    let at = view.getUint32(DESCRIPTOR + 16, true);
    while (at !== view.getUint32(DESCRIPTOR + 12, true)) {
      text += String.fromCharCode(bytes[BUFFER + at] ?? 0);
      at = (at + 1) % SIZE;
    }
    view.setUint32(DESCRIPTOR + 16, at, true);
    return text;
  };
  return { memory, take };
}
