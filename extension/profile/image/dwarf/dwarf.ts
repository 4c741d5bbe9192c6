import type { Elf } from '../../../agent';
import type { AddressRange, CompileUnit, DebugSections } from './forms';
import { type Code, readDeclaration, readFunctions } from './functions';
import { lineRowAt, type LineTable, readLineTable, type Sequence } from './lines';
import { readCodeRanges } from './ranges';
import { readUnits } from './units';

/*
 * Functions, inlined calls and lines of an image, from its DWARF sections (versions 2 to 5):
 *
 *     const dwarf = openDwarf(bytes, elf, isLinked);
 *     dwarf.framesAt(0x1d4); // innermost first: list_remove inlined in vPortFree
 *
 * - No debug information: `isEmpty`, and every address has no frames.
 * - Damaged units: skipped and listed in `problems`; the others remain readable.
 * - Compressed sections are a problem with its remedy; they are not unpacked.
 * - Functions that the linker removed keep entries at address 0: `isLinked` decides what counts.
 */

/** A function as its source declares it. */
export interface SourceFunction {
  readonly name: string;
  /** Empty and 0 if unknown. */
  readonly file: string;
  readonly line: number;
}

/** A line of a source file; the file is empty and the line 0 where they are unknown. */
export interface DebugLine {
  readonly file: string;
  readonly line: number;
}

/** A function that an instruction belongs to, and the line in it. */
export interface SourceFrame extends DebugLine {
  readonly function: SourceFunction;
}

/** An inlined call, as `findInstances` finds it. */
export interface Instance {
  readonly ranges: readonly AddressRange[];
  readonly own: SourceFunction;
  /** The functions around it, the nearest first. */
  readonly around: readonly SourceFunction[];
}

/** The debug information of an image, read unit by unit when an address asks for it. */
export interface Dwarf {
  readonly problems: readonly string[];
  readonly isEmpty: boolean;
  /** The functions of an address, innermost first; empty outside of all functions. */
  framesAt(address: number): readonly SourceFrame[];
  /** The line of an address, inside or outside of functions. */
  lineAt(address: number): DebugLine | undefined;
  /** Every inlined call of a function. */
  findInstances(name: string): readonly Instance[];
}

/** Something with code at an address. */
interface Span<T> {
  readonly from: number;
  readonly to: number;
  readonly of: T;
}

/** The parts of a unit that have been read. */
interface ReadUnit {
  readonly functions: readonly Span<Code>[];
  readonly sequences: readonly Span<Sequence>[];
  readonly table: LineTable;
}

/** True if code at the start of a range was linked: removed functions keep their entries, at 0. */
type IsLinked = (from: number) => boolean;

const NAMES = [
  'info',
  'abbrev',
  'line',
  'str',
  'line_str',
  'str_offsets',
  'addr',
  'ranges',
  'rnglists',
] as const;
const NO_BITS = 8;

/** Opens the debug information of an ELF file. Damaged parts are skipped and reported. */
export function openDwarf(bytes: Uint8Array, elf: Elf, isLinked: IsLinked): Dwarf {
  const named = new Map(elf.sections.map((section) => [section.name, section]));
  const readSection = (name: string) => {
    const section = named.get(`.debug_${name}`);
    if (section === undefined || section.type === NO_BITS) return new Uint8Array();
    return bytes.subarray(section.offset, section.offset + section.size);
  };
  const sections = Object.fromEntries(
    NAMES.map((name) => [name, readSection(name)]),
  ) as unknown as DebugSections;
  const problems: string[] = [];
  if (named.has('.zdebug_info')) problems.push(COMPRESSED);
  const units = readUnits(sections, problems);
  return { problems, isEmpty: units.length === 0, ...lookUps(sections, units, isLinked) };
}

const COMPRESSED = 'the debug information is compressed: link without -gz';

function lookUps(sections: DebugSections, units: readonly CompileUnit[], isLinked: IsLinked) {
  const openUnit = unitReader(sections, isLinked);
  const unitAt = (offset: number) => spanAt(entries, offset)?.of;
  const entries = units.map((unit) => ({ from: unit.entries, to: unit.end, of: unit }));
  const where = units.flatMap((unit) => toSpans(unit, readCodeRanges(sections, unit, unit.root)));
  const placed = new Set(where.map(({ of }) => of));
  const others = units.filter((unit) => !placed.has(unit));
  where.sort((a, b) => a.from - b.from);
  const unitsAt = (address: number) => [...spansAt(where, address).map(({ of }) => of), ...others];
  const declared = new Map<number, SourceFunction>();
  const resolveFunction = (origin: number): SourceFunction => {
    const known = declared.get(origin);
    if (known !== undefined) return known;
    const found = readDeclaration(sections, unitAt, origin);
    const file = (found && openUnit(found.unit).table.files[found.file]) ?? '';
    const source = { file, line: found?.line ?? 0, ...findDefinition(origin, file) };
    const read = { name: found?.name ?? '', ...source };
    declared.set(origin, read);
    return read;
  };
  // GCC places a function at a prototype that came before it; its first instruction is where it is defined.
  const findDefinition = (origin: number, declaredIn: string): DebugLine | undefined => {
    const unit = unitAt(origin);
    const read = unit && openUnit(unit);
    const own = read?.functions.find(({ of }) => of.origin === origin);
    const source = read && own && findOutermostLine(read, own.from);
    return source && source.file !== '' && source.file !== declaredIn ? source : undefined;
  };
  return {
    lineAt(address: number): DebugLine | undefined {
      for (const unit of unitsAt(address)) {
        const source = findLine(openUnit(unit), address);
        if (source !== undefined) return source;
      }
      return undefined;
    },
    framesAt(address: number): readonly SourceFrame[] {
      for (const unit of unitsAt(address)) {
        const read = openUnit(unit);
        const chain = chainAt(read, address);
        if (chain.length > 0) return buildFrames(chain, read, address, resolveFunction);
      }
      return [];
    },
    findInstances(name: string): readonly Instance[] {
      return units.flatMap((unit) => collectInstances(openUnit(unit), name, resolveFunction));
    },
  };
}

function unitReader(sections: DebugSections, isLinked: IsLinked): (unit: CompileUnit) => ReadUnit {
  const read = new Map<CompileUnit, ReadUnit>();
  return (unit) => {
    const known = read.get(unit);
    if (known !== undefined) return known;
    const table = readLineTable(sections, unit);
    const selectLinked = <T>(spans: readonly Span<T>[]) =>
      spans.filter(({ from }) => isLinked(from)).sort((a, b) => a.from - b.from);
    let functions: readonly Span<Code>[] | undefined;
    let sequences: readonly Span<Sequence>[] | undefined;
    const opened: ReadUnit = {
      table,
      get functions() {
        return (functions ??= selectLinked(
          readFunctions(sections, unit).flatMap((code) => toSpans(code, code.ranges)),
        ));
      },
      get sequences() {
        return (sequences ??= selectLinked(
          table.readSequences().map((of) => ({ from: of.from, to: of.to, of })),
        ));
      },
    };
    read.set(unit, opened);
    return opened;
  };
}

const toSpans = <T>(of: T, ranges: readonly AddressRange[]): Span<T>[] =>
  ranges.map(([from, to]) => ({ from, to, of }));

/** Overlapping spans of one address that are searched: there are two where a linker folds functions. */
const MOST_OVERLAPS = 8;

/** Finds the spans around an address among sorted ones, the latest start first. */
function spansAt<T>(spans: readonly Span<T>[], address: number): Span<T>[] {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((spans[middle]?.from ?? 0) <= address) low = middle + 1;
    else high = middle;
  }
  return spans
    .slice(Math.max(0, low - MOST_OVERLAPS), low)
    .reverse()
    .filter(({ to }) => address < to);
}

const spanAt = <T>(spans: readonly Span<T>[], address: number) => spansAt(spans, address)[0];

function findLine({ sequences, table }: ReadUnit, address: number): DebugLine | undefined {
  const sequence = spanAt(sequences, address)?.of;
  if (sequence === undefined) return undefined;
  const row = lineRowAt(sequence.addresses, address);
  return { file: table.files[sequence.files[row] ?? 0] ?? '', line: sequence.lines[row] ?? 0 };
}

/** The line of an address in the function that was linked, whatever was inlined there. */
function findOutermostLine(read: ReadUnit, address: number): DebugLine | undefined {
  const [, inner] = chainAt(read, address);
  if (inner === undefined) return findLine(read, address);
  return { file: read.table.files[inner.calledFile] ?? '', line: inner.calledLine };
}

const contains = ({ ranges }: Code, address: number) =>
  ranges.some(([from, to]) => address >= from && address < to);

/** The function of an address and what was inlined there, outermost first. */
function chainAt({ functions }: ReadUnit, address: number): readonly Code[] {
  const chain: Code[] = [];
  let next = spanAt(functions, address)?.of;
  while (next !== undefined) {
    chain.push(next);
    next = next.inlined.find((code) => contains(code, address));
  }
  return chain;
}

function buildFrames(
  chain: readonly Code[],
  read: ReadUnit,
  address: number,
  resolveFunction: (origin: number) => SourceFunction,
): SourceFrame[] {
  const source = findLine(read, address) ?? { file: '', line: 0 };
  return chain
    .map((code, depth) => {
      const inner = chain[depth + 1];
      const called = inner && {
        file: read.table.files[inner.calledFile] ?? '',
        line: inner.calledLine,
      };
      return { function: resolveFunction(code.origin), ...(called ?? source) };
    })
    .reverse();
}

function collectInstances(
  { functions }: ReadUnit,
  name: string,
  resolveFunction: (origin: number) => SourceFunction,
): Instance[] {
  const found: Instance[] = [];
  const visit = (code: Code, around: readonly SourceFunction[]): void => {
    const own = resolveFunction(code.origin);
    if (around.length > 0 && own.name === name) {
      found.push({ ranges: code.ranges, own, around });
    }
    for (const inner of code.inlined) visit(inner, [own, ...around]);
  };
  for (const code of new Set(functions.map(({ of }) => of))) visit(code, []);
  return found;
}
