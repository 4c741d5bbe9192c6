import { type ElfLayout, LAYOUT_32 } from './elf';

/** Symbol, segment and file for tests. */
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

/** Writes a small, valid ELF file; 32 bits for Arm, 64 bits for AArch64. */
export function writeElf(
  segments: readonly SampleSegment[],
  symbols: readonly SampleSymbol[],
  layout: ElfLayout = LAYOUT_32,
): Uint8Array {
  const { header, segment, section, symbol, pointerSize } = layout;
  const strings = stringTable(['.symtab', '.strtab', ...symbols.map(({ name }) => name)]);
  const dataStart = header.size + segments.length * segment.size;
  const symbolStart = dataStart + segments.reduce((sum, { data }) => sum + data.length, 0);
  const symbolBytes = (symbols.length + 1) * symbol.size;
  const stringStart = symbolStart + symbolBytes;
  const sectionStart = stringStart + strings.bytes.length;
  const bytes = new Uint8Array(sectionStart + 3 * section.size);
  const view = new DataView(bytes.buffer);
  const half = (at: number, value: number) => view.setUint16(at, value, true);
  const word = (at: number, value: number) => view.setUint32(at, value, true);
  const pointer = (at: number, value: number) =>
    pointerSize === 4 ? word(at, value) : view.setBigUint64(at, BigInt(value), true);

  bytes.set([0x7f, 0x45, 0x4c, 0x46, pointerSize / 4, 1, 1]);
  half(16, 2);
  half(18, pointerSize === 4 ? 40 : 183);
  word(20, 1);
  pointer(24, segments[0]?.vaddr ?? 0);
  pointer(header.segments, header.size);
  pointer(header.sections, sectionStart);
  [header.size, segment.size, segments.length, section.size, 3, 2].forEach((value, index) =>
    half(header.counts - 2 + 2 * index, value),
  );
  let offset = dataStart;
  segments.forEach(({ vaddr, paddr = vaddr, data, memSize = data.length }, index) => {
    const at = header.size + index * segment.size;
    word(at, 1);
    word(at + segment.flags, 5);
    pointer(at + segment.offset, offset);
    pointer(at + segment.vaddr, vaddr);
    pointer(at + segment.paddr, paddr);
    pointer(at + segment.fileSize, data.length);
    pointer(at + segment.memSize, memSize);
    bytes.set(data, offset);
    offset += data.length;
  });
  symbols.forEach(({ name, value, absolute = false, local = false }, index) => {
    const at = symbolStart + (index + 1) * symbol.size;
    word(at, strings.offset(name));
    pointer(at + symbol.value, value);
    pointer(at + symbol.length, 4);
    view.setUint8(at + symbol.info, local ? 1 : 0x11);
    half(at + symbol.section, absolute ? 0xfff1 : 1);
  });
  bytes.set(strings.bytes, stringStart);
  const table = (index: number, name: string, type: number, start: number, length: number) => {
    const at = sectionStart + index * section.size;
    word(at, strings.offset(name));
    word(at + 4, type);
    pointer(at + section.offset, start);
    pointer(at + section.length, length);
    word(at + section.link, 2);
  };
  table(1, '.symtab', 2, symbolStart, symbolBytes);
  table(2, '.strtab', 3, stringStart, strings.bytes.length);
  return bytes;
}

function stringTable(texts: readonly string[]) {
  const joined = `\0${texts.join('\0')}\0`;
  return {
    bytes: new TextEncoder().encode(joined),
    offset: (text: string) => joined.indexOf(`\0${text}\0`) + 1,
  };
}
