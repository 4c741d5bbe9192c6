import type { Elf } from './elf';

/** A section of relocations whose addends are in the relocated words, as Arm's ABI has them. */
const SHT_REL = 9;
const ENTRY_BYTES = 8;

/** The word is an address (R_ARM_ABS32, R_ARM_TARGET1). */
const ABSOLUTE = new Set([2, 38]);
/** Right wherever the program is, as long as it is moved as a whole: distances, branches, marks. */
const RELATIVE = new Set([0, 3, 10, 30, 40, 42, 51, 102, 103]);

/**
 * Lists the addresses of all words of a 32-bit Arm program that are addresses in it. A file that was linked
 * with `--emit-relocs` has them. Throws nothing: what cannot be moved is a problem.
 */
export function readAddressWords(
  file: Uint8Array,
  { sections, segments }: Elf,
): { readonly words: readonly number[]; readonly problem?: string } {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const words: number[] = [];
  for (const { name, type, offset, size } of sections) {
    const target = sections.find((section) => `.rel${section.name}` === name);
    if (type !== SHT_REL || !target?.address) continue;
    const end = Math.min(offset + size, file.length);
    for (let at = offset; at + ENTRY_BYTES <= end; at += ENTRY_BYTES) {
      const kind = view.getUint8(at + 4);
      if (ABSOLUTE.has(kind)) words.push(view.getUint32(at, true));
      else if (!RELATIVE.has(kind)) {
        return { words: [], problem: `${target.name} has relocations of kind ${kind}` };
      }
    }
  }
  if (words.length === 0) return { words, problem: 'it was linked without --emit-relocs' };
  const inSegment = (address: number) =>
    segments.some(({ vaddr, data }) => address >= vaddr && address + 4 <= vaddr + data.length);
  const outside = words.find((address) => !inSegment(address));
  return outside === undefined
    ? { words }
    : { words: [], problem: `the word at 0x${outside.toString(16)} is not in it` };
}
