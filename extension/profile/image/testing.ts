import { LAYOUT_32 } from '../../agent/elf/elf';

/** A function for tests: its code begins at `from` and contains its inlined functions. */
export interface SampleFunction {
  readonly name: string;
  readonly line: number;
  readonly from: number;
  readonly to: number;
  /** The line that calls it, where it is inlined. */
  readonly called?: number;
  readonly inlined?: readonly SampleFunction[];
}

type Bytes = readonly number[];
const le = (value: number, size: number): Bytes =>
  Array.from({ length: size }, (_, at) => Math.floor(value / 2 ** (8 * at)) % 256);
const text = (value: string): Bytes => [...new TextEncoder().encode(value), 0];
const uleb = (value: number): Bytes =>
  value < 128 ? [value] : [(value % 128) + 128, ...uleb(Math.floor(value / 128))];
const sleb = (value: number): Bytes =>
  value >= -64 && value < 64 ? [value & 127] : [(value & 127) | 128, ...sleb(value >> 7)];

export const SOURCE = '/src/a.c';

/** Writes the debug information of one unit; its lines are `1000 + address` outside of calls. */
export function writeDwarf(
  functions: readonly SampleFunction[],
  version: 4 | 5,
): ReadonlyMap<string, Uint8Array> {
  const header = version === 5 ? 12 : 11;
  const body: number[] = [];
  const lists: number[] = [];
  const at = () => header + body.length;
  body.push(1, ...text('a.c'), ...text('/src'), ...le(0, 4));
  const declared = new Map<string, number>();
  const declare = ({ name, line, inlined = [] }: SampleFunction) => {
    if (!declared.has(name)) {
      declared.set(name, at());
      body.push(2, ...text(name), 1, ...le(line, 4));
    }
    inlined.forEach(declare);
  };
  functions.forEach(declare);
  const write = ({ name, from, to, called, inlined = [] }: SampleFunction) => {
    const origin = le(declared.get(name) ?? 0, 4);
    if (called === undefined) {
      body.push(3, ...origin, ...le(from, 4), ...le(to - from, 4));
    } else {
      const list = version === 5 ? [7, ...le(from, 4), ...uleb(to - from), 0] : pairs(from, to);
      body.push(4, ...origin, ...le(lists.length, 4), 1, ...le(called, 4));
      lists.push(...list);
    }
    inlined.forEach(write);
    body.push(0);
  };
  functions.forEach(write);
  body.push(0);
  const unit = version === 5 ? [1, 4, ...le(0, 4)] : [...le(0, 4), 4];
  const info = [...le(version, 2), ...unit, ...body];
  return new Map([
    ['.debug_info', Uint8Array.from([...le(info.length, 4), ...info])],
    ['.debug_abbrev', Uint8Array.from(abbreviations)],
    [version === 5 ? '.debug_rnglists' : '.debug_ranges', Uint8Array.from(lists)],
    ['.debug_line', Uint8Array.from(writeLines(functions, version))],
  ]);
}

const pairs = (from: number, to: number): Bytes => [...le(from, 4), ...le(to, 4), ...le(0, 8)];

const abbreviation = (code: number, tag: number, children: number, ...attributes: number[]) => [
  code,
  tag,
  children,
  ...attributes,
  0,
  0,
];
const abbreviations: Bytes = [
  // Compile unit: name, directory, lines.
  ...abbreviation(1, 0x11, 1, 0x03, 0x08, 0x1b, 0x08, 0x10, 0x17),
  // Declaration: name, file, line.
  ...abbreviation(2, 0x2e, 0, 0x03, 0x08, 0x3a, 0x0b, 0x3b, 0x06),
  // Function: origin, first address, length.
  ...abbreviation(3, 0x2e, 1, 0x31, 0x13, 0x11, 0x01, 0x12, 0x06),
  // Inlined call: origin, list of ranges, file, line.
  ...abbreviation(4, 0x1d, 1, 0x31, 0x13, 0x55, 0x17, 0x58, 0x0b, 0x59, 0x06),
  0,
];

/** Writes a row for every second address of each function. */
function writeLines(functions: readonly SampleFunction[], version: 4 | 5): Bytes {
  const program = functions.flatMap(({ from, to }) => {
    const steps: number[] = [0, 5, 2, ...le(from, 4), 3, ...sleb(from + 999), 1];
    for (let at = from + 2; at < to; at += 2) steps.push(2, ...uleb(2), 3, ...sleb(2), 1);
    return [...steps, 2, ...uleb(2 - ((to - from) % 2)), 0, 1, 1];
  });
  const operands = [0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1];
  const files =
    version === 5
      ? [1, 1, 8, 1, ...text('/src'), 2, 1, 8, 2, 11, 2, ...file(0), ...file(0)]
      : [0, ...text('a.c'), 0, 0, 0, 0];
  const settings = [1, 1, 1, 0xfb, 14, 13, ...operands];
  const rest = [...settings, ...files];
  const start = version === 5 ? [4, 0] : [];
  const whole = [...le(version, 2), ...start, ...le(rest.length, 4), ...rest, ...program];
  return [...le(whole.length, 4), ...whole];
}

const file = (directory: number): Bytes => [...text('a.c'), directory];

export interface SampleCode {
  readonly name: string;
  readonly address: number;
  readonly size?: number;
  readonly isLocal?: boolean;
}

/** Writes an ELF file of 32 bits with one segment of code, symbols and further sections. */
export function writeImage(
  code: { readonly address: number; readonly bytes: Uint8Array },
  symbols: readonly SampleCode[] = [],
  sections: ReadonlyMap<string, Uint8Array> = new Map(),
): Uint8Array {
  const names = `\0${[...symbols.map(({ name }) => name), ...sections.keys(), '.symtab', '.strtab'].join('\0')}\0`;
  const encodeName = (name: string) => le(names.indexOf(`\0${name}\0`) + 1, 4);
  const table = [
    ...le(0, 16),
    ...symbols.flatMap(({ name, address, size = 0, isLocal = false }) => [
      ...encodeName(name),
      ...le(name.startsWith('$') ? address : address + 1, 4),
      ...le(size, 4),
      name.startsWith('$') ? 0 : isLocal ? 0x02 : 0x12,
      0,
      1,
      0,
    ]),
  ];
  const parts: [name: string, type: number, bytes: Bytes | Uint8Array][] = [
    ['.strtab', 3, text(names.slice(0, -1))],
    ['.symtab', 2, symbols.length > 0 ? table : []],
    ...[...sections].map(([name, bytes]): [string, number, Uint8Array] => [name, 1, bytes]),
  ];
  const { header, segment, section } = LAYOUT_32;
  let offset = header.size + segment.size;
  const codeAt = offset;
  offset += code.bytes.length;
  const headers = parts.map(([name, type, bytes]) => {
    const start = offset;
    offset += bytes.length;
    const range = [...le(0, 4), ...le(0, 4), ...le(start, 4), ...le(bytes.length, 4)];
    return [...encodeName(name), ...le(type, 4), ...range, ...le(1, 4), ...le(0, 12)];
  });
  const { length } = code.bytes;
  const head: Bytes[] = [
    [0x7f, 0x45, 0x4c, 0x46, 1, 1, 1],
    le(0, 9),
    ...[2, 40].map((half) => le(half, 2)),
    ...[1, code.address, header.size, offset, 0].map((word) => le(word, 4)),
    ...[header.size, segment.size, 1, section.size, parts.length + 1, 1].map((half) => le(half, 2)),
    ...[1, codeAt, code.address, code.address, length, length, 5, 4].map((word) => le(word, 4)),
  ];
  return Uint8Array.from([
    ...head.flat(),
    ...code.bytes,
    ...parts.flatMap(([, , bytes]) => [...bytes]),
    ...le(0, section.size),
    ...headers.flat(),
  ]);
}
