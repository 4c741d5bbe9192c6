import { writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type ImageParts, type Language, prefixes } from '../plan';
import type { Recipe } from '../recipe-types';
import { findZig } from '../zig-program';
import { partsOf } from './parts';

const BINDING = 'target-agent/bindings/zig/cyclescope.zig';

/** Zig without safety checks, as quick as the agent's C; each source is an object of its own. */
export const zig: Language = {
  name: 'Zig',
  files: /\.zig$/,
  hasParts: true,
  callsInterface: true,
  version: async (_, signal) => `zig ${(await findZig(signal)).version}`,
  call: async ({ source, object }, { plan, work }) => {
    const { program, args } = await findZig(plan.signal);
    const place = `${object}.place.zig`;
    await writeFile(place, placeOf(source, plan));
    const uses = (...names: readonly string[]) => names.flatMap((name) => ['--dep', name]);
    return {
      program,
      args: [
        ...args,
        'build-obj',
        '-OReleaseFast',
        '-fno-strip',
        '-fno-unwind-tables',
        '-fsingle-threaded',
        ...targetOf(plan.recipe),
        ...uses('cyclescope'),
        `-Mroot=${source}`,
        ...uses('place'),
        `-Mcyclescope=${join(plan.packageFolder, BINDING)}`,
        `-Mplace=${place}`,
        `-femit-bin=${object}`,
        '--cache-dir',
        join(work, 'zig'),
      ],
    };
  },
  // Newlib's parts in assembler do not say so, which the linker would wonder at beside Zig's that do.
  prepare: () => Promise.resolve(['-Wl,-z,noexecstack']),
  dependencies: (source) => partsOf(source, imported),
};

const targetOf = ({ zig: given }: Recipe): readonly string[] =>
  given ? ['-target', given.target, ...given.flags] : [];

/** Zig tells of a source's place its name alone: the folder, and what no other source has. */
function placeOf(source: string, plan: ImageParts): string {
  const path = prefixes(plan).reduce((text, [from, to]) => text.replace(from, to), source);
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const texts = { folder, unique: `${path.replaceAll(/\W/g, '_')}_` };
  return Object.entries(texts)
    .map(([name, text]) => `pub const ${name} = ${JSON.stringify(text)};\n`)
    .join('');
}

/** What a text names with a path; a name without a dot is a module's. */
const imported = (text: string, file: string) =>
  [...text.matchAll(/@(?:import|embedFile)\("([^"\n]+\.[^"\n]+)"\)/g)].map(([, name = '']) =>
    resolve(dirname(file), name),
  );
