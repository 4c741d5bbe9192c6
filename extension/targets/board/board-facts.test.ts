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
function makeMemory(bytes: Readonly<Record<number, readonly number[]>>) {
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
  const memory = makeMemory({
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
    core_hz_error: '0.053 %',
    image_at: '0x20000100..0x20000400',
  });
});

test('leave out what a board of a project does not show', async () => {
  const board = boardWith(server, { probe: '', device: 'nrf52840_xxAA' });
  const erased = makeMemory({
    [CPUID]: [0x40, 0xc2, 0x0f, 0x41],
    0x1000_0060: Array(8).fill(0xff),
  });
  expect(await readBoardFacts(board, 'pyOCD', erased, image)).toEqual({
    debug_server: 'pyOCD',
    chip: 'nrf52840_xxAA',
    core_revision: 'r0p0',
  });
  const generic = boardWith(server, { device: 'cortex_m' });
  expect(await readBoardFacts(generic, 'pyOCD', makeMemory({}), image)).toEqual({
    debug_server: 'pyOCD',
  });
  const files = boardWith({ kind: 'openocd', configFiles: ['target/stm32f4x.cfg'] });
  expect(await readBoardFacts(files, 'OpenOCD', makeMemory({}), image)).toEqual({
    debug_server: 'OpenOCD',
  });
});

const [MPU_TYPE, CLIDR, CCSIDR, CSSELR] = [0xe000_ed90, 0xe000_ed78, 0xe000_ed80, 0xe000_ed84];
/** 128 sets of 4 ways, and 128 of 2, with lines of 32 bytes. */
const [SIXTEEN_KB, EIGHT_KB] = [0x000f_e019, 0x000f_e009];

/** A core whose registers have these values; the size of a cache is that of the selected one. */
function coreWith(
  words: Readonly<Record<number, number>>,
  {
    sizes = {},
    keepsSelection = true,
  }: { sizes?: Record<number, number>; keepsSelection?: boolean } = {},
) {
  let selected = 0;
  return {
    read: async (address: number) => {
      const own = address === CSSELR ? selected : words[address];
      const word = address === CCSIDR ? sizes[selected] : own;
      if (word === undefined) throw new Error(`nothing at ${address}`);
      return new Uint8Array(Uint32Array.of(word).buffer);
    },
    write: async (address: number, bytes: Uint8Array) => {
      if (address !== CSSELR) throw new Error(`nothing is to be written at ${address}`);
      if (keepsSelection) selected = bytes[0] ?? 0;
    },
  };
}

test.each<[string, ReturnType<typeof coreWith>, Readonly<Record<string, string>>]>([
  [
    'a Cortex-M7 with both caches',
    coreWith(
      { [MPU_TYPE]: 0x0000_1000, [CLIDR]: 0x0900_0003 },
      { sizes: { 0: SIXTEEN_KB, 1: EIGHT_KB } },
    ),
    { core_mpu: '16 regions', core_caches: 'I 8 KB, D 16 KB' },
  ],
  [
    'one behind a server that selects no cache',
    coreWith(
      { [MPU_TYPE]: 0x0000_0800, [CLIDR]: 0x0900_0003 },
      { sizes: { 0: SIXTEEN_KB }, keepsSelection: false },
    ),
    { core_mpu: '8 regions', core_caches: 'I, D 16 KB' },
  ],
  [
    'a Cortex-M33 with a cache for instructions alone, of unknown size',
    coreWith({ [MPU_TYPE]: 0x0000_0801, [CLIDR]: 1 }),
    { core_mpu: '8 regions', core_caches: 'I' },
  ],
  [
    'a Cortex-M3 without either',
    coreWith({ [MPU_TYPE]: 0, [CLIDR]: 0 }),
    { core_mpu: 'none', core_caches: 'none' },
  ],
  ['a core that shows neither', coreWith({}), {}],
])('describe the memory protection unit and the caches of %s', async (_, memory, expected) => {
  const facts = await readBoardFacts(boardWith(server, { device: 'cortex_m' }), '', memory, image);
  expect(facts).toEqual({ debug_server: '', ...expected });
});

test.each([
  ['STM32F030C8', 0x1fff_f7ac],
  ['STM32F303RE', 0x1fff_f7ac],
  ['stm32f103c8', 0x1fff_f7e8],
  ['STM32F207ZG', 0x1fff_7a10],
  ['STM32L476RG', 0x1fff_7590],
  ['STM32G474RE', 0x1fff_7590],
  ['STM32G071RB', 0x1fff_7590],
  ['STM32WB55RG', 0x1fff_7590],
  ['STM32WLE5JC', 0x1fff_7590],
  ['STM32C031C6', 0x1fff_7550],
  ['STM32F722ZE', 0x1ff0_7a10],
  ['STM32F746NG', 0x1ff0_f420],
  ['STM32H743ZI', 0x1ff1_e800],
  ['STM32H7A3ZI', 0x08ff_f800],
  ['STM32H563ZI', 0x08ff_f800],
  ['STM32L552ZE', 0x0bfa_0590],
  ['STM32U575ZI', 0x0bfa_0700],
])('the number of %s is at its own address', async (chip, address) => {
  const memory = makeMemory({ [address]: Array(12).fill(0x5a) });
  const facts = await readBoardFacts(boardWith(server, { device: chip }), '', memory, image);
  expect(facts['chip_id']).toBe('5a'.repeat(12));
});
