import { join } from 'node:path';
import type { ArmAttributes } from '../../agent';
import type { Region } from '../../rtt';

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

/** Arm's MPS2 board; its images differ in the core and in the address of the main RAM. */
function mps2(
  image: string,
  core: Pick<QemuMachine, 'corePart' | 'floatingPoint'>,
  ramAt: number,
): QemuMachine {
  const ram = region(ramAt, 16 * MIB);
  return {
    machine: `mps2-${image}`,
    program: 'qemu-system-arm',
    aptPackage: 'qemu-system-arm',
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

/** The files of one emulator, all in its scratch folder. */
export interface ScratchFiles {
  readonly folder: string;
  readonly ram: string;
  readonly gdb: string;
  readonly qmp: string;
}

/** Names the files of a scratch folder. */
export function scratchFiles(folder: string): ScratchFiles {
  return { folder, ram: join(folder, 'ram'), gdb: join(folder, 'gdb'), qmp: join(folder, 'qmp') };
}

/**
 * How the machine keeps time, and what it does without. With `shift=7` an instruction takes 128 ns
 * of emulated time, more than two ticks of every 25 MHz timer, so that single instructions can be
 * distinguished; `sleep=off` makes emulated time independent of the host's.
 */
const MANNERS = [
  '-icount',
  'shift=7,align=off,sleep=off',
  '-display',
  'none',
  '-serial',
  'none',
  '-monitor',
  'none',
  '-nodefaults',
];

/** QEMU's arguments for measuring. */
export function qemuArguments(board: QemuMachine, files: ScratchFiles): readonly string[] {
  const size = board.ram.end - board.ram.start;
  return [
    '-machine',
    `${board.machine},memory-backend=ram`,
    '-object',
    `memory-backend-file,id=ram,size=${size},mem-path=${files.ram},share=on`,
    ...MANNERS,
    '-S',
    '-gdb',
    `unix:${files.gdb},server=on,wait=off`,
    '-qmp',
    `unix:${files.qmp},server=on,wait=off`,
  ];
}

/** QEMU's arguments for a debugger, which comes over TCP. */
export function debuggedArguments(
  { machine }: Pick<QemuMachine, 'machine'>,
  { port, qmp }: { readonly port: number; readonly qmp: string },
): readonly string[] {
  return [
    '-machine',
    machine,
    ...MANNERS,
    '-S',
    '-gdb',
    `tcp:127.0.0.1:${port}`,
    '-qmp',
    `unix:${qmp},server=on,wait=off`,
  ];
}

/** QEMU's last messages, without harmless ones and register dumps. */
export function lastWords(stderr: string): string {
  const lines = stderr
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.includes('icount sleep disabled and no active timers'));
  const own = lines.filter((line) => line.startsWith('qemu'));
  return (own.length > 0 ? own : lines).slice(-3).join(' / ');
}
