import {
  branchTargetAt,
  bytesAt,
  directBranch,
  type Elf,
  type Halfwords,
  readRelocations,
} from '../../../agent';
import type { Region } from '../../../rtt';
import { badImage, type DeployableImage } from './image';

/** Values that the host writes into an image that runs on any chip: `boards/ram/given.h`. */
export interface Given {
  readonly coreHz: number;
  readonly board: string;
  /** The core has a cycle counter that moves; else SysTick is the clock. */
  readonly hasCounter?: boolean | undefined;
}

const GIVEN = 'cyclescope_given';
/** FreeRTOS counts ticks there. */
const TICKS = 'xTickCount';
const BOARD_BYTES = 44;
/** The largest alignment in an image: that of its vector tables. */
const ALIGNMENT = 256;

/** Recognises an image that is to be moved to a chip's RAM. */
export function isRelocatable({ elf }: Pick<DeployableImage, 'elf'>): boolean {
  return elf.symbols.has(GIVEN);
}

/** The first address in a piece of RAM at which an image may begin. */
export const firstAddress = ({ start }: Region): number => Math.ceil(start / ALIGNMENT) * ALIGNMENT;

type Section = Elf['sections'][number];

/** A section of an image, and its new address; what is left out takes no room there. */
interface PlacedSection extends Section {
  readonly to: number;
  readonly isKept: boolean;
}

/** The sections that are in memory, in order. */
export function sectionsInMemory({ sections, segments }: Elf): readonly Section[] {
  const isInMemory = ({ address, size }: Section) =>
    size > 0 &&
    segments.some(({ vaddr, memSize }) => address >= vaddr && address + size <= vaddr + memSize);
  return sections.filter(isInMemory).sort((a, b) => a.address - b.address);
}

/** The part of an image with the functions of its clock, if it has a choice. */
export function clockPart(
  elf: Elf,
  { hasCounter = false }: Pick<Given, 'hasCounter'>,
): readonly string[] {
  const parts = new Set(elf.sections.map(partOfSection));
  const own = hasCounter && parts.has('clock_dwt') ? 'clock_dwt' : 'clock_systick';
  return parts.has(own) ? [own] : [];
}

/**
 * The functions of the SysTick clock, and those of the cycle counter that replace them, by their names:
 * `boards/ram/counter.c`.
 */
function findReplacedFunctions({ symbols }: Elf): ReadonlyMap<number, number> {
  const entry = (name: string) => symbols.get(name)?.value;
  const pairs = [...symbols.keys()].flatMap((name) => {
    const own = /^cyclescope_dwt_(.*)$/.exec(name)?.[1] ?? '';
    const from = entry(`cyclescope_clock_${own}`) ?? entry(`cyclescope_systick_${own}`);
    const to = entry(name);
    return from === undefined || to === undefined
      ? []
      : [[clearThumbBit(from), clearThumbBit(to)] as const];
  });
  return new Map(pairs);
}

/** A function's address in a word is odd: the core runs Thumb code. */
const clearThumbBit = (address: number) => address - (address % 2);

/** Directs what refers to a function of the clock that is left out to the other one's. */
export function redirect(
  elf: Elf,
  { hasCounter = false }: Pick<Given, 'hasCounter'>,
): (address: number) => number {
  const replaced = hasCounter ? findReplacedFunctions(elf) : new Map<number, number>();
  return (address) => {
    const to = replaced.get(clearThumbBit(address));
    return to === undefined ? address : to + (address % 2);
  };
}

/** The part of an image that a section belongs to, from its name such as `.part.mutex.code`; others are always there. */
export const partOfSection = ({ name }: Section): string | undefined =>
  /^\.part\.([^.]+)\./.exec(name)?.[1];

/** Places the sections of some parts one after another, as a linker does. */
export function arrange(
  elf: Elf,
  start: number,
  parts: ReadonlySet<string>,
): { readonly placed: readonly PlacedSection[]; readonly end: number } {
  let end = start;
  const placed = sectionsInMemory(elf).map((section) => {
    const part = partOfSection(section);
    const isKept = part === undefined || parts.has(part);
    const to = isKept ? Math.ceil(end / section.alignment) * section.alignment : end;
    if (isKept) end = to + section.size;
    return { ...section, to, isKept };
  });
  return { placed, end };
}

/** The section at an address; the end of the last one belongs to it. */
export const sectionAt = <Any extends Section>(sections: readonly Any[], address: number) =>
  sections.find((each) => address >= each.address && address < each.address + each.size) ??
  sections.findLast((each) => address === each.address + each.size);

/** `udf #0`, twice: a call of something that was left out ends in the agent's report of a fault. */
const UNDEFINED: Halfwords = [0xde00, 0xde00];

/** `nop`, twice, in place of a call, and `bx lr` in place of a branch from a function's end. */
const NO_CALL: Halfwords = [0xbf00, 0xbf00];
const RETURN: Halfwords = [0x4770, 0xbf00];
const isCall = ([, second]: Halfwords) => (second & 0x4000) !== 0;

/**
 * The part with what an agent reports about itself: its facts, its list of benchmarks, descriptions of its events.
 * Where it is left out, calls of its functions, which return nothing, are skipped.
 */
export const ABOUT = 'about';

/** Replaces a branch to a section that is left out. */
function replaceCall(branch: Halfwords, section: Section | undefined): Halfwords {
  if (section === undefined || partOfSection(section) !== ABOUT) return UNDEFINED;
  return isCall(branch) ? NO_CALL : RETURN;
}

/** A section that is in no file: its bytes are zero. */
const NOBITS = 8;

/**
 * Moves some parts of an image to the beginning of a piece of RAM, and writes what it is given. Words
 * and branches change that depend on the address of another section, and nothing else does.
 */
export function relocateImage(
  image: DeployableImage,
  ram: Region,
  given: Given,
  parts: ReadonlySet<string>,
): DeployableImage {
  const { path, elf, file } = image;
  const { coreHz, board } = given;
  const inOtherClock = redirect(elf, given);
  const { words, branches, problem } = readRelocations(file, elf);
  const refuse = (why: string) => badImage(path, `it cannot be moved: ${why}`, 'Build it again.');
  if (problem !== undefined) throw refuse(problem);
  const start = firstAddress(ram);
  const { placed, end } = arrange(elf, start, parts);
  const move = (address: number) => {
    const section = sectionAt(placed, address);
    if (section === undefined) return address;
    // Marks between sections, such as the end of a table, are at the beginning of one.
    if (section.isKept || address === section.address)
      return section.to + address - section.address;
    throw refuse(`something refers to ${section.name}, which is left out`);
  };
  const kept = placed.filter(({ isKept }) => isKept);
  const stored = kept.filter(({ type }) => type !== NOBITS);
  const data = new Uint8Array(Math.max(0, ...stored.map(({ to, size }) => to + size - start)));
  for (const { address, size, to } of stored)
    data.set(bytesAt(elf, address, size) ?? [], to - start);
  const view = new DataView(data.buffer);
  const isKept = (address: number) => sectionAt(placed, address)?.isKept === true;
  for (const word of words.filter(isKept)) {
    const at = move(word) - start;
    view.setUint32(at, move(inOtherClock(view.getUint32(at, true))), true);
  }
  for (const branch of branches.filter(isKept)) {
    const to = move(branch);
    const halfwords = [0, 2].map((offset) => view.getUint16(to - start + offset, true));
    const now = halfwords as [number, number];
    const target = inOtherClock(branchTargetAt(elf, branch));
    const then = isKept(target)
      ? directBranch(now, to, move(target))
      : replaceCall(now, sectionAt(placed, target));
    then.forEach((half, index) => view.setUint16(to - start + 2 * index, half, true));
  }
  const values = move(elf.symbols.get(GIVEN)?.value ?? NaN) - start;
  view.setUint32(values, coreHz, true);
  data.set(new TextEncoder().encode(board).subarray(0, BOARD_BYTES - 1), values + 4);
  const ticks = elf.symbols.get(TICKS);
  return {
    ...image,
    elf: {
      ...elf,
      segments: [{ vaddr: start, paddr: start, memSize: end - start, writable: true, data }],
      sections: kept.map(({ to, ...section }) => ({ ...section, address: to })),
      entry: move(elf.entry),
    },
    controlBlock: move(image.controlBlock),
    ...(ticks && { ticks: move(ticks.value) }),
  };
}
