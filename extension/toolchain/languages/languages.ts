import { basename } from 'node:path';
import { normalPath } from '../../agent';
import { EngineError } from '../../base';
import type { Recipe } from '../recipe-types';
import { parseBenches, parseFunctions, type SourceBench } from './benches';
import { c } from './c';
import { cpp } from './cpp';
import type { Language } from './language';
import { rust } from './rust';
import { zig } from './zig';

/** Every language that a benchmark can be written in. */
export const languages: readonly Language[] = [c, cpp, rust, zig];

/** The endings of all sources, without the dot. */
export const sourceEndings = languages.flatMap(({ endings }) => endings);

/** The endings of what sources include. */
export const headerEndings = languages.flatMap(({ headers = [] }) => headers);

/** The endings of both. */
export const codeEndings = [...sourceEndings, ...headerEndings];

const getEnding = (path: string) => /\.(\w+)$/.exec(path)?.[1] ?? '';
const matchesEnding = ({ endings }: Language, source: string) =>
  endings.includes(getEnding(source));

/** The language of a source by its name. */
export function findLanguage(source: string): Language | undefined {
  return languages.find((language) => matchesEnding(language, source));
}

/** The languages of some sources, each once and in the order above. */
export function listLanguages(sources: readonly string[]): readonly Language[] {
  return languages.filter((language) => sources.some((source) => matchesEnding(language, source)));
}

/** Every benchmark that a file's text declares, in its order; headers are read as C. */
export function findBenches(text: string, path: string): readonly SourceBench[] {
  return parseBenches(text, (findLanguage(path) ?? c).reading);
}

/** The functions that a file's text defines for other files; none where that is not known. */
export function findDefinedFunctions(text: string, path: string): ReadonlySet<string> {
  const language = findLanguage(path);
  return language === c || language === cpp ? parseFunctions(text) : new Set();
}

/** The agent's sources in a package, of which the families are all benchmarks. */
const BUILT_IN =
  /(?:^|\/)(target-agent\/(?:bindings|boards|clocks|core|families|include|parts|ports)\/(?:[\w-]+\/)*[\w.-]+\.(\w+))$/;

/** The path inside the package of a source of the agent that comes with Cyclescope, if it is one. */
export function findBuiltInPath(file: string): string | undefined {
  const [, path, ending = ''] = BUILT_IN.exec(normalPath(file)) ?? [];
  return codeEndings.includes(ending) ? path : undefined;
}

/** Compiler output with the line of the source before each message, as in gcc's. */
export function putAllLocationsFirst(messages: string): string {
  return languages.reduce(
    (text, { putLocationsFirst }) => putLocationsFirst?.(text) ?? text,
    messages,
  );
}

/** The compilers of a target's agent with their versions: that of C, then of what else is in it. */
export async function compilerVersions(
  recipe: Recipe,
  sources: readonly string[],
  signal?: AbortSignal,
): Promise<string> {
  const ours = recipe.sources.flatMap(({ files }) => files);
  const versions: string[] = [];
  for (const language of listLanguages([...ours, ...sources])) {
    const isNeeded = listLanguages(ours).includes(language);
    const source = isNeeded ? undefined : sources.find((name) => matchesEnding(language, name));
    if (language.targets && !(recipe.target in language.targets)) {
      throw new EngineError(
        'refused',
        `${basename(source ?? language.name)} cannot be built for ${recipe.target}: ${language.name} has no such target here.`,
        'Choose another target, or write the benchmark in C.',
      );
    }
    try {
      versions.push(await language.version(recipe, signal));
    } catch (error) {
      throw source === undefined ? error : because(source, error);
    }
  }
  return versions.join('; ');
}

/** Adds the name of the source that needs a missing compiler: others may build without it. */
function because(source: string, error: unknown): unknown {
  if (!(error instanceof EngineError) || error.code !== 'missing-program') return error;
  const message = `${basename(source)} cannot be built. ${error.message}`;
  return new EngineError(error.code, message, error.hint);
}
