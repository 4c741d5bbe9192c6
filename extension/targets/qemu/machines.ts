import type { ArmAttributes } from '../../core/elf/arm-attributes';
import type { Region } from '../../core/rtt/memory';

/** A machine that QEMU emulates and that agents run on. */
export interface QemuMachine {
  /** QEMU's own name of it. */
  readonly machine: string;
  readonly program: string;
  /** The Debian package of the program. */
  readonly aptPackage: string;
  /** The part number in the core's CPUID register. */
  readonly corePart: number;
  readonly floatingPoint: ArmAttributes['floatingPoint'];
  /** The machine's main RAM, shared with the host as a file; agents keep their RTT rings there. */
  readonly ram: Region;
  /** Where an image may be loaded. */
  readonly loadable: readonly Region[];
}

const MIB = 1024 * 1024;
const region = (start: number, length: number): Region => ({ start, end: start + length });

/** Arm's MPS2 board; its images differ in the core, and in where the main RAM lies. */
function mps2(
  image: string,
  core: Pick<QemuMachine, 'corePart' | 'floatingPoint'>,
  ramAt: number,
): QemuMachine {
  const ram = region(ramAt, 16 * MIB);
  return {
    ...{ machine: `mps2-${image}`, program: 'qemu-system-arm', aptPackage: 'qemu-system-arm' },
    ...core,
    ram,
    loadable: [region(0, 4 * MIB), region(0x20000000, 4 * MIB), ram],
  };
}

const MACHINES: readonly QemuMachine[] = [
  mps2('an385', { corePart: 0xc23, floatingPoint: 'none' }, 0x21000000),
  mps2('an386', { corePart: 0xc24, floatingPoint: 'single' }, 0x21000000),
  mps2('an500', { corePart: 0xc27, floatingPoint: 'double' }, 0x60000000),
];

/** The machine of that name, if agents run on it. */
export function machineNamed(name: string): QemuMachine | undefined {
  return MACHINES.find(({ machine }) => machine === name);
}

/** The names of the machines that agents run on. */
export function machineNames(): readonly string[] {
  return MACHINES.map(({ machine }) => machine);
}

/** The machine that Zephyr means by a board: `mps2/an385`, or `mps2_an385` before its version 3.7. */
export function machineOfZephyrBoard(board: string): string | undefined {
  const name = board.replace(/[/_]/, '-');
  return machineNamed(name)?.machine;
}
