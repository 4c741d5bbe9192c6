import { MACHINE_ARM, readElf } from '../../agent';
import { newTable } from '../../base';
import type { Dwarf, Instance, SourceFrame, SourceFunction } from './dwarf';
import { openImage } from './image';
import { READINGS, STORES } from './marks';
import { type NumberStream, type PackedTables, transfer, VERSION } from './packed';
import { listSymbols, type NamedAddress } from './symbols';

/**
 * Packs the functions and lines of an image with DWARF, for a section named LINES_SECTION. `shorten` turns the paths of
 * the computer that built it into those of its sources. `removed` are functions whose symbols the image loses.
 */
export function packLines(
  bytes: Uint8Array,
  shorten: (path: string) => string,
  removed: readonly NamedAddress[] = listLocals(bytes),
): Uint8Array {
  const stream = newWriter();
  stream.uleb128(VERSION);
  transfer(stream, buildTables(bytes, shorten, removed), ({ length }) => stream.uleb128(length));
  return Uint8Array.from(stream.bytes);
}

/** Lists the functions of an image that are local to their file, by their addresses. */
export function listLocals(bytes: Uint8Array): readonly NamedAddress[] {
  const { found } = listSymbols(bytes, readElf(bytes));
  return found.filter(({ isGlobal }) => !isGlobal).sort((a, b) => a.address - b.address);
}

function buildTables(
  bytes: Uint8Array,
  shorten: (path: string) => string,
  removed: readonly NamedAddress[],
): PackedTables {
  const { elf, dwarf } = openImage(bytes);
  const source = newSource(shorten, instanceFinder(dwarf));
  const { locations } = source;
  const address: number[] = [];
  const location: number[] = [];
  const begin = (from: number, own: number) => {
    if (location.at(-1) === own) return;
    address.push(from);
    location.push(own);
  };
  // Instructions of Thumb code begin at even addresses, those of an x86 processor anywhere.
  const step = elf.machine === MACHINE_ARM ? 2 : 1;
  const code = elf.segments
    .filter(({ writable }) => !writable)
    .map(({ vaddr, data }) => [vaddr, vaddr + data.length] as const);
  for (const [from, to] of code.sort(([a], [b]) => a - b)) {
    for (let at = from; at < to; at += step) {
      begin(at, source.addLocation(at, dwarf.framesAt(at), dwarf.lineAt(at)));
    }
    begin(to, UNKNOWN);
  }
  const symbols = {
    name: removed.map(({ name }) => source.names.add(name)),
    address: removed.map((each) => each.address),
    size: removed.map(({ size }) => size),
  };
  const { files, names, functions, contexts } = source;
  return {
    files: files.rows,
    names: names.rows,
    functions: toColumns(functions.rows, ['name', 'file', 'line']),
    contexts: toColumns(contexts.rows, ['parent', 'function', 'file', 'line']),
    locations: toColumns(locations.rows, ['context', 'file', 'line']),
    rows: { address, location },
    symbols,
  };
}

/** The entry of every table for what is not known. */
const UNKNOWN = 0;

type Row<Name extends string> = Readonly<Record<Name, number>>;

function toColumns<Name extends string>(rows: readonly Row<Name>[], names: readonly Name[]) {
  const columns = names.map((name) => [name, rows.map((row) => row[name])]);
  return Object.fromEntries(columns) as Record<Name, readonly number[]>;
}

const toKey = (row: object) => Object.values(row).join(' ');

type InstanceAt = (name: string, address: number) => number;

/** Numbers the inlined calls that a recorder watches: equal ones of the same line are different calls. */
function instanceFinder(dwarf: Dwarf): InstanceAt {
  const watched = new Map<string, readonly Instance[]>(
    [...READINGS.map(({ name }) => name), ...STORES].map((name) => [
      name,
      dwarf.findInstances(name),
    ]),
  );
  const includesAddress =
    (address: number) =>
    ({ ranges }: Instance) =>
      ranges.some(([from, to]) => address >= from && address < to);
  return (name, address) => watched.get(name)?.findIndex(includesAddress(address)) ?? -1;
}

/** The tables of sources, into which the locations of addresses are added. */
function newSource(shorten: (path: string) => string, instanceAt: InstanceAt) {
  const files = newTable<string>((file) => file);
  const names = newTable<string>((name) => name);
  const functions = newTable<Row<'name' | 'file' | 'line'>>(toKey);
  const contexts = newTable<Row<'parent' | 'function' | 'file' | 'line' | 'instance'>>(toKey);
  const locations = newTable<Row<'context' | 'file' | 'line'>>(toKey);
  const addFile = (path: string) => files.add(shorten(path));
  const addFunction = ({ name, file, line }: SourceFunction) =>
    functions.add({ name: names.add(name), file: addFile(file), line });
  const addContext = (address: number, frames: readonly SourceFrame[]) =>
    frames.reduceRight((parent, frame, index) => {
      const { file, line } = frames[index + 1] ?? NOWHERE;
      const own = frame.function;
      const instance = instanceAt(own.name, address);
      return contexts.add({
        parent,
        function: addFunction(own),
        file: addFile(file),
        line,
        instance,
      });
    }, UNKNOWN);
  const addLocation = (address: number, frames: readonly SourceFrame[], otherwise = NOWHERE) => {
    const { file, line } = frames[0] ?? otherwise;
    return locations.add({ context: addContext(address, frames), file: addFile(file), line });
  };
  const own = addFunction({ name: '', ...NOWHERE });
  contexts.add({ parent: UNKNOWN, function: own, file: addFile(''), line: 0, instance: -1 });
  addLocation(0, []);
  return { files, names, functions, contexts, locations, addLocation };
}

const NOWHERE = { file: '', line: 0 };

/** Writes numbers as ByteReader reads them. */
function newWriter(): NumberStream & { readonly bytes: readonly number[] } {
  const bytes: number[] = [];
  return {
    bytes,
    uleb128(value) {
      let rest = value;
      for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
      bytes.push(rest);
      return value;
    },
    sleb128(value) {
      let rest = value;
      for (; rest < -64 || rest > 63; rest = Math.floor(rest / 128)) bytes.push((rest & 127) + 128);
      bytes.push(rest & 127);
      return value;
    },
    text(value) {
      bytes.push(...new TextEncoder().encode(value), 0);
      return value;
    },
  };
}
