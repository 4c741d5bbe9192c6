import type { Elf } from '../../agent';
import { groupBy } from '../../base';
import { ByteReader } from './dwarf';

/** A function or label of the symbol table. */
export interface CodeSymbol {
  readonly name: string;
  readonly from: number;
  /** The end of its code; the next symbol where it has no size. */
  readonly to: number;
}

/** The code of an image by its symbols. */
export interface Symbols {
  readonly isEmpty: boolean;
  /** The symbol around an address. */
  at(address: number): CodeSymbol | undefined;
  /** True if code of that name, or of any, begins at an address. */
  startsAt(address: number): boolean;
  /** True if an address lies among data, as `$d` marks them; undefined without such marks. */
  isData(address: number): boolean;
  /** True if an address is code of 32-bit Arm instructions rather than Thumb. */
  isArm(address: number): boolean;
  /** All of a name: static functions of several files may share one. */
  findByName(name: string): readonly CodeSymbol[];
}

/** A symbol before its end is known. */
export interface NamedAddress {
  readonly name: string;
  readonly address: number;
  readonly size: number;
  /** A global name is preferred to a local one of the same address. */
  readonly isGlobal: boolean;
}

const SYMBOL_TABLE = 2;
const NO_TYPE = 0;
const FUNCTION = 2;
const FIRST_RESERVED_SECTION = 0xff00;
const MAPPING = /^\$[atdx](\.|$)/;

interface ListedSymbols {
  readonly found: readonly NamedAddress[];
  /** Where code of each kind begins, or data. */
  readonly marks: readonly NamedAddress[];
}

/** Lists the symbols of an ELF file that may name code. */
export function listSymbols(bytes: Uint8Array, elf: Elf): ListedSymbols {
  const table = elf.sections.find(({ type }) => type === SYMBOL_TABLE);
  const names = table && elf.sections[table.link];
  if (table === undefined || names === undefined) return { found: [], marks: [] };
  const texts = new ByteReader(bytes, names.offset, names.offset + names.size);
  const reader = new ByteReader(bytes, table.offset, table.offset + table.size);
  const found: NamedAddress[] = [];
  const marks: NamedAddress[] = [];
  while (!reader.isAtEnd) {
    const { name, value, size, info, section } = readSymbol(reader, elf.pointerSize);
    const type = info & 15;
    if (section === 0 || section >= FIRST_RESERVED_SECTION) continue;
    if (type !== NO_TYPE && type !== FUNCTION) continue;
    const text = nameAt(texts, names.offset + name);
    if (text === '') continue;
    const isThumb = type === FUNCTION && elf.pointerSize === 4;
    const address = isThumb ? value - (value % 2) : value;
    const symbol = { name: text, address, size, isGlobal: info >> 4 !== 0 };
    if (MAPPING.test(text)) marks.push(symbol);
    else found.push(symbol);
  }
  return { found, marks };
}

/** Reads an entry of the symbol table; its fields come in another order for 64 bits. */
function readSymbol(reader: ByteReader, pointerSize: 4 | 8) {
  const name = reader.u32();
  if (pointerSize === 4) {
    const value = reader.u32();
    const size = reader.u32();
    const info = reader.u8();
    reader.skip(1);
    const section = reader.u16();
    return { name, value, size, info, section };
  }
  const info = reader.u8();
  reader.skip(1);
  const section = reader.u16();
  const value = reader.i64();
  const size = reader.i64();
  return { name, value, size, info, section };
}

function nameAt(texts: ByteReader, at: number): string {
  return new ByteReader(texts.bytes, at, texts.end).text();
}

/**
 * Chooses the better of two names: a global one, then one without leading underscores, then the
 * shorter one, so that `memset` wins over `mmioset` and `__memset`.
 */
function isBetter(a: NamedAddress, b: NamedAddress): boolean {
  if (a.size > 0 !== b.size > 0) return a.size > 0;
  const [rank, other] = [rankSymbol(a), rankSymbol(b)];
  if (rank !== other) return rank < other;
  if (a.name.length !== b.name.length) return a.name.length < b.name.length;
  return a.name < b.name;
}

function rankSymbol({ name, isGlobal }: NamedAddress): number {
  return (isGlobal ? 0 : 8) + (name.startsWith('_') ? 2 : 0) + (name.includes('.') ? 4 : 0);
}

/** Indexes symbols of any source, such as a kernel's own list. */
export function indexSymbols(
  found: readonly NamedAddress[],
  marks: readonly NamedAddress[],
): Symbols {
  const best = new Map<number, NamedAddress>();
  for (const symbol of found) {
    const other = best.get(symbol.address);
    if (other === undefined || isBetter(symbol, other)) best.set(symbol.address, symbol);
  }
  const sorted = [...best.values()].sort((a, b) => a.address - b.address);
  const spans = sorted.map(({ name, address, size }, index) => {
    const next = sorted[index + 1]?.address ?? Infinity;
    return { name, from: address, to: size > 0 ? address + size : next };
  });
  const byName = groupBy(found, ({ name }) => name);
  const sortedMarks = marks.toSorted((a, b) => a.address - b.address);
  const markAt = (address: number) => before(sortedMarks, address, (mark) => mark.address)?.name[1];
  const findStart = (address: number) => {
    const span = before(spans, address, ({ from }) => from);
    return span?.from === address ? span : undefined;
  };
  return {
    isEmpty: spans.length === 0,
    at(address) {
      const span = before(spans, address, ({ from }) => from);
      return span !== undefined && address < span.to ? span : undefined;
    },
    startsAt: (address) => findStart(address) !== undefined,
    isData: (address) => markAt(address) === 'd',
    isArm: (address) => markAt(address) === 'a',
    findByName: (name) =>
      (byName.get(name) ?? []).flatMap(({ address }) => findStart(address) ?? []),
  };
}

/** The last of sorted elements that is not behind an address. */
function before<T>(sorted: readonly T[], address: number, getAddress: (of: T) => number) {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const element = sorted[middle];
    if (element !== undefined && getAddress(element) <= address) low = middle + 1;
    else high = middle;
  }
  return sorted[low - 1];
}
