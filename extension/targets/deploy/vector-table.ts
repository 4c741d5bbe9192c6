import type { Elf } from '../../core/elf/elf';
import { wordAt } from '../../core/elf/memory';

/** Where a Cortex-M program begins, as its vector table says. */
export interface VectorTable {
  readonly address: number;
  readonly stackPointer: number;
  /** The reset handler's address, without the bit that says Thumb. */
  readonly start: number;
}

/** The table must begin at a multiple of its size, and its least size is 32 words. */
const ALIGNMENT = 128;
const THUMB = 1;

/** Finds the vector table: a section whose second word is the program's entry; undefined where there is none. */
export function findVectorTable(elf: Elf): VectorTable | undefined {
  const starts = [...elf.sections, ...elf.segments.map(({ vaddr }) => ({ address: vaddr }))];
  for (const { address } of starts) {
    const stackPointer = wordAt(elf, address);
    const reset = wordAt(elf, address + 4);
    if (address % ALIGNMENT !== 0 || stackPointer === undefined || reset === undefined) continue;
    const isTable = reset === (elf.entry | THUMB) >>> 0 && stackPointer % 4 === 0;
    if (isTable) return { address, stackPointer, start: reset - THUMB };
  }
  return undefined;
}
