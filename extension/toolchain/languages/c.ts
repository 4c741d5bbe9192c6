import { isAbsolute, resolve } from 'node:path';
import { cCall, cCompilerVersion } from '../c-compiler';
import { compile, onDebian } from '../compiler';
import { commonArgs, type ImageParts, type Language, userFlags, type Workshop } from '../plan';
import type { Recipe } from '../recipe-types';

/** What differs between the languages that GNU compilers read with the same options. */
interface Dialect {
  readonly name: string;
  readonly files: RegExp;
  compiler(recipe: Recipe): string;
  /** What every compiler is told, as this one takes it. */
  flags(given: readonly string[]): readonly string[];
  prepare?(workshop: Workshop): Promise<readonly string[]>;
  remedy?(messages: string, recipe: Recipe): string | undefined;
}

function language({ compiler, flags, ...same }: Dialect): Language {
  return {
    ...same,
    version: (recipe, signal) => cCompilerVersion(compiler(recipe), signal),
    call: ({ source, object, flags: own }, { plan }) => {
      const args = [...flags([...commonArgs(plan), ...own]), '-c', source, '-o', object];
      return cCall(compiler(plan.recipe), args, plan.signal);
    },
    dependencies: (source, plan) => {
      const args = flags([...commonArgs(plan), ...userFlags(source)]);
      return included(compiler(plan.recipe), args, source, plan);
    },
  };
}

/** C, as every agent is written in. */
export const c = language({
  name: 'C',
  files: /\.c$/,
  compiler: ({ compiler }) => compiler,
  flags: (given) => given,
});

/** The C++ compiler that belongs to a compiler of C. */
export const cppCompiler = ({ compiler }: Recipe): string => compiler.replace(/gcc$/, 'g++');

/** What bench.h needs, and what firmware does without. */
const CPP_FLAGS = [
  '-std=gnu++20',
  '-fno-exceptions',
  '-fno-rtti',
  '-fno-threadsafe-statics',
  // Nothing is destroyed: an agent does not end.
  '-fno-use-cxa-atexit',
];

/** What means nothing in C++, or what its compiler says by itself. */
const ONLY_C = ['-Wstrict-prototypes', '-D_GNU_SOURCE='];

/** A header that is not found and whose name has no ending, as only those of C++'s library have none. */
const LIBRARY_HEADER = /fatal error: [a-z_]+: No such file/;

/** C++ by the compiler beside the C compiler. */
export const cpp = language({
  name: 'C++',
  files: /\.(cpp|cc|cxx)$/,
  compiler: cppCompiler,
  flags: (given) =>
    given
      .filter((flag) => !ONLY_C.includes(flag))
      .flatMap((flag) => (flag.startsWith('-std=') ? CPP_FLAGS : [flag])),
  prepare: library,
  remedy: (messages, recipe) =>
    LIBRARY_HEADER.test(messages)
      ? `The compiler seems to be without C++'s library. ${onDebian(cppCompiler(recipe))}`
      : undefined,
});

/** A cross compiler may come without C++'s library; headers alone take many a program far. */
async function library({ plan: { recipe, cwd, signal } }: Workshop): Promise<readonly string[]> {
  const args = ['-print-file-name=libstdc++.a'];
  const { messages } = await compile(cppCompiler(recipe), args, cwd, signal);
  if (!isAbsolute(messages.trim())) return [];
  return ['-Wl,--as-needed', '-lstdc++', '-Wl,--no-as-needed'];
}

/** A source that cannot be read through has none: compiling it will say why. */
async function included(
  program: string,
  args: readonly string[],
  source: string,
  { cwd, signal }: ImageParts,
): Promise<readonly string[]> {
  const rule = await cCall(program, [...args, '-MM', '-MT', 'image', source], signal);
  const { succeeded, messages } = await compile(rule.program, rule.args, cwd, signal);
  return succeeded ? dependencies(messages).map((file) => resolve(cwd, file)) : [];
}

/** What a rule for make, as compilers write it, depends on. */
export function dependencies(rule: string): readonly string[] {
  const [, after = ''] = rule.replaceAll(/\\\r?\n/g, ' ').split(/^image:/m);
  const names = after.split('\n', 1)[0]?.match(/(?:\\.|[^\s\\])+/g) ?? [];
  return names.map((name) => name.replaceAll(/\\([ #])/g, '$1').replaceAll('$$', '$'));
}
