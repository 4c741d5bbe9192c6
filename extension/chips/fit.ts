import type { Chip, ChipMemory } from './table';

const KB = 1024;

/** A contiguous piece of RAM, perhaps of several memories. */
interface Ram {
  readonly start: number;
  readonly size: number;
  /** The vendor's names of its memories. */
  readonly names: readonly string[];
}

/**
 * The benchmarks that fit on a bare board, by the RAM that holds code, data and stacks of an image;
 * the most first. Headline images with the white paper's four families take up to 37,000 bytes, and a part of
 * them alone 18,100 to 21,600: within 20 KB `thread` can create and join threads, but not yield or sleep.
 * Images with everything are built where there is a compiler.
 */
export const fits = [
  { id: 'everything', title: 'everything', ram: 96 * KB },
  { id: 'four-families', title: "the white paper's four families", ram: 37 * KB },
  { id: 'family-by-family', title: 'the four families, one after the other', ram: 22 * KB },
  { id: 'some-families', title: 'some of the four families', ram: 20 * KB },
  { id: 'none', title: 'nothing', ram: 0 },
] as const;
export type Fit = (typeof fits)[number];
const NOTHING = fits[4];

/** The first addresses that do not execute without set-up: peripherals, then external memory. */
const END_OF_RAM = 0x4000_0000;

/** Data TCM is not for instructions, although the table lists it as RAM like any other. */
function holdsCode({ kind, start, name = '' }: ChipMemory): boolean {
  return kind === 'ram' && start < END_OF_RAM && !name.includes('DTC');
}

/** Joins memories that touch or overlap; some are listed twice. */
function joinMemories(memories: readonly ChipMemory[]): readonly Ram[] {
  const joined: Ram[] = [];
  for (const { start, size, name } of memories.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    const names = name === undefined ? [] : [name];
    if (last === undefined || start > last.start + last.size) joined.push({ start, size, names });
    else {
      const end = Math.max(last.start + last.size, start + size);
      const all = [...new Set([...last.names, ...names])];
      joined[joined.length - 1] = { start: last.start, size: end - last.start, names: all };
    }
  }
  return joined;
}

/**
 * Finds the largest piece of RAM from which a core executes, as far as the table shows. Aliases are
 * joined only with each other, because they are the same cells; of two pieces of equal size, the
 * one that programs use for data is chosen.
 */
export function largestRam(memories: readonly ChipMemory[]): Ram | undefined {
  const usable = memories.filter(holdsCode);
  const pieces = [
    ...joinMemories(usable.filter(({ isAlias }) => !isAlias)),
    ...joinMemories(usable.filter(({ isAlias }) => isAlias)),
  ];
  const [best] = pieces.toSorted((a, b) => b.size - a.size || rankRam(a) - rankRam(b));
  return best;
}

const rankRam = ({ start }: Ram) => (start >= 0x2000_0000 ? 0 : 1);

/** Returns what fits into the RAM of a chip's first core. */
function fitOfRam({ cores: [first] }: Chip): Fit {
  const size = largestRam(first.memories)?.size ?? 0;
  return fits.find((fit) => size >= fit.ram) ?? NOTHING;
}

/** Returns what fits on a chip: nothing, if it is certain that no image in its RAM works. */
export function fitOfChip(chip: Chip): Fit {
  return isPlainM0(chip) ? NOTHING : fitOfRam(chip);
}

/** Counts chips by what their RAM is enough for. */
export function countFits(chips: readonly Chip[]): Readonly<Record<Fit['id'], number>> {
  const counts: Record<Fit['id'], number> = {
    everything: 0,
    'four-families': 0,
    'family-by-family': 0,
    'some-families': 0,
    none: 0,
  };
  for (const chip of chips) counts[fitOfRam(chip).id] += 1;
  return counts;
}

/** Families of plain Cortex-M0, whose vectors stay in flash, with the reason why nothing can run from their RAM. */
const PLAIN_M0: readonly (readonly [string, string])[] = [
  ['STM32F0 Series', 'Its Cortex-M0 has no VTOR: interrupts always go to the vectors at address 0'],
  ['nRF51 Series', 'Its Cortex-M0 has neither VTOR nor SysTick, so no image in RAM gets a tick'],
];

const isPlainM0 = ({ family }: Chip) => PLAIN_M0.some(([name]) => name === family);

/** A reason why benchmarks may not run on a chip, and the remedy. */
interface Obstacle {
  readonly what: string;
  readonly remedy: string;
  /** It is certain; otherwise it depends on what the chip answers when it is connected. */
  readonly isCertain: boolean;
}

/** The remedy for a chip with too little RAM. */
export const OWN_PROJECT =
  'Add the agent to a project of your own (cyclescope add): its code runs from flash, and RAM holds only its data.';

/** The way for a core whose interrupts always go to the vectors at address 0. */
export const NO_VTOR =
  "FreeRTOS's agent needs VTOR in a project of your own, too. Zephyr's does not, but was not tried on a Cortex-M0.";

/** Lists what keeps or may keep benchmarks from a chip. */
export function listObstacles(chip: Chip): readonly Obstacle[] {
  const [core] = chip.cores;
  const [, plain] = PLAIN_M0.find(([family]) => family === chip.family) ?? [];
  const needed = Math.min(...fits.flatMap((fit) => (fit.ram === 0 ? [] : [fit.ram])));
  const size = largestRam(core.memories)?.size ?? 0;
  const short =
    size === 0
      ? 'The table lists no RAM from which it executes'
      : `${size / KB} KB of RAM execute, and the smallest image needs ${needed / KB} KB`;
  return [
    ...(size < needed ? [{ what: short, remedy: OWN_PROJECT, isCertain: true }] : []),
    ...(plain === undefined ? [] : [{ what: plain, remedy: NO_VTOR, isCertain: true }]),
    ...(plain === undefined && core.architecture === 'armv6m' ? [MAYBE_M0] : []),
  ];
}

const MAYBE_M0: Obstacle = {
  what: 'The table does not distinguish Cortex-M0 from Cortex-M0+: an image in RAM needs VTOR, which a plain Cortex-M0 lacks',
  remedy: `Connect it: VTOR is tested by writing it. Without it: ${NO_VTOR}`,
  isCertain: false,
};
