import type { Elf } from './elf';

/*
 * A file that was linked with `--emit-relocs` has 8 bytes for each branch and each address in it. Packages have
 * the addresses alone, as a byte each: the distance to the address before it, in halfwords.
 */

/** The section with the packed addresses of an image in a package. */
export const WORDS_SECTION = '.cyclescope.words';
const WORD_BYTES = 4;
const HALFWORD_BYTES = 2;
/** The largest distance in a byte; it is continued in the next one. */
const MOST = 255;

/** A section of relocations whose addends are in the relocated words, as Arm's ABI has them. */
const SHT_REL = 9;
const ENTRY_BYTES = 8;

/** The word is an address (R_ARM_ABS32, R_ARM_TARGET1). */
const ABSOLUTE = new Set([2, 38]);
/** Right wherever the program is, as long as it is moved as a whole: distances, branches, marks. */
const RELATIVE = new Set([0, 3, 10, 30, 40, 42, 51, 102, 103]);

interface AddressWords {
  readonly words: readonly number[];
  readonly problem?: string;
}

/** Packs the addresses that `readAddressWords` lists, for a section named WORDS_SECTION. */
export function packAddressWords(words: readonly number[], { segments }: Elf): Uint8Array {
  let last = startOf(segments);
  const packed: number[] = [];
  for (const word of words.toSorted((a, b) => a - b)) {
    const distance = (word - last) / HALFWORD_BYTES;
    packed.push(...Array<number>(Math.floor(distance / MOST)).fill(MOST), distance % MOST);
    last = word;
  }
  return Uint8Array.from(packed);
}

const startOf = (segments: Elf['segments']) => Math.min(...segments.map(({ vaddr }) => vaddr));

function unpackAddressWords(packed: Uint8Array, segments: Elf['segments']): number[] {
  let word = startOf(segments);
  const words: number[] = [];
  for (const byte of packed) {
    word += byte * HALFWORD_BYTES;
    if (byte < MOST) words.push(word);
  }
  return words;
}

/**
 * Lists the addresses of all words of a 32-bit Arm program that are addresses in it. A file that was linked
 * with `--emit-relocs` has them. Throws nothing: what cannot be moved is a problem.
 */
export function readAddressWords(file: Uint8Array, elf: Elf): AddressWords {
  const { sections, segments } = elf;
  const packed = sections.find(({ name }) => name === WORDS_SECTION);
  const found =
    packed === undefined
      ? relocatedWords(file, sections)
      : {
          words: unpackAddressWords(
            file.subarray(packed.offset, packed.offset + packed.size),
            segments,
          ),
        };
  const { words } = found;
  if (found.problem !== undefined) return found;
  if (words.length === 0) return { words, problem: 'it was linked without --emit-relocs' };
  const inSegment = (address: number) =>
    segments.some(
      ({ vaddr, data }) => address >= vaddr && address + WORD_BYTES <= vaddr + data.length,
    );
  const outside = words.find((address) => !inSegment(address));
  return outside === undefined
    ? { words }
    : { words: [], problem: `the word at 0x${outside.toString(16)} is not in it` };
}

function relocatedWords(file: Uint8Array, sections: Elf['sections']): AddressWords {
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
  return { words };
}
