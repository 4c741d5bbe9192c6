import { bytesAt } from '../../agent';
import type { Image } from './image';
import { type CodeSymbol, indexSymbols, type NamedAddress } from './symbols';
import type { Instruction } from './thumb';

/** Linux keeps its own code here and above; no other 32-bit Arm code is there. */
const KERNEL_FROM = 0xbf000000;
export const isKernel = (address: number) => address >= KERNEL_FROM;
/** Names of the sources of code that a program's image does not contain. */
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
    executedWordAt: (address) => (isOwn(address) ? undefined : words.get(address)),
    handlers: new Set(ENTRIES),
  };
}

const LENGTH = 4;
const LINK = 14;
const STACK = 13;
const next: Instruction = { length: LENGTH, flow: 'next' };
const jump: Instruction = { length: LENGTH, flow: 'jump' };
const back: Instruction = { length: LENGTH, flow: 'return' };

/** The target of a branch: 24 bits with a sign, in words, relative to two instructions further on. */
const computeTarget = (address: number, word: number) => (address + 8 + ((word << 8) >> 6)) >>> 0;

/** Classifies an Arm instruction of 32 bits, as Debian's kernels for 32-bit Arm consist of. */
export function classifyArm(address: number, word: number): Instruction {
  if (word >>> 28 === 15) return classifyUnconditional(address, word);
  const register = word & 15;
  if ((word & 0x0ffffff0) === 0x012fff10) return register === LINK ? back : jump;
  if ((word & 0x0ffffff0) === 0x012fff30) return { length: LENGTH, flow: 'call' };
  switch ((word >>> 25) & 7) {
    case 0:
    case 1:
      return classifyArithmetic(word);
    case 2:
    case 3:
      return classifyLoad(word);
    case 4:
      return (word & 0x00108000) === 0x00108000 ? back : next;
    case 5: {
      const flow = (word & 0x01000000) === 0 ? 'jump' : 'call';
      return { length: LENGTH, flow, target: computeTarget(address, word) };
    }
    case 7:
      return (word & 0x01000000) === 0 ? next : { length: LENGTH, flow: 'trap' };
    default:
      return next;
  }
}

function classifyUnconditional(address: number, word: number): Instruction {
  // BLX, whose target is Thumb code, and RFE.
  if ((word & 0x0e000000) === 0x0a000000) {
    const target = (computeTarget(address, word) | ((word >>> 23) & 2)) >>> 0;
    return { length: LENGTH, flow: 'call', target };
  }
  return (word & 0x0e50ffff) === 0x08100a00 ? back : next;
}

/** Results of arithmetic may go to the program counter; what was shifted or moved there is a jump. */
function classifyArithmetic(word: number): Instruction {
  const isImmediate = (word & 0x02000000) !== 0;
  const isOther = !isImmediate && (word & 0x90) === 0x90;
  const operation = (word >>> 21) & 15;
  const isTest = operation >= 8 && operation <= 11;
  if (isOther || isTest || ((word >>> 12) & 15) !== 15) return next;
  // MOV pc, lr; and with flags out of an exception: MOVS pc, lr and SUBS pc, lr, #4.
  const isMove = operation === 13 && !isImmediate && (word & 0xfff) === LINK;
  return isMove || (word & 0x00100000) !== 0 ? back : jump;
}

function classifyLoad(word: number): Instruction {
  const isMedia = (word & 0x02000010) === 0x02000010;
  if (isMedia || (word & 0x00100000) === 0 || ((word >>> 12) & 15) !== 15) return next;
  // PLD has no condition; LDR pc from the stack, with what it loads taken off, returns.
  const isPop = ((word >>> 16) & 15) === STACK && (word & 0x01000000) === 0;
  return isPop ? back : jump;
}
