import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Files for a project: the agent's sources, and the build files that include them. */
export interface SdkFiles {
  readonly version: string;
  /** Texts by their paths inside the copy. */
  readonly files: ReadonlyMap<string, string>;
}

/** The folder in a project that holds the copy. */
export const COPY = 'cyclescope';
/** The list of what the copy was when it was made; `sha256sum -c` reads it. */
export const SUMS = 'SHA256SUMS';
const LIST = 'sdk-integration/files.txt';

/** Reads the files of the SDK from a package or a checkout. */
export async function readSdk(root: string): Promise<SdkFiles> {
  const [list, manifest] = await Promise.all(
    [LIST, 'package.json'].map((name) => readFile(join(root, name), 'utf8')),
  );
  const names = (list ?? '').split(/\r?\n/).filter((name) => name !== '' && !name.startsWith('#'));
  const texts = await Promise.all(
    names.map(async (name) => [name, await readFile(join(root, name), 'utf8')] as const),
  );
  const { version } = JSON.parse(manifest ?? '{}') as { version?: unknown };
  return { version: typeof version === 'string' ? version : 'unknown', files: new Map(texts) };
}

/** The digest of a text, whichever way its lines end: version control may change that. */
export function hashText(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
}

const BLOCK = '# The block in CMakeLists.txt: ';

/** The list of sums for a copy, and in a comment the block's. */
export function writeSums(
  version: string,
  files: ReadonlyMap<string, string>,
  block: string | undefined,
): string {
  const lines = [...files]
    .map(([inside, text]) => [inside, hashText(text)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([inside, digest]) => `${digest}  ${inside}`);
  return [
    `# Cyclescope ${version}: what is changed here stays when the agent is removed.`,
    ...(block === undefined ? [] : [BLOCK + block]),
    ...lines,
    '',
  ].join('\n');
}

/** The block's digest in a list of sums. */
export function readBlockSum(text: string): string | undefined {
  const line = text.split(/\r?\n/).find((each) => each.startsWith(BLOCK));
  return line?.slice(BLOCK.length);
}

/** Digests by path in a list of sums. */
export function readSums(text: string): ReadonlyMap<string, string> {
  return new Map(
    [...text.matchAll(/^([0-9a-f]{64}) [ *](\S.*?)\r?$/gm)].map(([, digest = '', inside = '']) => [
      inside,
      digest,
    ]),
  );
}
