import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { filesBelow } from './sources';

/** What decides what an image is made of. */
export interface InputFacts {
  readonly packageFolder: string;
  readonly cwd: string;
  readonly folders: readonly string[];
  /** The user's sources, and the headers that they include. */
  readonly userFiles: readonly string[];
  readonly commandLine: readonly string[];
}

/** A hash over every source and header, the flags and the compiler: equal hash, equal image. */
export async function hashInputs(facts: InputFacts): Promise<string> {
  const ours = await Promise.all(
    facts.folders.map((folder) => filesBelow(join(facts.packageFolder, folder), /\.(c|h|ld|cpp|hpp|rs|zig)$/)),
  );
  const hash = createHash('sha256');
  hash.update(JSON.stringify(facts.commandLine));
  for (const [root, files] of [
    [facts.packageFolder, ours.flat()],
    [facts.cwd, facts.userFiles],
  ] as const) {
    for (const file of files) hash.update(`\0${relative(root, file)}\0`).update(await readFile(file));
  }
  return hash.digest('hex');
}
