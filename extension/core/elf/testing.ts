/** A symbol, segment and file for tests. */
export interface SampleSegment {
  readonly vaddr: number;
  readonly paddr?: number;
  readonly data: Uint8Array;
  readonly memSize?: number;
}

export interface SampleSymbol {
  readonly name: string;
  readonly value: number;
  readonly absolute?: boolean;
  readonly local?: boolean;
}

const HEADER = 52;

/** Writes a small, correct ARM ELF file. */
export function writeElf(
  segments: readonly SampleSegment[],
  symbols: readonly SampleSymbol[],
): Uint8Array {
  const strings = stringTable(['.symtab', '.strtab', ...symbols.map(({ name }) => name)]);
  const dataStart = HEADER + segments.length * 32;
  const symbolStart = dataStart + segments.reduce((sum, { data }) => sum + data.length, 0);
  const stringStart = symbolStart + (symbols.length + 1) * 16;
  const sectionStart = stringStart + strings.bytes.length;
  const bytes = new Uint8Array(sectionStart + 3 * 40);
  const view = new DataView(bytes.buffer);
  const words = (at: number, values: readonly number[]) =>
    values.forEach((value, index) => view.setUint32(at + index * 4, value, true));
  const halves = (at: number, values: readonly number[]) =>
    values.forEach((value, index) => view.setUint16(at + index * 2, value, true));

  bytes.set([0x7f, 0x45, 0x4c, 0x46, 1, 1, 1]);
  halves(16, [2, 40]);
  words(20, [1, segments[0]?.vaddr ?? 0, HEADER, sectionStart, 0]);
  halves(40, [HEADER, 32, segments.length, 40, 3, 2]);
  let offset = dataStart;
  segments.forEach(({ vaddr, paddr = vaddr, data, memSize = data.length }, index) => {
    words(HEADER + index * 32, [1, offset, vaddr, paddr, data.length, memSize, 5, 4]);
    bytes.set(data, offset);
    offset += data.length;
  });
  symbols.forEach(({ name, value, absolute = false, local = false }, index) => {
    const at = symbolStart + (index + 1) * 16;
    words(at, [strings.offset(name), value, 4]);
    view.setUint8(at + 12, local ? 1 : 0x11);
    view.setUint16(at + 14, absolute ? 0xfff1 : 1, true);
  });
  bytes.set(strings.bytes, stringStart);
  words(sectionStart + 40, [
    strings.offset('.symtab'),
    2,
    0,
    0,
    symbolStart,
    (symbols.length + 1) * 16,
    2,
  ]);
  words(sectionStart + 80, [
    strings.offset('.strtab'),
    3,
    0,
    0,
    stringStart,
    strings.bytes.length,
    0,
  ]);
  return bytes;
}

function stringTable(texts: readonly string[]) {
  const joined = `\0${texts.join('\0')}\0`;
  return {
    bytes: new TextEncoder().encode(joined),
    offset: (text: string) => joined.indexOf(`\0${text}\0`) + 1,
  };
}
