import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type Behaviour, memoryBehaviour, startScripted } from '../../gdb/testing';
import { identifyBare } from './bare';
import type { BoardResources } from './bring-up';
import { keepConnections } from './kept';
import { parseBoardAddress } from './servers';

const RAM = 0x2000_0000;
const FLASH = 0x0800_0100;
const SYSTEM = 0xe000_e000;
/** Registers of chips: those from here on, the one of an i.MX RT that assigns banks of RAM, and a SAM's watchdog. */
const [PERIPHERALS, BANKS, SAM_WATCHDOG] = [0x400a_8000, 0x400a_c044, 0x400e_1454];
/** Addresses of NXP's watchdogs, which only a program on the core stops, and the key that such a program writes. */
const [S32K_WATCHDOG, RT_WATCHDOG, UNLOCK] = [0x4005_2000, 0x400b_c000, 0xd928_c520];
const CORTEX_M4F = 0x410f_c241;
const [CORTEX_M7_R0P1, CORTEX_M7_R1P2] = [0x410f_c271, 0x411f_c272];
const CORTEX_M0PLUS = 0x410c_c601;
const CORTEX_M23 = 0x411c_d200;
const CORTEX_M33 = 0x410f_d214;
const [SINGLE_PRECISION, DOUBLE_PRECISION] = [0x1011_0021, 0x1011_0221];
const [S_HALT, S_RESET_ST] = [1 << 17, 1 << 25];
const KB = 1024;

/** A chip behind a GDB server, and what is wrong with it. */
interface SomeChip {
  readonly cpuid?: number;
  /** Its RAM; what lies above is the same cells again. */
  readonly ramBytes?: number;
  readonly executes?: boolean;
  readonly hasVtor?: boolean;
  readonly isHeldInReset?: boolean;
  /** It takes no request to stop. */
  readonly isDeaf?: boolean;
  readonly isLocked?: boolean;
  readonly floatingPoint?: number;
  /** Secure debugging is off, so the core is stopped in the non-secure state. */
  readonly isNonSecure?: boolean;
  /** Its cycle counter moves. */
  readonly hasCounter?: boolean;
  /** It faults at the unit with the counter. */
  readonly faultsAtCounter?: boolean;
  /** The name in the table of the chip that it is taken for. */
  readonly name?: string;
  /** Its RAM is whole only after the debugger has assigned banks to it. */
  readonly isDivided?: boolean;
  /** Its watchdog resets it as soon as it runs; at an address, unless it was stopped after each reset. */
  readonly hasWatchdog?: boolean | number;
}

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

/** Finds a program in RAM that stops the watchdog at an address: the key's write, then that address and the key. */
function stopsWatchdog(ram: Uint8Array, watchdog: number | boolean): boolean {
  const words = Buffer.from(ram.buffer);
  const isProgram = words.readUInt16LE(8) === 0x604a;
  return isProgram && words.readUInt32LE(20) === watchdog && words.readUInt32LE(24) === UNLOCK;
}

/** A core that executes the stub which is written to its RAM. */
function simulateCore(chip: SomeChip, ram: Uint8Array): Behaviour {
  const { executes = true, hasVtor = true, hasWatchdog = false } = chip;
  const { hasCounter = false, faultsAtCounter = false } = chip;
  const registers = new Uint32Array(17);
  let isReset = false;
  let isBiting = hasWatchdog !== false;
  const word = (value = 0) => Buffer.from(Uint32Array.of(value).buffer).toString('hex');
  return (payload) => {
    if (payload.startsWith('qRcmd')) isBiting = hasWatchdog !== false;
    if (/^[MX]400e1454,4:/.test(payload)) isBiting = hasWatchdog !== SAM_WATCHDOG;
    if (hasWatchdog !== false && payload === 'me000edf0,4') {
      const status = S_HALT | (isReset ? S_RESET_ST : 0);
      isReset = false;
      return [word(status)];
    }
    if (payload === 'g') return [Array.from(registers, word).join('')];
    const [, kind, number = '', value = ''] = /^([pP])([0-9a-f]+)=?(\w*)$/.exec(payload) ?? [];
    const index = Number.parseInt(number, 16);
    if (kind === 'p') return [word(registers[index])];
    if (kind === 'P') {
      registers[index] = Buffer.from(value, 'hex').readUInt32LE();
      return ['OK'];
    }
    if (payload === 'c') {
      if (registers[15] === RAM && stopsWatchdog(ram, hasWatchdog)) {
        isBiting = false;
        registers[0] = 42;
        registers[15] = RAM + 18;
      } else if (isBiting) {
        isReset = true;
        registers[15] = FLASH;
      } else if (executes && registers[15] === RAM) {
        registers.set([42, 0, 0, hasVtor ? 0x100 : 0]);
        registers[15] = RAM + 12;
      } else if (registers[15] === RAM + 64) {
        registers.set([42, 0, 7, hasCounter ? 9 : 7]);
        registers[15] = faultsAtCounter ? FLASH : RAM + 64 + 34;
      }
      return [];
    }
    if (payload === '\x03') return ['T02'];
    return payload === 'D' || payload.startsWith('qRcmd') ? ['OK'] : undefined;
  };
}

function simulateMemory(
  {
    cpuid = CORTEX_M4F,
    isHeldInReset = false,
    isDeaf = false,
    floatingPoint = cpuid === CORTEX_M4F ? SINGLE_PRECISION : 0,
    isNonSecure = false,
    isDivided = false,
  }: SomeChip,
  ramCells: Uint8Array,
): readonly Behaviour[] {
  const ramBytes = ramCells.length;
  const system = Buffer.alloc(0x1000);
  system.writeUInt32LE(cpuid, 0xd00);
  system.writeUInt32LE(isHeldInReset ? S_RESET_ST : isDeaf ? 0 : S_HALT, 0xdf0);
  system.writeUInt32LE(floatingPoint, 0xf40);
  system.writeUInt32LE(isNonSecure ? 0xaf : 0xff, 0xfb8);
  system.writeUInt32LE(isNonSecure ? 0 : 1 << 16, 0xe08);
  const peripherals = Buffer.alloc(0x4_0000);
  const ram = memoryBehaviour(ramCells, RAM);
  const mirrorRam: Behaviour = (payload) =>
    ram(
      payload.replace(/^([mMX])(2[0-9a-f]{7})/, (_, kind: string, address: string) => {
        const isSmaller = isDivided && peripherals.readUInt32LE(BANKS - PERIPHERALS) === 0;
        const offset = (Number.parseInt(address, 16) - RAM) % (isSmaller ? 64 * KB : ramBytes);
        return kind + (RAM + offset).toString(16);
      }),
    );
  const withRam: Behaviour = (payload) =>
    /^[mMX]2/.test(payload) ? mirrorRam(payload) : undefined;
  const registers = memoryBehaviour(peripherals, PERIPHERALS);
  const withRegisters: Behaviour = (payload) =>
    /^[mMX]4/.test(payload) ? registers(payload) : undefined;
  return [withRam, withRegisters, memoryBehaviour(system, SYSTEM)];
}

/** Starts a server of a board with this chip, and what identifies that if it is named as one with such cores. */
async function start(chip: SomeChip, architectures = ['armv7em'], isForOne = false) {
  const refuseAccess: Behaviour = (payload) => (/^[mMX]/.test(payload) ? ['E0E'] : undefined);
  const ram = new Uint8Array(chip.ramBytes ?? 128 * KB);
  const memory = chip.isLocked === true ? [refuseAccess] : simulateMemory(chip, ram);
  const server = await startScripted([simulateCore(chip, ram), ...memory], { isForOne });
  const folder = mkdtempSync(join(tmpdir(), 'cyclescope-bare-'));
  closing.push(server.close, () => rmSync(folder, { recursive: true, force: true }));
  const board = parseBoardAddress(`gdb://127.0.0.1:${server.port}`);
  if (board === undefined) throw new Error('no address');
  const { name = 'STM32F407VG' } = chip;
  const bare = { chip: name, architectures, coreHz: 16_000_000 };
  const identifyOnce = (limits: BoardResources['limits'] = {}) =>
    identifyBare(
      { ...board, ram: [{ start: RAM, end: RAM + 128 * KB }] },
      bare,
      { lockFolder: join(folder, 'locks'), temporary: folder, limits },
      new AbortController().signal,
    );
  const countLeaves = () => server.received.packets.filter((packet) => packet === 'D').length;
  return { identifyOnce, countLeaves };
}

async function identify(...chip: Parameters<typeof start>) {
  return (await start(...chip)).identifyOnce();
}

test('a chip on which everything works gets the image for its core', async () => {
  expect(await identify({})).toMatchObject({
    images: { kind: 'named', name: 'ram-cortex-m4f' },
    bare: { chip: 'STM32F407VG', coreHz: 16_000_000 },
  });
});

test.each<[string, SomeChip, boolean]>([
  ['that moves', { hasCounter: true }, true],
  ['that does not move', {}, false],
  ['at which it faults', { hasCounter: true, faultsAtCounter: true }, false],
])('a chip with a cycle counter %s', async (_, chip, hasCounter) => {
  expect(await identify(chip)).toMatchObject({ bare: { hasCounter } });
});

test.each<[string, SomeChip, string]>([
  ['M23', { cpuid: CORTEX_M23 }, 'ram-cortex-m0plus'],
  ['M33', { cpuid: CORTEX_M33, floatingPoint: SINGLE_PRECISION }, 'ram-cortex-m33'],
  [
    'non-secure M33',
    { cpuid: CORTEX_M33, floatingPoint: SINGLE_PRECISION, isNonSecure: true },
    'ram-cortex-m33-ns',
  ],
  [
    'non-secure M33 without a floating-point unit',
    { cpuid: CORTEX_M33, isNonSecure: true },
    'ram-cortex-m33-nofp-ns',
  ],
  ['non-secure M23', { cpuid: CORTEX_M23, isNonSecure: true }, 'ram-cortex-m23-ns'],
])('a Cortex-%s gets the image for its state', async (_, chip, name) => {
  expect(await identify(chip, ['armv8m'])).toMatchObject({ images: { kind: 'named', name } });
});

test('the RAM of an i.MX RT, which fuses divide, is assigned before it is tried', async () => {
  const chip = {
    cpuid: CORTEX_M7_R1P2,
    floatingPoint: DOUBLE_PRECISION,
    isDivided: true,
    hasWatchdog: RT_WATCHDOG,
  };
  expect(await identify({ ...chip, name: 'MIMXRT1060' })).toMatchObject({
    images: { kind: 'named' },
  });
  await expect(identify({ ...chip, hasWatchdog: false })).rejects.toThrow(/less than the 128 KB/);
});

test.each<[string, number]>([
  ['ATSAM4S16B', SAM_WATCHDOG],
  ['S32K144UAxxxLHx', S32K_WATCHDOG],
])('the watchdog of a %s is stopped after each reset', async (name, hasWatchdog) => {
  const chip = { name, hasWatchdog };
  expect(await identify(chip)).toMatchObject({ bare: { hasCounter: false } });
  // It is reset where its counter faults.
  expect(await identify({ ...chip, faultsAtCounter: true })).toMatchObject({
    bare: { hasCounter: false },
  });
});

test('a core that does not stop its watchdog is refused', async () => {
  await expect(identify({ name: 'S32K144UAxxxLHx', hasWatchdog: true })).rejects.toThrow(
    /did not execute what stops its watchdog at 0x20000000 \(pc is 0x08000100\)/,
  );
});

test.each<[string, SomeChip, string]>([
  ['r0p1', { cpuid: CORTEX_M7_R0P1, floatingPoint: SINGLE_PRECISION }, 'ram-cortex-m7'],
  ['r1p2', { cpuid: CORTEX_M7_R1P2, floatingPoint: DOUBLE_PRECISION }, 'ram-cortex-m7'],
  ['r1p2 without a floating-point unit', { cpuid: CORTEX_M7_R1P2 }, 'ram-cortex-m3'],
])('a Cortex-M7 %s gets its image', async (_, chip, name) => {
  expect(await identify(chip)).toMatchObject({ images: { kind: 'named', name } });
});

test.each<[string, SomeChip, RegExp, RegExp]>([
  [
    'another chip than the one that was named',
    { cpuid: CORTEX_M0PLUS },
    /its core is a Cortex-M0\+, and STM32F407VG has armv7em/,
    /the chip is the one that was named/,
  ],
  [
    'a Cortex-M7 that no image is for',
    { cpuid: CORTEX_M7_R0P1 },
    /FreeRTOS has no port to a Cortex-M7 r0p1 without a floating-point unit/,
    /a project of your own/,
  ],
  [
    'less RAM than was claimed',
    { ramBytes: 64 * KB },
    /the RAM at 0x20000000 does not keep .* less than the 128 KB that end at 0x20020000/,
    /the chip is the one that was named.* RAM with ECC/,
  ],
  [
    'RAM that does not execute',
    { executes: false },
    /its core does not execute from the RAM at 0x20000000/,
    /the chip is the one that was named/,
  ],
  ['no VTOR', { hasVtor: false }, /this Cortex-M4 has no VTOR/, /Zephyr's does not/],
  [
    'a watchdog',
    { hasWatchdog: true },
    /it was reset while a program ran there, as by a watchdog/,
    /^Turn the watchdog off/,
  ],
  [
    'a core that is held in reset',
    { isHeldInReset: true },
    /^Nothing can run from the RAM of this chip: its core is held in reset$/,
    /^Release the reset line/,
  ],
  [
    'a core that does not stop',
    { isDeaf: true },
    /accepted the reset, but the core did not stop/,
    /may be held in reset/,
  ],
  [
    'a locked debug port',
    { isLocked: true },
    /did not start: .* 0xe000edf0/,
    /locked by read-out protection.* Check that the board is still powered/,
  ],
])('a chip with %s is refused', async (_, chip, message, hint) => {
  await expect(identify(chip)).rejects.toMatchObject({
    message: expect.stringMatching(message) as string,
    hint: expect.stringMatching(hint) as string,
  });
});

describe('a server that ends when its client leaves it', () => {
  const startForOne = (chip: SomeChip) => start(chip, ['armv7em'], true);

  test('serves several uses of a run, at whose end it is left', async () => {
    const { identifyOnce, countLeaves } = await startForOne({});
    await keepConnections(async () => {
      const found = await identifyOnce();
      // Another run may overlap.
      expect(await keepConnections(identifyOnce)).toEqual(found);
      expect(await identifyOnce()).toEqual(found);
      expect(countLeaves()).toBe(0);
    });
    expect(countLeaves()).toBe(1);
  });

  test('is left after a failure, also within a run', async () => {
    const { identifyOnce, countLeaves } = await startForOne({ hasVtor: false });
    await keepConnections(async () => {
      await expect(identifyOnce()).rejects.toThrow(/no VTOR/);
      expect(countLeaves()).toBe(1);
    });
    expect(countLeaves()).toBe(1);
  });

  test('is gone after a run, which is reported with the options that keep it', async () => {
    const { identifyOnce } = await startForOne({});
    await identifyOnce();
    await expect(identifyOnce({ connect: 1 })).rejects.toMatchObject({
      message: expect.stringContaining('did not accept a connection') as string,
      hint: expect.stringContaining('--persist (pyOCD)') as string,
    });
  });
});
