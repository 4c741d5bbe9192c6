import { bytesAt, type Elf, MACHINE_ARM, readElf } from '../../agent';
import { remember } from '../../base';
import { type Dwarf, openDwarf, type SourceFrame } from './dwarf';
import { openPackedLines } from './packed';
import { type CodeSymbol, indexSymbols, listSymbols, type Symbols } from './symbols';
import { classifyThumb, type Instruction } from './thumb';

/** The code of a program: what an address is, and where it comes from. */
export interface Image {
  readonly elf: Elf;
  readonly dwarf: Dwarf;
  readonly symbols: Symbols;
  /** Why functions or lines are missing, in sentences without a full stop. */
  readonly problems: readonly string[];
  /** The functions of an address with inlined ones, innermost first; at least one. */
  framesAt(address: number): readonly SourceFrame[];
  /** The start of the function of an address, as it was linked. */
  functionAt(address: number): CodeSymbol;
  /** Decodes an instruction; undefined where its bytes are not in the image. */
  instructionAt(address: number): Instruction | undefined;
  /** Code that is not in the image, as it was executed. */
  readonly executedWordAt?: (address: number) => number | undefined;
  /** Entries of exceptions, from the table of vectors. */
  readonly handlers: ReadonlySet<number>;
}

const NO_DWARF = 'the image has no debug information: lines and inlined functions are not shown';
const NO_SYMBOLS = 'the image has no symbols: functions are named by their addresses';

/** Opens an image. Any bytes are accepted: what they lack is listed in `problems`. */
export function openImage(bytes: Uint8Array): Image {
  const elf = readElf(bytes);
  const packed = openPackedLines(bytes, elf);
  const { found, marks } = listSymbols(bytes, elf);
  const symbols = indexSymbols([...found, ...(packed?.symbols ?? [])], marks);
  // Removed functions keep their debug information, with addresses as if linked at 0.
  const isLinked = (from: number) => from !== 0 || symbols.startsAt(0);
  const own = openDwarf(bytes, elf, isLinked);
  const dwarf = own.isEmpty && packed ? packed.dwarf : own;
  const problems = [...elf.problems, ...dwarf.problems];
  if (elf.problems.length === 0 && dwarf.isEmpty) problems.push(NO_DWARF);
  if (elf.problems.length === 0 && symbols.isEmpty) problems.push(NO_SYMBOLS);
  const functionAt = (address: number) =>
    symbols.at(address) ?? { name: nameless(address), from: address, to: address + 1 };
  return {
    elf,
    dwarf,
    symbols,
    problems,
    functionAt,
    framesAt: remember((address) => framesAt(dwarf, functionAt, address)),
    instructionAt: remember((address) => instructionAt(elf, symbols, address)),
    handlers: readHandlers(elf, symbols),
  };
}

export const nameless = (address: number) => `0x${writeAddress(address)}`;

function framesAt(
  dwarf: Dwarf,
  functionAt: (address: number) => CodeSymbol,
  address: number,
): readonly SourceFrame[] {
  const frames = dwarf.framesAt(address);
  if (frames.length > 0) return frames;
  const source = dwarf.lineAt(address) ?? { file: '', line: 0 };
  const { name } = functionAt(address);
  return [{ ...source, function: { name, file: source.file, line: 0 } }];
}

function instructionAt(elf: Elf, symbols: Symbols, address: number): Instruction | undefined {
  if (elf.machine !== MACHINE_ARM || symbols.isArm(address)) return undefined;
  const half = (at: number) => {
    const [low, high] = bytesAt(elf, at, 2) ?? [];
    return low === undefined || high === undefined ? undefined : low | (high << 8);
  };
  const first = half(address);
  if (first === undefined) return undefined;
  return classifyThumb(address, first, half(address + 2) ?? 0);
}

const MOST_VECTORS = 512;

/** Reads the vectors at the lowest address of a Cortex-M image: a stack pointer, then handlers. */
function readHandlers(elf: Elf, symbols: Symbols): Set<number> {
  const handlers = new Set<number>();
  const lowest = elf.segments.toSorted((a, b) => a.vaddr - b.vaddr).find(({ data }) => data.length);
  if (elf.machine !== MACHINE_ARM || lowest === undefined) return handlers;
  const view = new DataView(lowest.data.buffer, lowest.data.byteOffset, lowest.data.byteLength);
  for (let index = 1; index < MOST_VECTORS && 4 * index + 4 <= view.byteLength; index++) {
    const word = view.getUint32(4 * index, true);
    if (word === 0) continue;
    const isHandler = word % 2 === 1 && (symbols.isEmpty || symbols.startsAt(word - 1));
    if (!isHandler) break;
    handlers.add(word - 1);
  }
  return handlers;
}

/**
 * Addresses are numbers with a sign: those of a 64-bit kernel, at the upper end, are negative, and
 * therefore exact.
 */
export function parseAddress(text: string): number | undefined {
  if (!/^[0-9a-f]{1,16}$/i.test(text)) return undefined;
  if (text.length < 14) return Number.parseInt(text, 16);
  return Number(BigInt.asIntN(64, BigInt(`0x${text}`)));
}

export function writeAddress(address: number): string {
  return address < 0 ? BigInt.asUintN(64, BigInt(address)).toString(16) : address.toString(16);
}
