import { isAbsolute, join, relative } from 'node:path';
import { inParallel } from './compiler';
import { languageOf } from './languages';
import type { ImageParts } from './plan';

/**
 * The other files that the user's sources are made of, as their compilers find them: a change in one
 * of them makes another image. Ours are recognised by their folder.
 */
export async function userHeaders(plan: ImageParts): Promise<readonly string[]> {
  const { packageFolder, userFiles } = plan;
  const found = new Set<string>();
  await inParallel(userFiles, async (source) => {
    const files = await languageOf(source)?.dependencies(source, plan);
    for (const file of files ?? []) found.add(file);
  });
  const ours = join(packageFolder, 'target-agent');
  return [...found].filter((file) => !userFiles.includes(file) && !isBelow(ours, file)).sort();
}

function isBelow(folder: string, file: string): boolean {
  const inside = relative(folder, file);
  return !inside.startsWith('..') && !isAbsolute(inside);
}
