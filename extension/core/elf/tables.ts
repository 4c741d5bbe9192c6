import type { ElfSection, ElfSegment, ElfSymbol } from './elf';
import { readPointer, type ElfLayout } from './layout';

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

/** The loadable segments, each with the bytes that the file holds of it. */
export function readSegments(view: DataView, table: Table): ElfSegment[] {
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

/** All sections, named where their names can be read. */
export function readSections(view: DataView, table: Table & { names: number }): ElfSection[] {
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
  }));
}

/** Defined symbols by name; a global one wins over local ones of the same name. */
export function readSymbols(
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
