import type { BoardImages, BoardSetup, SetupGap } from '../swd/setup';
import type { Unresolved } from './variables';

/** What one configuration says about a board. */
export interface Found {
  readonly server?: BoardSetup['server'];
  readonly probe?: string | undefined;
  readonly speedKhz?: number | undefined;
  readonly images?: BoardImages | undefined;
  /** A program, or arguments for one, were read from a file of the project. */
  readonly namesPrograms?: boolean | undefined;
  readonly gaps?: readonly SetupGap[] | undefined;
  /** Variables without a value: gaps as well. */
  readonly unresolved?: readonly Unresolved[] | undefined;
}

/** What is said where only the user can tell more. */
export const DESCRIBE = 'Describe the board in the setting cyclescope.boards.';

/** A finding that cannot be used, and why. */
export function unusable(what: string, remedy = DESCRIBE): Found {
  return { gaps: [{ what, remedy }] };
}

const OTHER_CORES = /xtensa|riscv|espIdf|mips|avr-gdb|x86_64/i;

/** Whether a program, by its own name, is one for other cores than those that agents are there for. */
export function isForOtherCores(program: string): boolean {
  return OTHER_CORES.test(program.split(/[\\/]/).at(-1) ?? '');
}

/** What is said of them. */
export const OTHER_CORE = unusable(
  'Its GDB is one for other cores than Arm’s',
  'Cyclescope has agents for Arm Cortex-M boards and for Linux.',
);
