import { afterEach, expect, test } from 'vitest';
import { QEMU_STUB } from '../../../gdb/quirks';
import { type Behaviour, memoryBehaviour, openScripted } from '../../../gdb/testing';
import { loadedBytes } from './image';
import { writeRam } from './flash';
import { sampleImage } from './testing';

const opened: (() => void)[] = [];
afterEach(() => opened.splice(0).forEach((close) => close()));

async function clientOver(memory: Uint8Array, spoil: () => void = () => undefined) {
  const size: Behaviour = (payload) =>
    payload.startsWith('qSupported') ? ['PacketSize=80'] : undefined;
  const write: Behaviour = (payload) => {
    if (payload.startsWith('m')) spoil();
    return undefined;
  };
  const scripted = await openScripted([size, write, memoryBehaviour(memory)], {
    quirks: QEMU_STUB,
  });
  opened.push(scripted.close);
  return scripted.client;
}

const pieces = loadedBytes(
  sampleImage([
    { vaddr: 0, data: Uint8Array.from({ length: 100 }, (_, index) => index) },
    { vaddr: 0x20000000, paddr: 0x80, data: Uint8Array.of(7, 8, 9) },
    { vaddr: 0x60000000, data: new Uint8Array(), memSize: 64 },
  ]).elf,
);

test('segments go where they are loaded, not where they run, with progress to the end', async () => {
  const memory = new Uint8Array(256);
  const progress: string[] = [];
  const client = await clientOver(memory);
  await writeRam(client, pieces, (done, total) => progress.push(`${done}/${total}`));
  expect([memory[99], ...memory.subarray(0x80, 0x83)]).toEqual([99, 7, 8, 9]);
  expect(progress).toEqual(['52/103', '100/103', '103/103']);
});

test('memory that does not keep what was written is found', async () => {
  const stuck = new Uint8Array(256);
  const client = await clientOver(stuck, () => (stuck[0x81] = 0));
  await expect(writeRam(client, pieces, () => undefined)).rejects.toThrow(
    'memory at 0x00000081 does not contain what was written',
  );
});
