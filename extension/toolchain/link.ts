import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { seedRandom } from '../base';
import { cCall } from './c-compiler';
import { compile } from './compiler';
import { linkFailure, NeededSources } from './link-failure';
import type { Unit, CompileContext } from './plan';

/** Links an image; with a layout once more, when it is known what there is to place. */
export async function link(
  context: CompileContext,
  units: readonly Unit[],
  libraries: readonly string[],
): Promise<void> {
  const { plan, work } = context;
  const { linkerScript } = plan.recipe;
  const own = linkerScript && join(plan.packageFolder, linkerScript);
  const objects = [...units.map((unit) => relative(work, unit.object)), ...libraries];
  if (plan.layout === undefined) {
    const messages = await linkWith(context, own === undefined ? [] : ['-T', own], objects);
    if (messages) plan.onMessage(messages);
    return;
  }
  const printed = await linkWith(context, own ? ['-T', own] : ['-Wl,--verbose'], objects);
  const script = own === undefined ? extractBuiltInScript(printed) : await readFile(own, 'utf8');
  const map = await readFile(join(work, MAP), 'utf8');
  await writeFile(join(work, 'layout.ld'), layoutScript(script, map, plan.layout));
  await linkWith(context, ['-T', 'layout.ld'], objects);
}

/** The linker map, in the work folder. */
export const MAP = 'agent.map';

/** Links objects with options for the linker script; resolves to what the linker prints. */
async function linkWith(
  { plan, work }: CompileContext,
  script: readonly string[],
  objects: readonly string[],
): Promise<string> {
  const { recipe, packageFolder } = plan;
  const included = recipe.linkerScript === undefined ? [] : recipe.includes;
  const args = [
    ...recipe.flags,
    ...recipe.linkFlags,
    '-Wl,--build-id=none',
    ...included.map((folder) => `-L${join(packageFolder, folder)}`),
    ...script,
    `-Wl,-Map=${join(work, MAP)}`,
    ...objects,
    '-o',
    'agent.elf',
  ];
  const call = await cCall(recipe.compiler, args, plan.signal);
  const { succeeded, messages } = await compile(call.program, call.args, work, plan.signal);
  if (succeeded) return messages;
  const failure = await linkFailure(plan.build, messages, plan);
  if (!(failure instanceof NeededSources)) plan.onMessage(messages);
  throw failure;
}

/** Cuts the linker's own script out of what `ld --verbose` prints. */
const extractBuiltInScript = (printed: string) => printed.split(/^={20,}$/m)[1] ?? '';

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
