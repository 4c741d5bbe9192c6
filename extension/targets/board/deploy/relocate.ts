import { readAddressWords } from '../../../agent';
import { formatAddress, type Region } from '../../../rtt';
import { badImage, type DeployableImage } from './image';

/** Values that the host writes into an image that runs on any chip: `boards/ram/given.h`. */
export interface Given {
  readonly coreHz: number;
  readonly board: string;
}

/** The way for a board whose RAM does not do. */
export const OWN_PROJECT =
  'Add the agent to a project of your own (cyclescope add): its code runs from flash, and RAM holds only its data.';

const GIVEN = 'cyclescope_given';
const BOARD_BYTES = 44;
/** The largest alignment in an image: that of its vector tables. */
const ALIGNMENT = 256;

/** Recognises an image that is to be moved to a chip's RAM. */
export function isRelocatable({ elf }: Pick<DeployableImage, 'elf'>): boolean {
  return elf.symbols.has(GIVEN);
}

/** The first address in a piece of RAM at which an image may begin. */
export const firstPlace = ({ start }: Region): number => Math.ceil(start / ALIGNMENT) * ALIGNMENT;

/**
 * Moves an image to the beginning of a piece of RAM, and writes what it is given. The whole image moves by
 * one distance, so its words change that hold addresses in it, and nothing else does.
 */
export function relocateImage(
  image: DeployableImage,
  ram: Region,
  { coreHz, board }: Given,
): DeployableImage {
  const { path, elf, file } = image;
  const { words, problem } = readAddressWords(file, elf);
  if (problem !== undefined) {
    throw badImage(path, `it cannot be moved: ${problem}`, 'Build it again.');
  }
  const given = elf.symbols.get(GIVEN)?.value ?? NaN;
  const start = Math.min(...elf.segments.map(({ vaddr }) => vaddr));
  const end = Math.max(...elf.segments.map(({ vaddr, memSize }) => vaddr + memSize));
  const place = firstPlace(ram);
  if (place + end - start > ram.end) throw tooLarge(path, end - start, ram);
  const distance = place - start;
  const isInside = (address: number) => address >= start && address <= end;
  const move = (address: number) => (isInside(address) ? address + distance : address);
  const segments = elf.segments.map((segment) => {
    const data = segment.data.slice();
    const view = new DataView(data.buffer);
    for (const word of words) {
      const at = word - segment.vaddr;
      if (at >= 0 && at < data.length) view.setUint32(at, move(view.getUint32(at, true)), true);
    }
    const at = given - segment.vaddr;
    if (at >= 0 && at < data.length) {
      view.setUint32(at, coreHz, true);
      data.set(new TextEncoder().encode(board).subarray(0, BOARD_BYTES - 1), at + 4);
    }
    return { ...segment, vaddr: move(segment.vaddr), paddr: move(segment.paddr), data };
  });
  const sections = elf.sections.map((each) => ({ ...each, address: move(each.address) }));
  return {
    ...image,
    elf: { ...elf, segments, sections, entry: move(elf.entry) },
    controlBlock: move(image.controlBlock),
  };
}

function tooLarge(path: string, bytes: number, ram: Region) {
  return badImage(
    path,
    `it needs ${bytes} bytes of RAM, and there are ${ram.end - firstPlace(ram)} at ${formatAddress(firstPlace(ram))}`,
    OWN_PROJECT,
  );
}
