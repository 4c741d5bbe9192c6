import { basename } from 'node:path';
import { EngineError } from '../../base';
import type { Language } from '../plan';
import type { Recipe } from '../recipe-types';
import { c, cpp } from './c';
import { rust } from './rust';
import { zig } from './zig';

/** Every language that a benchmark can be written in. */
export const languages: readonly Language[] = [c, cpp, rust, zig];

/** The language of a source by its name. */
export function languageOf(source: string): Language | undefined {
  return languages.find(({ files }) => files.test(source));
}

/** The languages of some sources, each once and in the order above. */
export function languagesOf(sources: readonly string[]): readonly Language[] {
  return languages.filter(({ files }) => sources.some((source) => files.test(source)));
}

/** The compilers of a target's agent with their versions: that of C, then of what else is in it. */
export async function compilerVersions(
  recipe: Recipe,
  sources: readonly string[],
  signal?: AbortSignal,
): Promise<string> {
  const ours = recipe.sources.flatMap(({ files }) => files);
  const versions: string[] = [];
  for (const language of languagesOf([...ours, ...sources])) {
    const isNeeded = languagesOf(ours).includes(language);
    const source = isNeeded ? undefined : sources.find((name) => language.files.test(name));
    try {
      versions.push(await language.version(recipe, signal));
    } catch (error) {
      throw source === undefined ? error : because(source, error);
    }
  }
  return versions.join('; ');
}

/** What is missing for one of the user's sources alone, with its name: others may build without it. */
function because(source: string, error: unknown): unknown {
  if (!(error instanceof EngineError) || error.code !== 'missing-program') return error;
  const message = `${basename(source)} cannot be built. ${error.message}`;
  return new EngineError(error.code, message, error.hint);
}
