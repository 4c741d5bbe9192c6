import { seedRandom } from '../base';

/** A part of an object file that the linker places as a whole: a function, a variable, or all of a file. */
interface Section {
  readonly name: string;
  readonly object: string;
}

/** The kinds of sections that are moved, each among its own. */
const KINDS = ['text', 'rodata', 'data', 'bss'] as const;

/** Longer padding than a line of any cache or flash prefetcher of a microcontroller. */
const MOST_PADDING = 64;

/** The alignments of functions in bytes, by turns; 1 keeps that of the compiler. */
const ALIGNMENTS = [1, 8, 16];

/**
 * Changes a linker script such that the same objects are linked in another order and alignment:
 * `*(.text*)` becomes `. = . + 12; "core/run.o"(.text.b) "core/run.o"(.text.a) *(.text*)`. The first line of
 * each kind is replaced; sections of libraries, and strings that are merged, follow in their own order.
 * Equal seeds make equal layouts. `map` is the linker map of the image as it is usually linked.
 */
export function layoutScript(script: string, map: string, seed: number): string {
  const random = seedRandom(seed);
  const sections = parsePlacedSections(map);
  return KINDS.reduce((text, kind) => {
    const own = sections.filter(({ name }) => name.split('.')[1] === kind);
    const alignment = kind === 'text' ? (ALIGNMENTS[seed % ALIGNMENTS.length] ?? 1) : 1;
    const padding = 4 * (1 + Math.floor(random() * (MOST_PADDING / 4)));
    const placed = shuffle(own, random).map(({ name, object }) => {
      const aligned = alignment === 1 ? '' : `. = ALIGN(${alignment}); `;
      return `${aligned}"${object}"(${name})`;
    });
    const first = new RegExp(`\\*\\(\\.${kind}(?=\\*\\)| )`);
    return text.replace(
      first,
      (pattern) => `. = . + ${padding};\n${placed.join('\n')}\n${pattern}`,
    );
  }, script);
}

/** Reads from a GNU linker map where the sections of objects are placed; empty ones are left out. */
function parsePlacedSections(map: string): Section[] {
  const kinds = KINDS.join('|');
  const line = new RegExp(
    `^ (\\.(?:${kinds})(?:\\.[\\w.$]+)?)\\s+0x[0-9a-f]+\\s+0x(?!0 )[0-9a-f]+ ([^()\\n]+\\.o)$`,
    'gm',
  );
  const placed = map.slice(map.indexOf('\nLinker script and memory map'));
  return [...placed.matchAll(line)]
    .map(([, name = '', object = '']) => ({ name, object }))
    .filter(({ name, object }) => !MERGED.test(name) && !isGlob(object));
}

/** Strings and constants that the linker merges with equal ones of other objects. */
const MERGED = /\.(?:str|cst)\d/;

/** A linker script has no way to quote these. */
const isGlob = (object: string) => /["*?[\]\\]/.test(object);

function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  const keyed = items.map((item) => ({ item, key: random() }));
  return keyed.sort((one, other) => one.key - other.key).map(({ item }) => item);
}
