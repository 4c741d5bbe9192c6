import { bytesAt } from '../../agent';
import { classifyArm } from './arm';
import type { Image } from './image';
import { type CodeSymbol, indexSymbols, type NamedAddress } from './symbols';

/** Linux keeps its own code here and above; no other 32-bit Arm code is there. */
const KERNEL_FROM = 0xbf000000;
export const isKernel = (address: number) => address >= KERNEL_FROM;
/** Stand for the sources of the code that a program's image does not contain. */
export const KERNEL_FILE = '[kernel]';
export const VDSO_FILE = '[vdso]';

/** The code of a system that ran a program: what its image does not contain. */
export interface KernelCode {
  /** The kernel's functions, as its `/proc/kallsyms` lists them. */
  readonly symbols: string;
  /** Words by their addresses, as they were executed: a kernel changes its own code. */
  readonly words: ReadonlyMap<number, number>;
}

const SYMBOL = /^([0-9a-f]{8,16}) ([tTwW]) (\S+)$/gm;

/** Reads the functions of a `/proc/kallsyms`. */
export function readKallsyms(text: string): NamedAddress[] {
  return Array.from(text.matchAll(SYMBOL), ([, address = '', kind = '', name = '']) => ({
    name,
    address: Number.parseInt(address, 16),
    size: 0,
    isGlobal: kind === 'T' || kind === 'W',
  })).filter(({ name }) => !/^\$[adt]/.test(name));
}

/** Pages of a 32-bit Arm kernel that no symbol is for: exceptions begin in the first one. */
const VECTORS: readonly NamedAddress[] = [
  { name: 'vectors', address: 0xffff0000, size: 0x1000, isGlobal: true },
  { name: 'vector_stubs', address: 0xffff1000, size: 0x1000, isGlobal: true },
];
const ENTRIES = [0x4, 0x8, 0xc, 0x10, 0x18, 0x1c].map((offset) => 0xffff0000 + offset);
const PAGE = 4096;

/** Adds the code of a 32-bit Arm Linux to the image of a program that ran on it. */
export function withKernel(image: Image, { symbols, words }: KernelCode): Image {
  const kernel = indexSymbols([...readKallsyms(symbols), ...VECTORS], []);
  const isOwn = (address: number) => bytesAt(image.elf, address, 2) !== undefined;
  const functionAt = (address: number): CodeSymbol => {
    if (isOwn(address)) return image.functionAt(address);
    if (isKernel(address)) return kernel.at(address) ?? image.functionAt(address);
    const from = address - (address % PAGE);
    return { name: VDSO_FILE, from, to: from + PAGE };
  };
  return {
    ...image,
    functionAt,
    framesAt(address) {
      if (isOwn(address)) return image.framesAt(address);
      const file = isKernel(address) ? KERNEL_FILE : VDSO_FILE;
      return [{ file, line: 0, function: { name: functionAt(address).name, file, line: 0 } }];
    },
    instructionAt(address) {
      const word = words.get(address);
      const own = isOwn(address) ? image.instructionAt(address) : undefined;
      return own ?? (word === undefined ? undefined : classifyArm(address, word));
    },
    handlers: new Set(ENTRIES),
  };
}
