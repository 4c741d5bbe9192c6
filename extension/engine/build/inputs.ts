import { createHash, type Hash } from 'node:crypto';
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
  const ours = await hashFolders(facts.packageFolder, facts.folders);
  const hash = createHash('sha256').update(JSON.stringify(facts.commandLine)).update(ours);
  await addFiles(hash, facts.cwd, facts.userFiles);
  return hash.digest('hex');
}

/** A hash over all sources and headers in folders of ours. */
export async function hashFolders(packageFolder: string, folders: readonly string[]): Promise<string> {
  const files = await Promise.all(
    folders.map((folder) => filesBelow(join(packageFolder, folder), /\.(c|h|ld|cpp|hpp|rs|zig)$/)),
  );
  const hash = createHash('sha256');
  await addFiles(hash, packageFolder, files.flat());
  return hash.digest('hex');
}

async function addFiles(hash: Hash, root: string, files: readonly string[]): Promise<void> {
  for (const file of files) hash.update(`\0${relative(root, file)}\0`).update(await readFile(file));
}
