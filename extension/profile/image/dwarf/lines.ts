import { createF64Column, createU32Column } from '../../../base';
import { ByteReader } from './bytes';
import { AT, attributeText, type CompileUnit, type DebugSections, readEntryForm } from './forms';
import { readLength } from './units';

/** A stretch of instructions with a line for each of them, in the order of their addresses. */
export interface Sequence {
  readonly from: number;
  readonly to: number;
  readonly addresses: Float64Array;
  readonly files: Uint32Array;
  readonly lines: Uint32Array;
}

/** The lines of a unit. */
export interface LineTable {
  /** Paths, as numbered in the unit. */
  readonly files: readonly string[];
  /** Decodes the program, which a table of files alone does not need. */
  readSequences(): readonly Sequence[];
}

interface Header {
  readonly version: number;
  readonly end: number;
  readonly program: number;
  readonly step: number;
  readonly lineBase: number;
  readonly lineRange: number;
  readonly opcodeBase: number;
  readonly operands: readonly number[];
  readonly files: readonly string[];
}

const NO_LINES: LineTable = { files: [], readSequences: () => [] };

/** Reads the files of a unit's line table. */
export function readLineTable(sections: DebugSections, unit: CompileUnit): LineTable {
  const offset = unit.root.get(AT.lines)?.value;
  if (offset === undefined) return NO_LINES;
  const reader = new ByteReader(sections.line, offset);
  const header = readHeader(reader, sections, unit);
  if (header === undefined) return NO_LINES;
  let sequences: readonly Sequence[] | undefined;
  return {
    files: header.files,
    readSequences: () => (sequences ??= runProgram(sections.line, header)),
  };
}

function readHeader(
  reader: ByteReader,
  sections: DebugSections,
  unit: CompileUnit,
): Header | undefined {
  const [length, offsetSize] = readLength(reader);
  const end = reader.position + length;
  const version = reader.u16();
  if (version < 2 || version > 5 || reader.isCut) return undefined;
  if (version >= 5) reader.skip(2);
  const headerLength = reader.readInteger(offsetSize);
  const program = reader.position + headerLength;
  const step = reader.u8();
  if (version >= 4) reader.skip(1);
  reader.skip(1);
  const lineBase = reader.i8();
  const lineRange = reader.u8();
  const opcodeBase = reader.u8();
  const operands = [0];
  for (let code = 1; code < opcodeBase; code++) operands.push(reader.u8());
  const files =
    version >= 5
      ? readFiles(reader, sections, { ...unit, offsetSize })
      : readOldFiles(reader, sections, unit);
  if (lineRange === 0) return undefined;
  return { version, end, program, step, lineBase, lineRange, opcodeBase, operands, files };
}

const PATH = 1;
const DIRECTORY = 2;

function readFiles(reader: ByteReader, sections: DebugSections, unit: CompileUnit): string[] {
  const readTable = () => {
    const count = reader.u8();
    const columns = Array.from({ length: count }, () => [reader.uleb128(), reader.uleb128()]);
    const rows: { path: string; directory: number }[] = [];
    const length = reader.uleb128();
    while (rows.length < length && !reader.isAtEnd) {
      const row = { path: '', directory: 0 };
      for (const [kind, form = 0] of columns) {
        const value = readEntryForm(reader, form, sections, unit);
        if (kind === PATH && typeof value === 'string') row.path = value;
        if (kind === DIRECTORY && typeof value === 'number') row.directory = value;
      }
      rows.push(row);
    }
    return rows;
  };
  const directories = readTable().map(({ path }) => path);
  return readTable().map(({ path, directory }) => joinPath(directories, directory, path));
}

function readOldFiles(reader: ByteReader, sections: DebugSections, unit: CompileUnit): string[] {
  const directories = [attributeText(sections, unit, AT.directory) ?? ''];
  for (let path = reader.text(); path !== ''; path = reader.text()) directories.push(path);
  const files = [joinPath(directories, 0, attributeText(sections, unit, AT.name) ?? '')];
  for (let path = reader.text(); path !== ''; path = reader.text()) {
    files.push(joinPath(directories, reader.uleb128(), path));
    reader.uleb128();
    reader.uleb128();
  }
  return files;
}

const isAbsolute = (path: string) => path.startsWith('/') || /^[a-z]:/i.test(path);

function joinPath(directories: readonly string[], index: number, path: string): string {
  if (isAbsolute(path)) return withoutSteps(path);
  const [compiled = ''] = directories;
  const directory = directories[index] ?? '';
  const whole = isAbsolute(directory) || index === 0 ? directory : `${compiled}/${directory}`;
  return withoutSteps(whole === '' ? path : `${whole}/${path}`);
}

/** A path without steps up, as they differ between the units that include a file. */
function withoutSteps(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    const up = part === '..' && parts.length > 0 && !['', '..'].includes(parts.at(-1) ?? '');
    if (up) parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/** Executes the program that writes the table's rows. */
function runProgram(section: Uint8Array, header: Header): Sequence[] {
  const { opcodeBase, lineBase, lineRange, step } = header;
  const reader = new ByteReader(section, header.program, header.end);
  const sequences: Sequence[] = [];
  let rows = newRows();
  let [address, file, line] = [0, 1, 1];
  const emit = () => rows.add(address, file, line);
  const special = (operation: number) => {
    address += step * Math.floor(operation / lineRange);
    return lineBase + (operation % lineRange);
  };
  const executeExtended = () => {
    const length = reader.uleb128();
    const end = reader.position + length;
    const code = length === 0 ? 0 : reader.u8();
    if (code === 2) address = reader.readInteger(length - 1);
    if (code === 1) {
      rows.finish(address, sequences);
      rows = newRows();
      [address, file, line] = [0, 1, 1];
    }
    reader.advanceTo(end);
  };
  while (!reader.isAtEnd) {
    const code = reader.u8();
    if (code >= opcodeBase) {
      line += special(code - opcodeBase);
      emit();
    } else if (code === 0) executeExtended();
    else if (code === 1) emit();
    else if (code === 2) address += step * reader.uleb128();
    else if (code === 3) line += reader.sleb128();
    else if (code === 4) file = reader.uleb128();
    else if (code === 8) special(255 - opcodeBase);
    else if (code === 9) address += reader.u16();
    else for (let left = header.operands[code] ?? 0; left > 0; left--) reader.uleb128();
  }
  return sequences;
}

function newRows() {
  const addresses = createF64Column();
  const files = createU32Column();
  const lines = createU32Column();
  return {
    add(address: number, file: number, line: number): void {
      addresses.push(address);
      files.push(file);
      lines.push(Math.max(0, line));
    },
    /** Ends the sequence after its last instruction. Rows are in order except in damaged tables. */
    finish(to: number, sequences: Sequence[]): void {
      const sorted = addresses.values();
      const from = sorted[0];
      if (from === undefined || !(to > from)) return;
      if (sorted.some((address, at) => at > 0 && address < (sorted[at - 1] ?? 0))) return;
      sequences.push({ from, to, addresses: sorted, files: files.values(), lines: lines.values() });
    },
  };
}

/** Finds the row of an address: of several at one address, the last; -1 before the first. */
export function lineRowAt(addresses: ArrayLike<number>, address: number): number {
  let [low, high] = [0, addresses.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((addresses[middle] ?? 0) <= address) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
