/**
 * The instructions executed in the windows of an operation, as its target's emulator recorded them.
 *
 *     { addresses: ['1d4', '1d6'], paths: [{ steps: [0, 2, 0], count: 100 }], order: [0, 0, …] }
 *
 * Addresses are written as hexadecimal digits without a prefix, because those of a 64-bit kernel are
 * no safe integers.
 */
export interface Capture {
  /** Executed addresses, each once, without the bit that marks Thumb code. */
  readonly addresses: readonly string[];
  /** Distinct paths. */
  readonly paths: readonly CapturedPath[];
  /** The path of each sample, in the order in which they were measured. */
  readonly order: readonly number[];
  /** The number of samples that were measured, if only the first of them are kept. */
  readonly measuredSamples?: number | undefined;
}

export interface CapturedPath {
  /**
   * An even step is twice the index of the address that was executed. An odd step follows the
   * instruction that moved a thread's registers at a switch: 4n + 1 if it saved those of the window's
   * nth slot, 4n + 3 if it restored them. Slots are numbered within the window, in the order of
   * their first use, so that equal paths are equal whichever stacks they use.
   */
  readonly steps: readonly number[];
  /** The samples that took this path. */
  readonly count: number;
  /** Those of each of successive groups of samples, where the operation was sampled. */
  readonly groups?: readonly number[] | undefined;
}

/** Returns the number of instructions that a path executed. */
export function pathLength({ steps }: CapturedPath): number {
  return steps.reduce((length, step) => length + (step % 2 === 0 ? 1 : 0), 0);
}

/** The step for an executed address, by its index. */
export const executionStep = (address: number): number => 2 * address;

/** The steps for the registers of a window's nth slot. */
export const saveStep = (slot: number): number => 4 * slot + 1;
export const restoreStep = (slot: number): number => 4 * slot + 3;
