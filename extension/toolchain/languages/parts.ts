import { readFile } from 'node:fs/promises';

/** Lists the files that a text may name, given its own path; missing ones are ignored. */
type Named = (text: string, file: string) => readonly string[];

/** Every file that a source names, and what those name in turn. */
export async function partsOf(source: string, named: Named): Promise<readonly string[]> {
  const seen = new Set<string>();
  const follow = async (file: string): Promise<void> => {
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text === undefined) return;
    seen.add(file);
    for (const path of named(text, file)) if (!seen.has(path)) await follow(path);
  };
  await follow(source);
  seen.delete(source);
  return [...seen];
}
