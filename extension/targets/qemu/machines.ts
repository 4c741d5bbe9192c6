import { join } from 'node:path';
import type { ArmAttributes } from '../../agent';
import { findProgram, LOOPBACK, type Packages } from '../../host';
import type { Region } from '../../rtt';
import type { ServerSetup } from '../setup';
import type { Target } from '../target';

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
  /** The regions that an image may be loaded into. */
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

/** A machine that QEMU emulates instead of a board: neither probe nor server is between. */
export interface QemuSetup extends ServerSetup {
  readonly kind: 'qemu';
  /** QEMU's own name of it: `mps2-an385`. */
  readonly machine: string;
}

/** The setup of an emulated machine. */
export const qemuSetup = (machine: string): QemuSetup => ({ kind: 'qemu', machine });

/** Recognises the setup of an emulated machine. */
export function isEmulated(server: ServerSetup | undefined): server is QemuSetup {
  return server?.kind === 'qemu';
}

/** The machine that Zephyr means by a board: `mps2/an385`, or `mps2_an385` before its version 3.7. */
export function setupOfZephyrBoard(board: string): ServerSetup | undefined {
  const known = machineNamed(board.replace(/[/_]/, '-'));
  return known && qemuSetup(known.machine);
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
 * Options for the machine's time, and for the devices that it does without. With `shift=7` an
 * instruction takes 128 ns of emulated time, more than two ticks of every 25 MHz timer, so that
 * single instructions can be distinguished; `sleep=off` makes emulated time independent of the
 * host's.
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

/** QEMU's arguments for measuring without shared memory: it connects to ports that are open for it. */
export function listCallingArguments(
  { machine }: Pick<QemuMachine, 'machine'>,
  { qmp, test }: { readonly qmp: number; readonly test: number },
): readonly string[] {
  return [
    '-machine',
    machine,
    ...MANNERS,
    '-S',
    '-qmp',
    `tcp:${LOOPBACK}:${qmp}`,
    '-qtest',
    `tcp:${LOOPBACK}:${test},nodelay=on`,
    // Otherwise it writes all accesses to standard error.
    '-qtest-log',
    'none',
  ];
}

/** QEMU's arguments for a debugger, which comes over TCP. */
export function listDebuggerArguments(
  { machine }: Pick<QemuMachine, 'machine'>,
  { port, qmp }: { readonly port: number; readonly qmp: number },
): readonly string[] {
  return [
    '-machine',
    machine,
    ...MANNERS,
    '-S',
    '-gdb',
    `tcp:${LOOPBACK}:${port}`,
    '-qmp',
    `tcp:${LOOPBACK}:${qmp}`,
  ];
}

/** Finds an emulator's program; QEMU's installer for Windows does not add its folder to PATH. */
export function programOfMachine({ program }: Pick<QemuMachine, 'program'>): string {
  const folders = { win32: ['C:\\Program Files\\qemu'] };
  return findProgram({ names: { linux: program }, folders }) ?? program;
}

/** The packages of QEMU's programs. */
export function listQemuPackages({ aptPackage }: Pick<QemuMachine, 'aptPackage'>): Packages {
  return { apt: aptPackage, brew: 'qemu', page: 'https://www.qemu.org/download' };
}

/** QEMU's last messages, without harmless ones and register dumps. */
export function emulatorWords(stderr: string): string {
  const lines = stderr
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.includes('icount sleep disabled and no active timers'));
  const own = lines.filter((line) => line.startsWith('qemu'));
  return (own.length > 0 ? own : lines).slice(-3).join(' / ');
}

/** An emulated machine with the agents that run on it. */
export interface QemuBoard extends QemuMachine {
  /** The target's id. */
  readonly target: string;
  readonly title: string;
  /** The name that its images are kept under, where that is not its own. */
  readonly images?: string | undefined;
  /** The name of its lock, if that is not its id. */
  readonly lock?: string | undefined;
  /** Instructions for building its images, if `cyclescope build` cannot. */
  readonly howToBuild?: string | undefined;
  /** The remedy for an image that does not fit. */
  readonly remedy: string;
}

type BuiltIn = Pick<QemuBoard, 'target' | 'title' | 'remedy' | 'howToBuild'>;

function defineBoard(machine: string, board: BuiltIn): QemuBoard {
  const known = machineNamed(machine);
  if (known === undefined) throw new Error(`${machine} is not a machine of the table.`);
  return { ...known, ...board };
}

const rebuilt = (target: string) => `Build it again: cyclescope build --target ${target}`;

/** A Cortex-M7, as on the i.MX RT1050. */
export const FREERTOS_M7 = defineBoard('mps2-an500', {
  target: 'qemu-freertos-m7',
  title: 'FreeRTOS on an emulated Cortex-M7 (QEMU mps2-an500)',
  remedy: rebuilt('qemu-freertos-m7'),
});

/** The machine that Zephyr has a board for too, so that both can be compared. */
export const FREERTOS_M3 = defineBoard('mps2-an385', {
  target: 'qemu-freertos-m3',
  title: 'FreeRTOS on an emulated Cortex-M3 (QEMU mps2-an385)',
  remedy: rebuilt('qemu-freertos-m3'),
});

/** Zephyr is the user's: its image is built in the user's own workspace. */
export const ZEPHYR_M3 = defineBoard('mps2-an385', {
  target: 'qemu-zephyr-m3',
  title: 'Zephyr on an emulated Cortex-M3 (QEMU mps2-an385)',
  remedy: 'Build it for the board mps2/an385, which is mps2_an385 before Zephyr 3.7.',
  howToBuild:
    'Build an application with Cyclescope’s agent for the board mps2/an385 in your Zephyr workspace, and name its ELF file with --elf FILE.',
});

/** The emulated boards that are built in. */
export const QEMU_BOARDS: readonly QemuBoard[] = [FREERTOS_M7, FREERTOS_M3, ZEPHYR_M3];

/** The machine that emulates a target's board; undefined: none does. */
export function findEmulatedMachine({
  id,
  board,
}: Pick<Target, 'id' | 'board'>): QemuMachine | undefined {
  const { server } = board ?? {};
  if (isEmulated(server)) return machineNamed(server.machine);
  return QEMU_BOARDS.find(({ target }) => target === id);
}
