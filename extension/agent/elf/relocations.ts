import { type Elf, wordAt } from './elf';

/*
 * A file that was linked with `--emit-relocs` has 8 bytes for each branch and each address in it. Packages have
 * only the addresses that may have to change, as a byte each: the distance to the address before it, in halfwords.
 */

/** The sections with the packed addresses of an image in a package. */
export const WORDS_SECTION = '.cyclescope.words';
export const BRANCHES_SECTION = '.cyclescope.branches';
/** A branch with a long distance takes a word, too. */
const WORD_BYTES = 4;
const HALFWORD_BYTES = 2;
/** The largest distance in a byte; it is continued in the next one. */
const MOST = 255;

/** A section of relocations whose addends are in the relocated words, as Arm's ABI has them. */
const SHT_REL = 9;
const ENTRY_BYTES = 8;

/** The word is an address (R_ARM_ABS32, R_ARM_TARGET1). */
const ABSOLUTE = new Set([2, 38]);
/** Branches that reach every other section: `bl` and `b.w` (R_ARM_THM_CALL, R_ARM_THM_JUMP24). */
const BRANCHES = new Set([10, 30]);
/** Right wherever its section is: distances and branches within it, marks. */
const RELATIVE = new Set([0, 3, 40, 42, 51, 102, 103]);

/** The addresses in a program that depend on where its sections are. */
interface Relocations {
  /** Words that are addresses in the program. */
  readonly words: readonly number[];
  /** Branches from one section to another. */
  readonly branches: readonly number[];
  readonly problem?: string;
}

/** Packs addresses that `readRelocations` lists, for one of the two sections. */
export function packAddresses(addresses: readonly number[], { segments }: Elf): Uint8Array {
  let last = findStart(segments);
  const packed: number[] = [];
  for (const address of addresses.toSorted((a, b) => a - b)) {
    const distance = (address - last) / HALFWORD_BYTES;
    packed.push(...Array<number>(Math.floor(distance / MOST)).fill(MOST), distance % MOST);
    last = address;
  }
  return Uint8Array.from(packed);
}

const findStart = (segments: Elf['segments']) => Math.min(...segments.map(({ vaddr }) => vaddr));

function unpackAddresses(file: Uint8Array, { sections, segments }: Elf, wanted: string): number[] {
  const section = sections.find(({ name }) => name === wanted);
  if (section === undefined) return [];
  let address = findStart(segments);
  const addresses: number[] = [];
  for (const byte of file.subarray(section.offset, section.offset + section.size)) {
    address += byte * HALFWORD_BYTES;
    if (byte < MOST) addresses.push(address);
  }
  return addresses;
}

/**
 * Lists all addresses of a 32-bit Arm program that depend on where its sections are. A file that was linked
 * with `--emit-relocs` has them. Throws nothing: what cannot be moved is a problem.
 */
export function readRelocations(file: Uint8Array, elf: Elf): Relocations {
  const { sections, segments } = elf;
  const isPacked = sections.some(({ name }) => name === WORDS_SECTION);
  const found = isPacked
    ? {
        words: unpackAddresses(file, elf, WORDS_SECTION),
        branches: unpackAddresses(file, elf, BRANCHES_SECTION),
      }
    : readEntries(file, elf);
  const { words, branches } = found;
  const refuse = (problem: string) => ({ words: [], branches: [], problem });
  if (found.problem !== undefined) return refuse(found.problem);
  if (words.length === 0) return refuse('it was linked without --emit-relocs');
  const inSegment = (address: number) =>
    segments.some(
      ({ vaddr, data }) => address >= vaddr && address + WORD_BYTES <= vaddr + data.length,
    );
  const outside = [...words, ...branches].find((address) => !inSegment(address));
  if (outside === undefined) return { words, branches };
  return refuse(`the word at 0x${outside.toString(16)} is not in it`);
}

function readEntries(file: Uint8Array, elf: Elf): Relocations {
  const { sections } = elf;
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const words: number[] = [];
  const branches: number[] = [];
  for (const { name, type, offset, size } of sections) {
    const own = sections.find((section) => `.rel${section.name}` === name);
    if (type !== SHT_REL || !own?.address) continue;
    const isWithin = (address: number) =>
      address >= own.address && address < own.address + own.size;
    const end = Math.min(offset + size, file.length);
    for (let at = offset; at + ENTRY_BYTES <= end; at += ENTRY_BYTES) {
      const kind = view.getUint8(at + 4);
      const address = view.getUint32(at, true);
      if (ABSOLUTE.has(kind)) words.push(address);
      else if (BRANCHES.has(kind)) {
        if (!isWithin(branchTargetAt(elf, address))) branches.push(address);
      } else if (!RELATIVE.has(kind)) {
        return { words, branches, problem: `${own.name} has relocations of kind ${kind}` };
      }
    }
  }
  return { words, branches };
}

/** The two halfwords of a branch. */
export type Halfwords = readonly [first: number, second: number];

/** Reads the target of a branch in a program. */
export function branchTargetAt(elf: Elf, address: number): number {
  const word = wordAt(elf, address) ?? 0;
  return branchTarget([word & 0xffff, word >>> 16], address);
}

/** The core's program counter is that far ahead of the instruction. */
const AHEAD = 4;

/** Reads the target of a `bl` or `b.w` at an address: its distance has a sign and 24 bits, two of them disguised. */
export function branchTarget([first, second]: Halfwords, at: number): number {
  const sign = (first >> 10) & 1;
  const high = ((second >> 13) & 1) ^ sign ^ 1;
  const low = ((second >> 11) & 1) ^ sign ^ 1;
  const distance =
    (-sign << 24) | (high << 23) | (low << 22) | ((first & 0x3ff) << 12) | ((second & 0x7ff) << 1);
  return at + AHEAD + distance;
}

/** Directs a branch at an address to a target. */
export function directBranch([first, second]: Halfwords, at: number, target: number): Halfwords {
  const distance = target - at - AHEAD;
  const sign = (distance >> 24) & 1;
  const high = ((distance >> 23) & 1) ^ sign ^ 1;
  const low = ((distance >> 22) & 1) ^ sign ^ 1;
  return [
    (first & 0xf800) | (sign << 10) | ((distance >> 12) & 0x3ff),
    (second & 0xd000) | (high << 13) | (low << 11) | ((distance >> 1) & 0x7ff),
  ];
}
