/**
 * Addresses from `start` up to, but without, `end`.
 * @typedef {{ readonly start: number, readonly end: number }} Region
 */

const MIB = 1024 * 1024;

/** @returns {Region} */
const region = (/** @type {number} */ start, /** @type {number} */ length) => ({
  start,
  end: start + length,
});

/**
 * Addresses at which something answers, as a debug port sees them: memory, which is read and written in blocks,
 * and registers of peripherals, where each access keeps its width.
 * @typedef {{ readonly memories: readonly Region[], readonly peripherals: readonly Region[] }} AddressMap
 */

/**
 * Another of QEMU's machines, and what QEMU is started with to change it.
 * @typedef {{ readonly name: string, readonly args: readonly string[] }} OtherMachine
 */

/** The rig's own machine: Arm's MPS2 with the AN500 image, a Cortex-M7. */
export const MACHINE = {
  name: 'mps2-an500',
  /** The main RAM, which host and emulator share as a file. */
  ram: region(0x60000000, 16 * MIB),
  memories: [region(0, 4 * MIB), region(0x20000000, 4 * MIB), region(0x60000000, 16 * MIB)],
  peripherals: [region(0x40000000, MIB), region(0xa0000000, MIB)],
};

/** The region among several that holds all of an access. */
export const findRegion = (
  /** @type {readonly Region[]} */ regions,
  /** @type {number} */ address,
  /** @type {number} */ length,
) => regions.find(({ start, end }) => address >= start && address + length <= end);

/** An address as QEMU takes it and people read it. */
export const hex = (/** @type {number} */ value) => `0x${value.toString(16).padStart(8, '0')}`;

/** @returns {readonly string[]} */
const machineArguments = (
  /** @type {string} */ folder,
  /** @type {OtherMachine | undefined} */ other,
) =>
  other === undefined
    ? [
        '-machine',
        `${MACHINE.name},memory-backend=ram`,
        '-object',
        `memory-backend-file,id=ram,size=${ramSize},mem-path=${folder}/ram,share=on`,
      ]
    : ['-machine', other.name, ...other.args];

/**
 * The QEMU target's way to run this machine; `qtest` is added for accesses while it runs. While the core
 * sleeps, time passes as the host's does. In an exact emulator it flies, which keeps a processor busy; so
 * does a core that is never idle, unless its time is aligned with the host's.
 */
export const qemuArguments = (
  /** @type {string} */ folder,
  /** @type {{ isExact?: boolean, isAligned?: boolean, other?: OtherMachine | undefined }} */
  { isExact = false, isAligned = false, other } = {},
) => [
  ...machineArguments(folder, other),
  '-icount',
  `shift=7,align=${isAligned ? 'on' : 'off'},sleep=${isExact ? 'off' : 'on'}`,
  '-display',
  'none',
  '-serial',
  'none',
  '-monitor',
  'none',
  '-nodefaults',
  '-S',
  '-gdb',
  `unix:${folder}/gdb,server=on,wait=off`,
  '-qmp',
  `unix:${folder}/qmp,server=on,wait=off`,
  '-qtest',
  `unix:${folder}/qtest,server=on,wait=off`,
  '-qtest-log',
  'none',
];

const ramSize = MACHINE.ram.end - MACHINE.ram.start;
