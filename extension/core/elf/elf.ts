import { LAYOUT_32, LAYOUT_64, readPointer, type ElfLayout } from './layout';
import { readSections, readSegments, readSymbols } from './tables';

export interface ElfSegment {
  /** Where the program sees it. */
  readonly vaddr: number;
  /** Where it is loaded. */
  readonly paddr: number;
  readonly memSize: number;
  readonly writable: boolean;
  /** What the file holds of it; the rest up to `memSize` is zero. */
  readonly data: Uint8Array;
}

export interface ElfSection {
  readonly name: string;
  readonly type: number;
  readonly address: number;
  readonly offset: number;
  readonly size: number;
  readonly link: number;
}

export interface ElfSymbol {
  readonly name: string;
  readonly value: number;
  readonly size: number;
  /** The value is a number, not an address. */
  readonly absolute: boolean;
}

/** What could be read of an ELF file, and what was wrong with it. */
export interface Elf {
  readonly machine: number;
  /** Bytes of an address in the program. */
  readonly pointerSize: 4 | 8;
  readonly entry: number;
  readonly segments: readonly ElfSegment[];
  readonly sections: readonly ElfSection[];
  readonly symbols: ReadonlyMap<string, ElfSymbol>;
  readonly problems: readonly string[];
}

export const MACHINE_ARM = 40;
export const MACHINE_X86_64 = 62;
export const MACHINE_AARCH64 = 183;

const MAGIC = 0x7f454c46;
const LAYOUTS: Readonly<Record<number, ElfLayout>> = { 1: LAYOUT_32, 2: LAYOUT_64 };
const LITTLE_ENDIAN = 1;

/** Reads a little-endian ELF file of 32 or 64 bits; what is damaged is left out and named. */
export function readElf(bytes: Uint8Array): Elf {
  const layout = chooseLayout(bytes);
  if (typeof layout === 'string') return nothing(layout);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const problems: string[] = [];
  const { header } = layout;
  const half = (index: number) => view.getUint16(header.counts + 2 * index, true);
  const segments = readSegments(view, {
    layout,
    offset: readPointer(view, header.segments, layout),
    entrySize: half(0),
    count: half(1),
    problems,
  });
  const sections = readSections(view, {
    layout,
    offset: readPointer(view, header.sections, layout),
    entrySize: half(2),
    count: half(3),
    names: half(4),
    problems,
  });
  return {
    machine: view.getUint16(18, true),
    pointerSize: layout.pointerSize,
    entry: readPointer(view, 24, layout),
    segments,
    sections,
    symbols: readSymbols(view, layout, sections, problems),
    problems,
  };
}

/** The layout of a file, or why it cannot be read. */
function chooseLayout(bytes: Uint8Array): ElfLayout | string {
  if (bytes.length < LAYOUT_32.header.size) return tooShort(bytes, LAYOUT_32);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0) !== MAGIC) return 'the file does not begin with the ELF magic number';
  const layout = LAYOUTS[view.getUint8(4)];
  if (layout === undefined) return 'the ELF file is neither a 32-bit nor a 64-bit one';
  if (bytes[5] !== LITTLE_ENDIAN) return 'the ELF file is not little-endian';
  return bytes.length < layout.header.size ? tooShort(bytes, layout) : layout;
}

function tooShort(bytes: Uint8Array, { header }: ElfLayout): string {
  return `the file has ${bytes.length} bytes, an ELF header needs ${header.size}`;
}

function nothing(problem: string): Elf {
  const symbols = new Map<string, ElfSymbol>();
  return {
    machine: 0,
    pointerSize: 4,
    entry: 0,
    segments: [],
    sections: [],
    symbols,
    problems: [problem],
  };
}
