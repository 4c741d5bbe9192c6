import { mkdir, readdir } from 'node:fs/promises';
import { basename, join, parse, resolve } from 'node:path';
import { EngineError } from '../../base';
import { compile } from '../compiler';
import { type ImageParts, prefixes, type CompileContext } from '../plan';
import type { Recipe } from '../recipe-types';
import type { ForeignTarget, Language } from './language';
import type { Token } from './lex';
import { type Closer, type FoundDeclaration, collectNamedFiles, readOptions } from './reading';

const RUSTUP = 'Install Rust: https://rustup.rs';
const BINDING = 'target-agent/bindings/rust';

/** Options of every source: as fast as the agent's C, and a panic ends the agent. */
const FLAGS = [
  '--edition=2021',
  '-g',
  '-Copt-level=2',
  '-Cpanic=abort',
  '-Ccodegen-units=1',
  // Checks that overflow is what it is in C cost nothing in either.
  '-Coverflow-checks=off',
];

const targets: NonNullable<Language['targets']> = {
  'qemu-freertos-m7': { target: 'thumbv7em-none-eabihf', flags: ['-Ctarget-cpu=cortex-m7'] },
  'qemu-freertos-m3': { target: 'thumbv7m-none-eabi', flags: [] },
  'local-linux': 'this computer',
  'linux-x86-64': { target: 'x86_64-unknown-linux-gnu', flags: [] },
  'linux-arm64': { target: 'aarch64-unknown-linux-gnu', flags: [] },
  'linux-armhf': { target: 'armv7-unknown-linux-gnueabihf', flags: [] },
};

const LITERALS =
  /(?:b|c|br|cr|r)?(?:(?<=r)(#*)"[^]*?"\1|"(?:\\[^]|[^"\\])*"?)|'(?:\\[^\n']*'|[^\n\\']'|)/y;

/** A message of rustc, and the line with its location. */
const MESSAGE = /^(error|warning)(?:\[\w+\])?: (.+)\r?\n +--> (.+)$/gm;

/** Rust without its standard library; each source is a crate of its own, beside the crate `cyclescope`. */
export const rust: Language = {
  id: 'rust',
  name: 'Rust',
  endings: ['rs'],
  editor: { id: 'rust', isBuiltIn: true },
  reading: { mark: 'bench!', literals: LITERALS, declaration },
  bindings: { operations: 'operations.rs', needs: "`rustc` with the target's `core`" },
  targets,
  hasParts: true,
  callsInterface: true,
  version,
  options,
  prepare,
  call: ({ source, object }, { plan, work }) => ({
    program: 'rustc',
    args: [...userArgs(plan, work), source, '--emit=obj', '-o', object],
  }),
  putLocationsFirst: (messages) => messages.replaceAll(MESSAGE, '$3: $1: $2'),
  findDependencies: async (source) => ({ files: await collectNamedFiles(source, listNamedFiles) }),
};

/** `bench!(name, option = value, |run, i| ..)`, in any brackets; not its definition. */
function declaration(
  all: readonly Token[],
  first: number,
  closer: Closer,
): FoundDeclaration | undefined {
  const [word, sign, , name, behind] = all.slice(first, first + 5);
  if (word?.text !== 'bench' || sign?.text !== '!') return undefined;
  const close = closer.get(first + 2);
  if (name?.kind !== 'name' || behind?.text !== ',' || close === undefined) return undefined;
  const options = readOptions(all.slice(first + 5, close), '');
  return { op: name.text, options, close, last: close };
}

/** A module is beside the file that declares it, or in a folder named like that file. */
function listNamedFiles(text: string, file: string): readonly string[] {
  const { dir, name } = parse(file);
  const included = text.matchAll(/\b(?:include\w*!\s*\(|path\s*=)\s*"([^"\n]+)"/g);
  const modules = [...text.matchAll(/\bmod\s+(\w+)\s*;/g)].flatMap(([, part = '']) =>
    [dir, join(dir, name)].flatMap((at) => [join(at, `${part}.rs`), join(at, part, 'mod.rs')]),
  );
  return [...[...included].map(([, path = '']) => resolve(dir, path)), ...modules];
}

function findForeignTarget({ target }: Recipe): ForeignTarget | undefined {
  const given = targets[target];
  return given === 'this computer' ? undefined : given;
}

function options(recipe: Recipe): readonly string[] {
  const given = findForeignTarget(recipe);
  return [...FLAGS, ...(given ? ['--target', given.target, ...given.flags] : [])];
}

async function version(recipe: Recipe, signal: AbortSignal | undefined): Promise<string> {
  const { messages } = await rustc(['--version'], signal);
  const target = findForeignTarget(recipe)?.target;
  if (target !== undefined) await requireCore(target, signal);
  return messages.trim();
}

/** The compiler may lack a target's core library. */
async function requireCore(target: string, signal: AbortSignal | undefined): Promise<void> {
  const { messages } = await rustc(['--print', 'target-libdir', '--target', target], signal);
  const files = await readdir(messages.trim()).catch(() => []);
  if (files.some((name) => name.startsWith('libcore-'))) return;
  throw new EngineError(
    'missing-program',
    `Rust's core library for ${target} is not installed.`,
    `Install it with: rustup target add ${target}`,
  );
}

async function rustc(args: readonly string[], signal: AbortSignal | undefined) {
  try {
    return await compile('rustc', args, '/', signal);
  } catch (error) {
    if (!(error instanceof EngineError) || error.code !== 'missing-program') throw error;
    throw new EngineError('missing-program', 'The compiler rustc was not found.', RUSTUP);
  }
}

const getLibraryPath = (work: string) => join(work, 'rust', 'libcyclescope.rlib');

function userArgs(plan: ImageParts, work: string): readonly string[] {
  return [...args(plan), '--crate-type=lib', '--extern', `cyclescope=${getLibraryPath(work)}`];
}

function args(plan: ImageParts): readonly string[] {
  const maps = prefixes(plan).map(([from, to]) => `--remap-path-prefix=${from}=${to}`);
  return [...options(plan.recipe), ...maps];
}

/**
 * The crate `cyclescope`, and an archive with Rust's core and what a panic does. The C library comes
 * before that archive: its memcpy is the one that the agent has without Rust, too.
 */
async function prepare({ plan, work }: CompileContext): Promise<readonly string[]> {
  const folder = join(work, 'rust');
  await mkdir(folder, { recursive: true });
  const make = async (name: string, ...more: readonly string[]) => {
    const source = join(plan.packageFolder, BINDING, `${name}.rs`);
    const call = [...args(plan), source, ...more];
    const { succeeded, messages } = await compile('rustc', call, folder, plan.signal);
    if (messages) plan.onMessage(messages);
    if (!succeeded) {
      throw new EngineError(
        'build-failed',
        `${basename(source)} does not compile.`,
        "Update rustc, or install the target's core: rustup target add.",
      );
    }
  };
  await make('cyclescope', '--crate-type=rlib', '-o', getLibraryPath(work));
  await make('panic', '--crate-type=staticlib', '-o', join(folder, 'libcyclescope_panic.a'));
  return ['-lc', getLibraryPath(work), join(folder, 'libcyclescope_panic.a')];
}
