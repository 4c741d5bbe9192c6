import { expect, test } from 'vitest';
import { readBoardFacts } from './board-facts';
import { sampleImage } from './deploy/testing';
import { boardWith } from './testing';

const image = sampleImage([
  { vaddr: 0x2000_0100, data: new Uint8Array(64) },
  { vaddr: 0x2000_0200, data: new Uint8Array(16), memSize: 512 },
]);
const server = { kind: 'pyocd' };
const CPUID = 0xe000_ed00;

/** Memory that has these bytes at the addresses, and nothing else. */
function memoryOf(bytes: Readonly<Record<number, readonly number[]>>) {
  return {
    read: async (address: number, length: number) => {
      const found = bytes[address];
      if (found?.length !== length) throw new Error(`nothing at ${address}`);
      return Uint8Array.from(found);
    },
    write: () => Promise.reject(new Error('nothing is to be written')),
  };
}

test('describe a board without a project, and the place of its image', async () => {
  const bare = {
    chip: 'STM32F407VG',
    vendor: 'ST',
    coreHz: 16_000_000,
    coreHzError: 0.000_53,
  };
  const board = boardWith(server, { probe: '066BFF', device: 'another', bare });
  const memory = memoryOf({
    [CPUID]: [0x41, 0xc2, 0x1f, 0x41],
    0x1fff_7a10: [0x4d, 0, 0x38, 0, 0x0f, 0x51, 0x37, 0x33, 0x33, 0x36, 0x35, 0x34],
  });
  expect(await readBoardFacts(board, 'OpenOCD', memory, image)).toEqual({
    debug_server: 'OpenOCD',
    probe: '066BFF',
    chip_vendor: 'ST',
    chip: 'STM32F407VG',
    core_revision: 'r1p1',
    chip_id: '4d0038000f51373333363534',
    core_hz_error: '0.05 %',
    image_at: '0x20000100..0x20000400',
  });
});

test('leave out what a board of a project does not show', async () => {
  const board = boardWith(server, { probe: '', device: 'nrf52840_xxAA' });
  const erased = memoryOf({ [CPUID]: [0x40, 0xc2, 0x0f, 0x41], 0x1000_0060: Array(8).fill(0xff) });
  expect(await readBoardFacts(board, 'pyOCD', erased, image)).toEqual({
    debug_server: 'pyOCD',
    chip: 'nrf52840_xxAA',
    core_revision: 'r0p0',
  });
  const generic = boardWith(server, { device: 'cortex_m' });
  expect(await readBoardFacts(generic, 'pyOCD', memoryOf({}), image)).toEqual({
    debug_server: 'pyOCD',
  });
  const files = boardWith({ kind: 'openocd', configFiles: ['target/stm32f4x.cfg'] });
  expect(await readBoardFacts(files, 'OpenOCD', memoryOf({}), image)).toEqual({
    debug_server: 'OpenOCD',
  });
});

test.each([
  ['STM32F030C8', 0x1fff_f7ac],
  ['STM32F303RE', 0x1fff_f7ac],
  ['stm32f103c8', 0x1fff_f7e8],
  ['STM32F207ZG', 0x1fff_7a10],
  ['STM32L476RG', 0x1fff_7590],
  ['STM32G474RE', 0x1fff_7590],
])('the number of %s is at its own address', async (chip, address) => {
  const memory = memoryOf({ [address]: Array(12).fill(0x5a) });
  const facts = await readBoardFacts(boardWith(server, { device: chip }), '', memory, image);
  expect(facts['chip_id']).toBe('5a'.repeat(12));
});
