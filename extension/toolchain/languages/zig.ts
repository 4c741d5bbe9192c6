import { writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { findZig } from '../c-compiler';
import { type ImageParts, prefixes } from '../plan';
import type { Recipe } from '../recipe-types';
import type { ForeignTarget, Language } from './language';
import type { Token } from './lex';
import {
  type Closer,
  type FoundDeclaration,
  collectNamedFiles,
  readOptions,
  stringValue,
} from './reading';

const BINDING = 'target-agent/bindings/zig/cyclescope.zig';

/** Zig's names of the targets; only on this computer must its instruction set be limited. */
const targets: Readonly<Record<string, ForeignTarget>> = {
  'qemu-freertos-m7': { target: 'thumb-freestanding-eabihf', flags: ['-mcpu=cortex_m7'] },
  'qemu-freertos-m3': { target: 'thumb-freestanding-eabi', flags: ['-mcpu=cortex_m3'] },
  'local-linux': { target: 'native', flags: ['-mcpu=baseline'] },
  'linux-x86-64': { target: 'x86_64-linux-gnu', flags: ['-mcpu=baseline'] },
  'linux-arm64': { target: 'aarch64-linux-gnu', flags: ['-mcpu=baseline'] },
  'linux-armhf': { target: 'arm-linux-gnueabihf', flags: ['-mcpu=generic+v7a+vfp3d16'] },
  'linux-nommu': { target: 'thumb-linux-musleabi', flags: ['-mcpu=cortex_m3', '-fPIE'] },
};

/** Options of every source: without safety checks, and with debug information. */
const FLAGS = ['-OReleaseFast', '-fno-strip', '-fno-unwind-tables', '-fsingle-threaded'];

/** Zig without safety checks, as quick as the agent's C; each source is an object of its own. */
export const zig: Language = {
  id: 'zig',
  name: 'Zig',
  endings: ['zig'],
  editor: { id: 'zig', isBuiltIn: false },
  reading: { mark: '@src()', literals: /\\\\[^\n]*/y, declaration },
  bindings: { operations: 'operations.zig', needs: 'Zig 0.17 (`pip install ziglang`)' },
  targets,
  hasParts: true,
  callsInterface: true,
  options,
  version: async (_, signal) => `zig ${(await findZig(signal)).version}`,
  call: async ({ source, object }, { plan, work }) => {
    const { program, args } = await findZig(plan.signal);
    const place = `${object}.place.zig`;
    await writeFile(place, makePlaceModule(source, plan));
    const uses = (...names: readonly string[]) => names.flatMap((name) => ['--dep', name]);
    return {
      program,
      args: [
        ...args,
        'build-obj',
        ...options(plan.recipe),
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
  // Newlib's parts in assembler are not marked so; beside Zig's, which are, the linker would warn.
  prepare: () => Promise.resolve(['-Wl,-z,noexecstack']),
  findDependencies: async (source) => ({ files: await collectNamedFiles(source, listNamedFiles) }),
};

/** `bench(@src(), "name", .{ .option = value }, operation)`; the operation is a function elsewhere. */
function declaration(
  all: readonly Token[],
  first: number,
  closer: Closer,
): FoundDeclaration | undefined {
  const texts = all.slice(first, first + 7).map(({ text }) => text);
  if (texts.join(' ') !== 'bench ( @ src ( ) ,') return undefined;
  const name = all[first + 7];
  const close = closer.get(first + 1);
  if (name?.kind !== 'string' || close === undefined) return undefined;
  const open = first + 10;
  const options = all.slice(open + 1, closer.get(open) ?? open);
  return { op: stringValue(name.text), options: readOptions(options), close, last: close };
}

function options({ target }: Recipe): readonly string[] {
  const given = targets[target];
  return [...FLAGS, ...(given ? ['-target', given.target, ...given.flags] : [])];
}

/** Zig's source lines contain only a source's name: adds the folder, and a name that no other source has. */
function makePlaceModule(source: string, plan: ImageParts): string {
  const path = prefixes(plan).reduce((text, [from, to]) => text.replace(from, to), source);
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const texts = { folder, unique: `${path.replaceAll(/\W/g, '_')}_` };
  return Object.entries(texts)
    .map(([name, text]) => `pub const ${name} = ${JSON.stringify(text)};\n`)
    .join('');
}

/** Paths that a text names; a name without a dot is a module. */
const listNamedFiles = (text: string, file: string) =>
  [...text.matchAll(/@(?:import|embedFile)\("([^"\n]+\.[^"\n]+)"\)/g)].map(([, name = '']) =>
    resolve(dirname(file), name),
  );
