import { isEmulated } from '../setup';
import type { Target } from '../target';
import { machineNamed, type QemuMachine } from './machines';

/** An emulated machine with the agents that run on it. */
export interface QemuBoard extends QemuMachine {
  /** The target's id. */
  readonly target: string;
  readonly title: string;
  /** The name that its images are kept under, where that is not its own. */
  readonly images?: string | undefined;
  /** The name of its lock, if that is not its id. */
  readonly lock?: string | undefined;
  /** How the user builds its images, if `cyclescope build` cannot. */
  readonly howToBuild?: string | undefined;
  /** The remedy for an image that does not fit. */
  readonly remedy: string;
}

type BuiltIn = Pick<QemuBoard, 'target' | 'title' | 'remedy' | 'howToBuild'>;

function builtIn(machine: string, board: BuiltIn): QemuBoard {
  const known = machineNamed(machine);
  if (known === undefined) throw new Error(`${machine} is no machine of the table.`);
  return { ...known, ...board };
}

const rebuilt = (target: string) => `Build it again: cyclescope build --target ${target}`;

/** A Cortex-M7, as on the i.MX RT1050. */
export const FREERTOS_M7 = builtIn('mps2-an500', {
  target: 'qemu-freertos-m7',
  title: 'FreeRTOS on an emulated Cortex-M7 (QEMU mps2-an500)',
  remedy: rebuilt('qemu-freertos-m7'),
});

/** The machine that Zephyr has a board for too, so that both can be compared. */
export const FREERTOS_M3 = builtIn('mps2-an385', {
  target: 'qemu-freertos-m3',
  title: 'FreeRTOS on an emulated Cortex-M3 (QEMU mps2-an385)',
  remedy: rebuilt('qemu-freertos-m3'),
});

/** Zephyr is the user's: its image is built in the user's own workspace. */
export const ZEPHYR_M3 = builtIn('mps2-an385', {
  target: 'qemu-zephyr-m3',
  title: 'Zephyr on an emulated Cortex-M3 (QEMU mps2-an385)',
  remedy: 'Build it for the board mps2/an385, which is mps2_an385 before Zephyr 3.7.',
  howToBuild:
    'Build an application with Cyclescope’s agent for the board mps2/an385 in your Zephyr workspace, and name its ELF file with --elf FILE.',
});

/** The emulated boards that are built in. */
export const QEMU_BOARDS: readonly QemuBoard[] = [FREERTOS_M7, FREERTOS_M3, ZEPHYR_M3];

/** The machine that emulates a target's board; undefined: none does. */
export function emulatedMachine({
  id,
  board,
}: Pick<Target, 'id' | 'board'>): QemuMachine | undefined {
  const { server } = board ?? {};
  if (isEmulated(server)) return machineNamed(server.machine);
  return QEMU_BOARDS.find(({ target }) => target === id);
}
