import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Bench } from '../../core/agent/manifest';
import { findBenches, languageIn } from '../../core/source/benches';
import { nameIn } from '../../core/source/match';
import { parsePlace } from '../../core/source/place';
import { systemCode } from '../error';

/** The folders that places in an image are relative to, the first one first. */
export interface SourceRoots {
  readonly cwd: string;
  readonly packageFolder: string;
}

/** Digests of the benchmarks' texts as they are now, by `suite/op`. */
export async function benchTexts(
  benches: readonly Bench[],
  roots: SourceRoots,
): Promise<Readonly<Record<string, string>>> {
  const names = new Set(benches.map(({ suite, op }) => `${suite}/${op}`));
  const files = [...new Set(benches.map(({ at }) => parsePlace(at).file))];
  const texts = await Promise.all(files.map((file) => readSource(file, roots)));
  const found = texts.flatMap((text, index) =>
    benchesIn(text, files[index] ?? ''),
  );
  return Object.fromEntries(found.filter(([name]) => names.has(name)));
}

function benchesIn(text: string, file: string) {
  const benches = findBenches(text, languageIn(file));
  return benches.map((bench) => [nameIn(file, bench), bench.digest] as const);
}

async function readSource(file: string, { cwd, packageFolder }: SourceRoots): Promise<string> {
  for (const root of [cwd, packageFolder]) {
    try {
      return await readFile(resolve(root, file), 'utf8');
    } catch (error) {
      if (systemCode(error) !== 'ENOENT' && systemCode(error) !== 'ENOTDIR') throw error;
    }
  }
  return '';
}
