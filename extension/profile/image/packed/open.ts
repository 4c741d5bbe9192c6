import type { Elf } from '../../../agent';
import {
  ByteReader,
  type Dwarf,
  type Instance,
  lineRowAt,
  type SourceFrame,
  type DebugLine,
} from '../dwarf';
import type { NamedAddress } from '../symbols';
import { type PackedTables, transfer } from './tables';

/*
 * The functions and lines of an image without DWARF, from a section of its own:
 *
 *     const packed = openPackedLines(bytes, elf);
 *     packed?.dwarf.framesAt(0x1d4); // innermost first: list_remove inlined in vPortFree
 *
 * - No such section: undefined.
 * - A damaged one: no functions, and a problem; it is never read beyond its end.
 */

export const LINES_SECTION = '.cyclescope.lines';
export const VERSION = 1;

const NOTHING: PackedTables = {
  files: [],
  names: [],
  functions: { name: [], file: [], line: [] },
  contexts: { parent: [], function: [], file: [], line: [] },
  locations: { context: [], file: [], line: [] },
  rows: { address: [], location: [] },
  symbols: { name: [], address: [], size: [] },
};

/** The content of the section. */
export interface PackedLines {
  readonly dwarf: Dwarf;
  /** Functions that are no longer in the image's table of symbols. */
  readonly symbols: readonly NamedAddress[];
}

const DAMAGED = 'the packed line table of the image is damaged';

/** Opens the section with packed lines; undefined without one. */
export function openPackedLines(bytes: Uint8Array, elf: Elf): PackedLines | undefined {
  const section = elf.sections.find(({ name }) => name === LINES_SECTION);
  if (section === undefined) return undefined;
  const tables = readTables(bytes, section);
  const { names, symbols } = tables ?? NOTHING;
  return {
    dwarf: lookUps(tables ?? NOTHING, tables === undefined ? [DAMAGED] : []),
    symbols: symbols.name.map((name, index) => ({
      name: names[name] ?? '',
      address: symbols.address[index] ?? 0,
      size: symbols.size[index] ?? 0,
      isGlobal: false,
    })),
  };
}

function readTables(
  bytes: Uint8Array,
  { offset, size }: Elf['sections'][number],
): PackedTables | undefined {
  const reader = new ByteReader(bytes, offset, offset + size);
  if (reader.u8() !== VERSION) return undefined;
  const tables = transfer(reader, NOTHING, () => {
    const length = reader.uleb128();
    if (length <= reader.end - reader.position) return length;
    reader.skip(length);
    return 0;
  });
  return !reader.isCut && reader.isAtEnd && isWhole(tables) ? tables : undefined;
}

/** True if every index is one of its table, and rows and contexts are in their order. */
function isWhole({ files, names, functions, contexts, locations, rows, symbols }: PackedTables) {
  const isIndex = (table: { readonly length: number }) => (index: number) =>
    Number.isInteger(index) && index >= 0 && index < table.length;
  const isFile = isIndex(files);
  return (
    [functions.name, symbols.name].every((column) => column.every(isIndex(names))) &&
    [functions.file, contexts.file, locations.file].every((column) => column.every(isFile)) &&
    contexts.function.every(isIndex(functions.name)) &&
    contexts.parent.every((parent, index) => parent >= 0 && parent < Math.max(1, index)) &&
    locations.context.every(isIndex(contexts.parent)) &&
    rows.location.length === rows.address.length &&
    rows.location.every(isIndex(locations.context)) &&
    rows.address.every((address, index) => address >= (rows.address[index - 1] ?? 0))
  );
}

function lookUps(tables: PackedTables, problems: readonly string[]): Dwarf {
  const { files, names, functions, contexts, locations, rows } = tables;
  const getFile = (index: number | undefined) => files[index ?? 0] ?? '';
  const declared = functions.name.map((name, index) => ({
    name: names[name] ?? '',
    file: getFile(functions.file[index]),
    line: functions.line[index] ?? 0,
  }));
  const getFunction = (context: number) =>
    declared[contexts.function[context] ?? 0] ?? { name: '', file: '', line: 0 };
  /** A context and those around it, the innermost first. */
  const collectChain = (context: number): readonly number[] => {
    const chain: number[] = [];
    for (let next = context; next > 0; next = contexts.parent[next] ?? 0) chain.push(next);
    return chain;
  };
  const findLocation = (address: number) => rows.location[lineRowAt(rows.address, address)] ?? 0;
  return {
    problems,
    isEmpty: rows.address.length === 0,
    lineAt(address): DebugLine | undefined {
      const location = findLocation(address);
      const file = getFile(locations.file[location]);
      return file === '' ? undefined : { file, line: locations.line[location] ?? 0 };
    },
    framesAt(address): readonly SourceFrame[] {
      const at = findLocation(address);
      let source = { file: getFile(locations.file[at]), line: locations.line[at] ?? 0 };
      return collectChain(locations.context[at] ?? 0).map((context) => {
        const frame = { function: getFunction(context), ...source };
        source = { file: getFile(contexts.file[context]), line: contexts.line[context] ?? 0 };
        return frame;
      });
    },
    findInstances(name): readonly Instance[] {
      const isInstance = (context: number) =>
        contexts.parent[context] !== 0 && getFunction(context).name === name;
      const found = new Map<number, Ranges>(
        contexts.parent.flatMap((_, context) => (isInstance(context) ? [[context, []]] : [])),
      );
      rows.address.slice(0, -1).forEach((from, row) => {
        const context = locations.context[rows.location[row] ?? 0] ?? 0;
        const to = rows.address[row + 1] ?? from;
        for (const each of collectChain(context)) extend(found.get(each), from, to);
      });
      return Array.from(found, ([context, ranges]) => {
        const [own = context, ...around] = collectChain(context);
        return { ranges, own: getFunction(own), around: around.map(getFunction) };
      });
    },
  };
}

type Ranges = [from: number, to: number][];

/** Adds a range to those before it, which it may continue. */
function extend(ranges: Ranges | undefined, from: number, to: number): void {
  const last = ranges?.at(-1);
  if (last?.[1] === from) last[1] = to;
  else ranges?.push([from, to]);
}
