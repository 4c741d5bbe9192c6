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
  readonly entry: number;
  readonly segments: readonly ElfSegment[];
  readonly sections: readonly ElfSection[];
  readonly symbols: ReadonlyMap<string, ElfSymbol>;
  readonly problems: readonly string[];
}

export const MACHINE_ARM = 40;

const HEADER_SIZE = 52;
const MAGIC = 0x7f454c46;
const CLASS_32 = 1;
const LITTLE_ENDIAN = 1;

/** Reads a 32-bit little-endian ELF file; what is damaged is left out and named. */
export function readElf(bytes: Uint8Array): Elf {
  const refusal = refuse(bytes);
  if (refusal !== undefined) return nothing(refusal);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const problems: string[] = [];
  const segments = readSegments(view, {
    offset: view.getUint32(28, true),
    entrySize: view.getUint16(42, true),
    count: view.getUint16(44, true),
    problems,
  });
  const sections = readSections(view, {
    offset: view.getUint32(32, true),
    entrySize: view.getUint16(46, true),
    count: view.getUint16(48, true),
    names: view.getUint16(50, true),
    problems,
  });
  const symbols = readSymbols(view, sections, problems);
  return {
    machine: view.getUint16(18, true),
    entry: view.getUint32(24, true),
    segments,
    sections,
    symbols,
    problems,
  };
}

function refuse(bytes: Uint8Array): string | undefined {
  if (bytes.length < HEADER_SIZE)
    return `the file has ${bytes.length} bytes, an ELF header needs 52`;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0) !== MAGIC) return 'the file does not begin with the ELF magic number';
  if (bytes[4] !== CLASS_32) return 'the ELF file is not a 32-bit one';
  if (bytes[5] !== LITTLE_ENDIAN) return 'the ELF file is not little-endian';
  return undefined;
}

function nothing(problem: string): Elf {
  const symbols = new Map<string, ElfSymbol>();
  return { machine: 0, entry: 0, segments: [], sections: [], symbols, problems: [problem] };
}
