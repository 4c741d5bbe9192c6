import { isAbsolute, join, relative, resolve } from 'node:path';
import { compile, inParallel } from './compiler';
import { type ImageParts, userArgs } from './image';

/**
 * The headers that the user's sources include, as the compiler finds them: a change in one of them
 * makes another image. Ours are told by their folder. A source that cannot be read through has none:
 * compiling it will say why.
 */
export async function userHeaders(plan: ImageParts): Promise<readonly string[]> {
  const { recipe, cwd, packageFolder, userFiles, signal } = plan;
  const found = new Set<string>();
  await inParallel(userFiles, async (source) => {
    const args = [...userArgs(plan, source), '-MM', '-MT', 'image', source];
    const { succeeded, messages } = await compile(recipe.compiler, args, cwd, signal);
    if (!succeeded) return;
    for (const file of dependencies(messages)) found.add(resolve(cwd, file));
  });
  const ours = join(packageFolder, 'target-agent');
  return [...found].filter((file) => !userFiles.includes(file) && !isBelow(ours, file)).sort();
}

/** What a rule for make, as compilers write it, depends on. */
export function dependencies(rule: string): readonly string[] {
  const [, after = ''] = rule.replaceAll(/\\\r?\n/g, ' ').split(/^image:/m);
  const names = after.split('\n', 1)[0]?.match(/(?:\\.|[^\s\\])+/g) ?? [];
  return names.map((name) => name.replaceAll(/\\([ #])/g, '$1').replaceAll('$$', '$'));
}

function isBelow(folder: string, file: string): boolean {
  const inside = relative(folder, file);
  return !inside.startsWith('..') && !isAbsolute(inside);
}
