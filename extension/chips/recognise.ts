import type { Chip, IdentityWord } from './table';

/** Reads a word of a chip's memory; undefined where nothing answers. */
export type ReadWord = (address: number) => Promise<number | undefined>;

/**
 * Recognises a chip by words of its memory, and reads none that the table does not name:
 *
 *     await recogniseChip(chips, (address) => readWord(memory, address)); // nRF52840_xxAA
 *
 * Undefined for a chip whose family the table has no such words of.
 */
export async function recogniseChip(
  chips: readonly Chip[],
  read: ReadWord,
): Promise<Chip | undefined> {
  const known = new Map<number, number | undefined>();
  const hasWord = async ({ address, mask, value }: IdentityWord) => {
    if (!known.has(address)) known.set(address, await read(address));
    const found = known.get(address);
    return found !== undefined && (found & mask) >>> 0 === value;
  };
  for (const chip of chips) {
    for (const words of chip.identities ?? []) {
      if (await holds(words, hasWord)) return chip;
    }
  }
  return undefined;
}

async function holds(
  words: readonly IdentityWord[],
  hasWord: (word: IdentityWord) => Promise<boolean>,
): Promise<boolean> {
  for (const word of words) if (!(await hasWord(word))) return false;
  return true;
}
