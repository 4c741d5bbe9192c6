import { expect, it } from 'vitest';
import { withFlash } from './flash-controller.mjs';

const [ADDRESS, DATA, CONTROL] = [0x400fd000, 0x400fd004, 0x400fd008];
const [WRITE, ERASE] = [0xa4420001, 0xa4420002];

function start() {
  const memory = Buffer.alloc(0x1000, 0xf0);
  const bus = withFlash({
    read: async (address, length) => Buffer.from(memory.subarray(address, address + length)),
    write: async (address, bytes) => void bytes.copy(memory, address),
  });
  const write = (/** @type {number} */ address, /** @type {number} */ value) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    return bus.write(address, bytes, 4);
  };
  return { memory, bus, write };
}

it('erases a page, and programs a word into it', async () => {
  const { memory, write } = start();
  await write(ADDRESS, 0x410);
  await write(CONTROL, ERASE);
  expect([memory[0x3ff], memory[0x400], memory[0x7ff], memory[0x800]]).toEqual([
    0xf0, 0xff, 0xff, 0xf0,
  ]);
  await write(DATA, 0x12345678);
  await write(CONTROL, WRITE);
  expect(memory.readUInt32LE(0x410)).toBe(0x12345678);
});

it('turns no 0 into a 1 without erasing', async () => {
  const { memory, write } = start();
  await write(ADDRESS, 0);
  await write(DATA, 0x0f0f3c3c);
  await write(CONTROL, WRITE);
  expect(memory.readUInt32LE(0)).toBe(0x00003030);
});

it('does nothing without its key, and ignores plain writes', async () => {
  const { memory, bus, write } = start();
  await write(CONTROL, 2);
  expect(memory[0]).toBe(0xf0);
  await expect(bus.write(0, Buffer.alloc(4), 4)).rejects.toThrow('nothing answers at 0x00000000');
});
