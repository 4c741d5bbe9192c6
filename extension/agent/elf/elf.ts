/** Field offsets in an ELF file's tables: the two classes differ in more than width. */
export interface ElfLayout {
  readonly pointerSize: 4 | 8;
  readonly header: {
    readonly size: number;
    readonly segments: number;
    readonly sections: number;
    /**
     * Offset of the entry sizes and counts: five half words, starting with a program header's size.
     */
    readonly counts: number;
  };
  readonly segment: {
    readonly size: number;
    readonly flags: number;
    readonly offset: number;
    readonly vaddr: number;
    readonly paddr: number;
    readonly fileSize: number;
    readonly memSize: number;
  };
  readonly section: {
    readonly size: number;
    readonly address: number;
    readonly offset: number;
    readonly length: number;
    readonly link: number;
    readonly alignment: number;
  };
  readonly symbol: {
    readonly size: number;
    readonly value: number;
    readonly length: number;
    readonly info: number;
    readonly section: number;
  };
}

export const LAYOUT_32: ElfLayout = {
  pointerSize: 4,
  header: { size: 52, segments: 28, sections: 32, counts: 42 },
  segment: { size: 32, flags: 24, offset: 4, vaddr: 8, paddr: 12, fileSize: 16, memSize: 20 },
  section: { size: 40, address: 12, offset: 16, length: 20, link: 24, alignment: 32 },
  symbol: { size: 16, value: 4, length: 8, info: 12, section: 14 },
};

export const LAYOUT_64: ElfLayout = {
  pointerSize: 8,
  header: { size: 64, segments: 32, sections: 40, counts: 54 },
  segment: { size: 56, flags: 4, offset: 8, vaddr: 16, paddr: 24, fileSize: 32, memSize: 40 },
  section: { size: 64, address: 16, offset: 24, length: 32, link: 40, alignment: 48 },
  symbol: { size: 24, value: 8, length: 16, info: 4, section: 6 },
};

/** Reads an address, offset or size; exact below 2^53, which exceeds any file and user address. */
export function readPointer(
  view: DataView,
  at: number,
  { pointerSize }: Pick<ElfLayout, 'pointerSize'>,
): number {
  return pointerSize === 4 ? view.getUint32(at, true) : Number(view.getBigUint64(at, true));
}

interface ElfSegment {
  /** Address at run time. */
  readonly vaddr: number;
  /** Load address. */
  readonly paddr: number;
  readonly memSize: number;
  readonly writable: boolean;
  /** The part stored in the file; the rest up to `memSize` is zero. */
  readonly data: Uint8Array;
}

export interface ElfSection {
  readonly name: string;
  readonly type: number;
  readonly address: number;
  readonly offset: number;
  readonly size: number;
  readonly link: number;
  readonly alignment: number;
}

interface ElfSymbol {
  readonly name: string;
  readonly value: number;
  readonly size: number;
  /** The value is a number, not an address. */
  readonly absolute: boolean;
}

/** The readable parts of an ELF file, and its problems. */
export interface Elf {
  readonly machine: number;
  /** Size of an address in the program. */
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

/** Reads a little-endian ELF file of 32 or 64 bits; skips and reports damaged parts. */
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

/** Returns a file's layout, or why it cannot be read. */
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

interface Table {
  readonly layout: ElfLayout;
  readonly offset: number;
  readonly entrySize: number;
  readonly count: number;
  readonly problems: string[];
}

const LOAD = 1;
const FLAG_WRITE = 2;
const SYMBOL_TABLE = 2;
const UNDEFINED = 0;
const ABSOLUTE = 0xfff1;
const BIND_LOCAL = 0;
const TYPE_SECTION = 3;
const TYPE_FILE = 4;

/** Reads the loadable segments, each with its bytes in the file. */
function readSegments(view: DataView, table: Table): ElfSegment[] {
  const { segment } = table.layout;
  return entries(view, table, segment.size, 'program headers').flatMap((at, index) => {
    if (view.getUint32(at, true) !== LOAD) return [];
    const field = (offset: number) => readPointer(view, at + offset, table.layout);
    const offset = field(segment.offset);
    const fileSize = field(segment.fileSize);
    const memSize = field(segment.memSize);
    if (offset + fileSize > view.byteLength) {
      table.problems.push(`segment ${index} lies outside the file`);
      return [];
    }
    if (fileSize > memSize) {
      table.problems.push(`segment ${index} has more bytes in the file than in memory`);
      return [];
    }
    return {
      vaddr: field(segment.vaddr),
      paddr: field(segment.paddr),
      memSize,
      writable: (view.getUint32(at + segment.flags, true) & FLAG_WRITE) !== 0,
      data: new Uint8Array(view.buffer, view.byteOffset + offset, fileSize),
    };
  });
}

/** Reads all sections, with names where readable. */
function readSections(view: DataView, table: Table & { names: number }): ElfSection[] {
  const { layout } = table;
  const { section } = layout;
  const starts = entries(view, table, section.size, 'section headers');
  const names = starts[table.names];
  const nameTable = names === undefined ? 0 : readPointer(view, names + section.offset, layout);
  return starts.map((at) => ({
    name: names === undefined ? '' : stringAt(view, nameTable + view.getUint32(at, true)),
    type: view.getUint32(at + 4, true),
    address: readPointer(view, at + section.address, layout),
    offset: readPointer(view, at + section.offset, layout),
    size: readPointer(view, at + section.length, layout),
    link: view.getUint32(at + section.link, true),
    alignment: readPointer(view, at + section.alignment, layout),
  }));
}

/** Reads the defined symbols by name; a global one overrides local ones of the same name. */
function readSymbols(
  view: DataView,
  layout: ElfLayout,
  sections: readonly ElfSection[],
  problems: string[],
): Map<string, ElfSymbol> {
  const symbols = new Map<string, ElfSymbol>();
  const found = sections.find((section) => section.type === SYMBOL_TABLE);
  if (found === undefined) return symbols;
  const { symbol } = layout;
  const names = sections[found.link]?.offset ?? view.byteLength;
  const count = Math.floor(found.size / symbol.size);
  const table = { layout, offset: found.offset, entrySize: symbol.size, count, problems };
  for (const at of entries(view, table, symbol.size, 'symbols')) {
    const info = view.getUint8(at + symbol.info);
    const section = view.getUint16(at + symbol.section, true);
    const type = info & 15;
    if (section === UNDEFINED || type === TYPE_SECTION || type === TYPE_FILE) continue;
    const name = stringAt(view, names + view.getUint32(at, true));
    if (name === '' || (info >> 4 === BIND_LOCAL && symbols.has(name))) continue;
    symbols.set(name, {
      name,
      value: readPointer(view, at + symbol.value, layout),
      size: readPointer(view, at + symbol.length, layout),
      absolute: section === ABSOLUTE,
    });
  }
  return symbols;
}

/** Returns the offsets of the entries that are inside the file. */
function entries(view: DataView, table: Table, minimum: number, what: string): number[] {
  if (table.count === 0) return [];
  if (table.entrySize < minimum) {
    table.problems.push(
      `the ${what} have entries of ${table.entrySize} bytes, ${minimum} are needed`,
    );
    return [];
  }
  const fitting = Math.floor((view.byteLength - table.offset) / table.entrySize);
  const count = Math.max(0, Math.min(table.count, fitting));
  if (count < table.count) {
    table.problems.push(`${table.count - count} of ${table.count} ${what} lie outside the file`);
  }
  return Array.from({ length: count }, (_, index) => table.offset + index * table.entrySize);
}

/** Reads the NUL-terminated string at a file offset; empty if outside the file. */
function stringAt(view: DataView, offset: number): string {
  const characters: number[] = [];
  for (let at = offset; at < view.byteLength; at++) {
    const character = view.getUint8(at);
    if (character === 0 || characters.length === MAX_NAME) break;
    characters.push(character);
  }
  return String.fromCharCode(...characters);
}

/** Longer names, from a damaged string table, are truncated. */
const MAX_NAME = 1024;

/** Returns the initial bytes at a run-time address; undefined if no segment contains them. */
export function bytesAt(elf: Elf, address: number, length: number): Uint8Array | undefined {
  const segment = elf.segments.find(
    ({ vaddr, memSize }) => address >= vaddr && address + length <= vaddr + memSize,
  );
  if (segment === undefined) return undefined;
  const start = address - segment.vaddr;
  const held = segment.data.subarray(start, start + length);
  if (held.length === length) return held;
  const padded = new Uint8Array(length);
  padded.set(held);
  return padded;
}

/** Returns the initial 32-bit word at an address. */
export function wordAt(elf: Elf, address: number): number | undefined {
  const bytes = bytesAt(elf, address, 4);
  if (bytes === undefined) return undefined;
  return new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);
}

/**
 * Returns the NUL-terminated string at an address; undefined unless all of it is in one segment's
 * file part.
 */
export function textAt(elf: Elf, address: number): string | undefined {
  const segment = elf.segments.find(
    ({ vaddr, data }) => address >= vaddr && address < vaddr + data.length,
  );
  if (segment === undefined) return undefined;
  const start = address - segment.vaddr;
  const end = segment.data.indexOf(0, start);
  return end < 0 ? undefined : new TextDecoder().decode(segment.data.subarray(start, end));
}
