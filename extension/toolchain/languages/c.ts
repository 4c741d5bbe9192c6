import { resolve } from 'node:path';
import { cCall, cCompilerVersion } from '../c-compiler';
import { compile } from '../compiler';
import { commonArgs, type ImageParts, userFlags } from '../plan';
import type { Recipe } from '../recipe-types';
import type { Dependencies, Language } from './language';
import type { Token } from './lex';
import { type Closer, type FoundDeclaration, readOptions } from './reading';

/** Differences between the languages that GNU compilers read with the same options. */
interface Dialect extends Omit<
  Language,
  'version' | 'options' | 'call' | 'findDependencies' | 'reading'
> {
  compiler(recipe: Recipe): string;
  /** Options of every compiler, in this one's form. */
  flags(given: readonly string[]): readonly string[];
}

/** A language that is compiled and parsed like C. */
export function dialect({ compiler, flags, ...same }: Dialect): Language {
  return {
    ...same,
    reading: { mark: 'CYCLESCOPE_BENCH', declaration },
    version: (recipe, signal) => cCompilerVersion(compiler(recipe), signal),
    options: (recipe) => flags(recipe.flags),
    call: ({ source, object, flags: own }, { plan }) => {
      const args = [...flags([...commonArgs(plan), ...own]), '-c', source, '-o', object];
      return cCall(compiler(plan.recipe), args, plan.signal);
    },
    findDependencies: (source, plan) => {
      const args = flags([...commonArgs(plan), ...userFlags(source, plan)]);
      return listIncluded(compiler(plan.recipe), args, source, plan);
    },
  };
}

/** C, the language of the agent. */
export const c = dialect({
  id: 'c',
  name: 'C',
  endings: ['c'],
  headers: ['h'],
  editor: { id: 'c', isBuiltIn: true },
  compiler: ({ compiler }) => compiler,
  flags: (given) => given,
});

const MACROS = new Set(['CYCLESCOPE_BENCH', 'CYCLESCOPE_BENCH_CUSTOM']);

/** `CYCLESCOPE_BENCH(name, .option = value)`, mostly with a block after it. */
function declaration(
  all: readonly Token[],
  first: number,
  closer: Closer,
): FoundDeclaration | undefined {
  if (!MACROS.has(all[first]?.text ?? '')) return undefined;
  const [open, name, behind] = [all[first + 1], all[first + 2], all[first + 3]];
  if (open?.text !== '(' || name?.kind !== 'name') return undefined;
  if (behind?.text !== ',' && behind?.text !== ')') return undefined;
  const close = closer.get(first + 1);
  if (close === undefined) return undefined;
  const hasBlock = all[close + 1]?.text === '{';
  return {
    op: name.text,
    close,
    options: readOptions(all.slice(first + 4, close)),
    last: (hasBlock ? closer.get(close + 1) : undefined) ?? close,
  };
}

const NOT_FOUND = /fatal error: (.+): No such file or directory/;

/** A source that cannot be parsed has none; compiling it will report why. */
async function listIncluded(
  program: string,
  args: readonly string[],
  source: string,
  { cwd, signal }: ImageParts,
): Promise<Dependencies> {
  const rule = await cCall(program, [...args, '-MM', '-MT', 'image', source], signal);
  const { succeeded, messages } = await compile(rule.program, rule.args, cwd, signal);
  if (!succeeded) return { files: [], missing: NOT_FOUND.exec(messages)?.[1] };
  return { files: dependencies(messages).map((file) => resolve(cwd, file)) };
}

/** Reads the dependencies of a make rule written by a compiler. */
export function dependencies(rule: string): readonly string[] {
  const [, after = ''] = rule.replaceAll(/\\\r?\n/g, ' ').split(/^image:/m);
  const names = after.split('\n', 1)[0]?.match(/(?:\\.|[^\s\\])+/g) ?? [];
  return names.map((name) => name.replaceAll(/\\([ #])/g, '$1').replaceAll('$$', '$'));
}
