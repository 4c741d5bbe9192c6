import type { ElfSection, ElfSegment, ElfSymbol } from './elf';

interface Table {
  readonly offset: number;
  readonly entrySize: number;
  readonly count: number;
  readonly problems: string[];
}

const SEGMENT_ENTRY = 32;
const SECTION_ENTRY = 40;
const SYMBOL_ENTRY = 16;
const LOAD = 1;
const FLAG_WRITE = 2;
const SYMBOL_TABLE = 2;
const UNDEFINED = 0;
const ABSOLUTE = 0xfff1;
const BIND_LOCAL = 0;
const TYPE_SECTION = 3;
const TYPE_FILE = 4;

/** The loadable segments, each with the bytes that the file holds of it. */
export function readSegments(view: DataView, table: Table): ElfSegment[] {
  return entries(view, table, SEGMENT_ENTRY, 'program headers').flatMap((at, index) => {
    if (view.getUint32(at, true) !== LOAD) return [];
    const offset = view.getUint32(at + 4, true);
    const fileSize = view.getUint32(at + 16, true);
    const memSize = view.getUint32(at + 20, true);
    if (offset + fileSize > view.byteLength) {
      table.problems.push(`segment ${index} lies outside the file`);
      return [];
    }
    if (fileSize > memSize) {
      table.problems.push(`segment ${index} has more bytes in the file than in memory`);
      return [];
    }
    return {
      vaddr: view.getUint32(at + 8, true),
      paddr: view.getUint32(at + 12, true),
      memSize,
      writable: (view.getUint32(at + 24, true) & FLAG_WRITE) !== 0,
      data: new Uint8Array(view.buffer, view.byteOffset + offset, fileSize),
    };
  });
}

/** All sections, named where their names can be read. */
export function readSections(view: DataView, table: Table & { names: number }): ElfSection[] {
  const starts = entries(view, table, SECTION_ENTRY, 'section headers');
  const names = starts[table.names];
  const nameTable = names === undefined ? 0 : view.getUint32(names + 16, true);
  return starts.map((at) => ({
    name: names === undefined ? '' : stringAt(view, nameTable + view.getUint32(at, true)),
    type: view.getUint32(at + 4, true),
    address: view.getUint32(at + 12, true),
    offset: view.getUint32(at + 16, true),
    size: view.getUint32(at + 20, true),
    link: view.getUint32(at + 24, true),
  }));
}

/** Defined symbols by name; a global one wins over local ones of the same name. */
export function readSymbols(
  view: DataView,
  sections: readonly ElfSection[],
  problems: string[],
): Map<string, ElfSymbol> {
  const symbols = new Map<string, ElfSymbol>();
  const table = sections.find((section) => section.type === SYMBOL_TABLE);
  if (table === undefined) return symbols;
  const names = sections[table.link]?.offset ?? view.byteLength;
  const starts = entries(
    view,
    {
      offset: table.offset,
      entrySize: SYMBOL_ENTRY,
      count: Math.floor(table.size / SYMBOL_ENTRY),
      problems,
    },
    SYMBOL_ENTRY,
    'symbols',
  );
  for (const at of starts) {
    const info = view.getUint8(at + 12);
    const section = view.getUint16(at + 14, true);
    const type = info & 15;
    if (section === UNDEFINED || type === TYPE_SECTION || type === TYPE_FILE) continue;
    const name = stringAt(view, names + view.getUint32(at, true));
    if (name === '' || (info >> 4 === BIND_LOCAL && symbols.has(name))) continue;
    symbols.set(name, {
      name,
      value: view.getUint32(at + 4, true),
      size: view.getUint32(at + 8, true),
      absolute: section === ABSOLUTE,
    });
  }
  return symbols;
}

/** Offsets of the entries that lie inside the file. */
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

/** The NUL-terminated string at an offset of the file; empty where it is outside. */
function stringAt(view: DataView, offset: number): string {
  const characters: number[] = [];
  for (let at = offset; at < view.byteLength; at++) {
    const character = view.getUint8(at);
    if (character === 0 || characters.length === MAX_NAME) break;
    characters.push(character);
  }
  return String.fromCharCode(...characters);
}

/** Longer names (a damaged string table) are cut. */
const MAX_NAME = 1024;
