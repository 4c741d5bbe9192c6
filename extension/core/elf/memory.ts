import type { Elf } from './elf';

/** The initial bytes at an address as the program sees it; undefined where no segment holds them. */
export function bytesAt(elf: Elf, address: number, length: number): Uint8Array | undefined {
  const segment = elf.segments.find(
    ({ vaddr, memSize }) => address >= vaddr && address + length <= vaddr + memSize,
  );
  if (segment === undefined) return undefined;
  const start = address - segment.vaddr;
  const held = segment.data.subarray(start, start + length);
  if (held.length === length) return held;
  const padded = new Uint8Array(length);
  padded.set(held);
  return padded;
}

/** The initial 32-bit word at an address. */
export function wordAt(elf: Elf, address: number): number | undefined {
  const bytes = bytesAt(elf, address, 4);
  if (bytes === undefined) return undefined;
  return new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);
}

/** The NUL-terminated string at an address; undefined where it is not wholly in one segment's file part. */
export function textAt(elf: Elf, address: number): string | undefined {
  const segment = elf.segments.find(
    ({ vaddr, data }) => address >= vaddr && address < vaddr + data.length,
  );
  if (segment === undefined) return undefined;
  const start = address - segment.vaddr;
  const end = segment.data.indexOf(0, start);
  return end < 0 ? undefined : new TextDecoder().decode(segment.data.subarray(start, end));
}
