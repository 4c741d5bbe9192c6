import { isAbsolute } from 'node:path';
import { compile, installationOfCompiler } from '../compiler';
import type { CompileContext } from '../plan';
import type { Recipe } from '../recipe-types';
import { dialect } from './c';

/** The C++ compiler that belongs to a compiler of C. */
const cppCompiler = ({ compiler }: Recipe): string => compiler.replace(/gcc$/, 'g++');

/** Options that bench.h needs, and features that firmware does without. */
const CPP_FLAGS = [
  '-std=gnu++20',
  '-fno-exceptions',
  '-fno-rtti',
  '-fno-threadsafe-statics',
  // Nothing is destroyed: an agent does not end.
  '-fno-use-cxa-atexit',
];

/** Options that have no meaning in C++, or that its compiler implies. */
const ONLY_C = ['-Wstrict-prototypes', '-D_GNU_SOURCE='];

/** A header that is not found and whose name has no ending, as only those of C++'s library have none. */
const LIBRARY_HEADER = /fatal error: [a-z_]+: No such file/;

/** C++ by the compiler beside the C compiler. */
export const cpp = dialect({
  id: 'cpp',
  name: 'C++',
  endings: ['cpp', 'cc', 'cxx'],
  headers: ['hpp'],
  editor: { id: 'cpp', isBuiltIn: true },
  bindings: { operations: 'operations.cpp', needs: '`g++` of the same toolchain' },
  compiler: cppCompiler,
  flags: (given) =>
    given
      .filter((flag) => !ONLY_C.includes(flag))
      .flatMap((flag) => (flag.startsWith('-std=') ? CPP_FLAGS : [flag])),
  prepare: library,
  remedy: (messages, recipe) =>
    LIBRARY_HEADER.test(messages)
      ? `The compiler has no C++ standard library. ${installationOfCompiler(cppCompiler(recipe))}`
      : undefined,
});

/** A cross compiler may lack the C++ library; for many programs its headers are enough. */
async function library({
  plan: { recipe, cwd, signal },
}: CompileContext): Promise<readonly string[]> {
  const args = ['-print-file-name=libstdc++.a'];
  const { messages } = await compile(cppCompiler(recipe), args, cwd, signal);
  if (!isAbsolute(messages.trim())) return [];
  return ['-Wl,--as-needed', '-lstdc++', '-Wl,--no-as-needed'];
}
