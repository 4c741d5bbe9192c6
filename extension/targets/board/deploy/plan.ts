import { type Elf, wordAt } from '../../../agent';
import type { MemoryArea } from '../../../gdb';
import type { Region } from '../../../rtt';
import {
  badImage,
  type DeployableImage,
  findMissing,
  listLoadedBytes,
  memoryAreas,
  place,
  type PlacedBytes,
} from './image';
import { type ImxRt, imxRtWrites, type RegisterWrite } from './imxrt';
import type { Stub } from './stub';

/** The placement of an image, decided before anything is written. */
export interface DeployPlan {
  readonly image: DeployableImage;
  readonly ram: readonly PlacedBytes[];
  readonly flash: readonly PlacedBytes[];
  /** The entry of a program in RAM; undefined if a reset leads into the program. */
  readonly entry: VectorTable | undefined;
  /** Registers to set before a program is written to RAM. */
  readonly preparation: readonly RegisterWrite[];
  /** Runs before a program is written to RAM, and stops a watchdog. */
  readonly watchdog?: Stub | undefined;
}

/** Facts about a target's memory. */
export interface TargetMemory {
  /** As reported by the server. */
  readonly map: readonly MemoryArea[];
  /** RAM as the user's setup names it. */
  readonly ram?: readonly Region[] | undefined;
  /** A part whose RAM must be set up before a program goes into it. */
  readonly chip?: ImxRt | undefined;
}

const CHOOSE =
  'Link it for the memory of this device, or correct the memory that the board’s setup names.';

/** Finds a place for everything in an image, or refuses it. */
export function planDeployment(
  image: DeployableImage,
  { map, ram, chip }: TargetMemory,
): DeployPlan {
  const areas = memoryAreas(map, ram);
  const refuse = (problem: string) => badImage(image.path, problem, CHOOSE);
  const placed = listLoadedBytes(image.elf).flatMap((bytes) => {
    const pieces = place(bytes, areas);
    if (typeof pieces === 'string') throw refuse(pieces);
    return pieces;
  });
  for (const { vaddr, memSize, data } of image.elf.segments) {
    // Loaded data was checked at its load address; the rest exists only where it runs.
    const missing = memSize > data.length ? findMissing(vaddr, memSize, areas) : undefined;
    if (missing !== undefined) throw refuse(missing);
  }
  const inRam = placed.filter(({ area }) => area.kind === 'ram');
  const table = findVectorTable(image.elf);
  const containsAddress = (pieces: readonly PlacedBytes[], address: number) =>
    pieces.some((piece) => address >= piece.address && address < piece.address + piece.data.length);
  const isRamProgram = inRam.length === placed.length;
  if (isRamProgram && table === undefined)
    throw badImage(
      image.path,
      'no section of it begins with a vector table whose reset handler is its entry point',
      'An image in RAM is started through its vector table: keep it in a section of its own.',
    );
  const entry = table !== undefined && containsAddress(inRam, table.address) ? table : undefined;
  return {
    image,
    ram: inRam,
    flash: placed.filter(({ area }) => area.kind === 'flash'),
    entry,
    preparation:
      entry === undefined || chip === undefined ? [] : planPreparation(image, entry, chip),
  };
}

function planPreparation(
  image: DeployableImage,
  { stackPointer }: VectorTable,
  chip: ImxRt,
): readonly RegisterWrite[] {
  const used = image.elf.segments.map(({ vaddr, memSize }) => ({
    start: vaddr,
    end: vaddr + memSize,
  }));
  // Many linker scripts put the stack at the end of a memory without reserving any.
  const writes = imxRtWrites(chip, [...used, { start: stackPointer - 4, end: stackPointer }]);
  if (writes !== undefined) return writes;
  throw badImage(
    image.path,
    `it needs more than the ${chip.banks * 32} KiB that the ${chip.name} divides among ITCM, DTCM and OCRAM`,
    'Make it use less of them; the sizes of ITCM and DTCM are powers of two.',
  );
}

/** Start of a Cortex-M program, from its vector table. */
export interface VectorTable {
  readonly address: number;
  readonly stackPointer: number;
  /** The reset handler's address, without the Thumb bit. */
  readonly start: number;
}

/** The table must begin at a multiple of its size, and its least size is 32 words. */
const ALIGNMENT = 128;
const THUMB = 1;

/** Finds the vector table: a section whose second word is the program's entry; undefined if there is none. */
export function findVectorTable(elf: Elf): VectorTable | undefined {
  const starts = [...elf.sections, ...elf.segments.map(({ vaddr }) => ({ address: vaddr }))];
  for (const { address } of starts) {
    const stackPointer = wordAt(elf, address);
    const reset = wordAt(elf, address + 4);
    if (address % ALIGNMENT !== 0 || stackPointer === undefined || reset === undefined) continue;
    const isTable = reset === (elf.entry | THUMB) >>> 0 && stackPointer % 4 === 0;
    if (isTable) return { address, stackPointer, start: reset - THUMB };
  }
  return undefined;
}
