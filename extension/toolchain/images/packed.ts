import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, createBrotliDecompress } from 'node:zlib';
import * as v from 'valibot';
import type { AgentImage, ImageManifest } from '../../agent';
import { EngineError, systemCode } from '../../base';
import { cacheFolder, writeWhole } from '../../host';

/*
 * A package has all its images in one compressed file. They have most of their bytes in common, and compressed
 * one by one they would take twice as much. Unpacked, the file begins with a line of JSON that has the
 * manifests, and the length of each ELF file by its hash; the ELF files follow in the same order.
 */

/** The name of that file. */
export const PACKED_IMAGES = 'images.br';

const directory = v.object({
  /** The texts of the manifests, by `target/build`. */
  manifests: v.record(v.string(), v.string()),
  lengths: v.record(v.string(), v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
});

const readDirectory = (line: string) => v.parse(directory, JSON.parse(line));

/** Compresses manifests and ELF files; equal ELF files are stored once. */
export async function packImages(
  manifests: readonly Pick<ImageManifest, 'target' | 'build'>[],
  elfs: readonly Uint8Array[],
): Promise<Buffer> {
  const hash = (elf: Uint8Array) => createHash('sha256').update(elf).digest('hex');
  const byHash = new Map(elfs.map((elf) => [hash(elf), elf]));
  const line = JSON.stringify({
    manifests: Object.fromEntries(manifests.map((each) => [toKey(each), JSON.stringify(each)])),
    lengths: Object.fromEntries([...byHash].map(([name, { length }]) => [name, length])),
  });
  const bytes = Buffer.concat([Buffer.from(`${line}\n`), ...byHash.values()]);
  const params = {
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return promisify(brotliCompress)(bytes, { params });
}

const toKey = ({ target, build }: Pick<ImageManifest, 'target' | 'build'>) => `${target}/${build}`;

/** Reads the text of an image's manifest in a packed file, and unpacks none of its ELF files. */
export async function readPackedManifest(
  file: string,
  image: Pick<ImageManifest, 'target' | 'build'>,
): Promise<string | undefined> {
  const unpacking = createBrotliDecompress().end(await readFile(file));
  const line: Buffer[] = [];
  try {
    for await (const chunk of unpacking as AsyncIterable<Buffer>) {
      const end = chunk.indexOf('\n');
      line.push(end < 0 ? chunk : chunk.subarray(0, end));
      if (end >= 0) break;
    }
    return readDirectory(Buffer.concat(line).toString()).manifests[toKey(image)];
  } catch (error) {
    const why = systemCode(error) ?? String(error);
    throw new EngineError('bad-image', `${file} is damaged (${why}).`, 'Install Cyclescope again.');
  }
}

async function unpackImage(packed: Uint8Array, hash: string): Promise<Uint8Array | undefined> {
  const bytes = await promisify(brotliDecompress)(packed);
  const end = bytes.indexOf('\n');
  let start = end + 1;
  for (const [name, length] of Object.entries(
    readDirectory(bytes.toString('utf8', 0, end)).lengths,
  )) {
    if (name === hash) return bytes.subarray(start, start + length);
    start += length;
  }
  return undefined;
}

/** Reads an image's ELF file, from the packed ones if it has none of its own. */
export async function readElfFile(
  folder: string,
  { elf, sha256 }: Pick<ImageManifest, 'elf' | 'sha256'>,
): Promise<Uint8Array> {
  const path = join(folder, elf);
  const packed = join(dirname(dirname(folder)), PACKED_IMAGES);
  if (existsSync(path) || !existsSync(packed)) return readFile(path);
  return (await unpackImage(await readFile(packed), sha256)) ?? readFile(path);
}

/** Returns the path of an image's ELF file for other programs; a packed one is written to the cache. */
export async function elfPath({ manifest, path, elf }: AgentImage): Promise<string> {
  if (existsSync(path)) return path;
  const file = join(cacheFolder(), 'images', `${manifest.target}-${manifest.sha256}.elf`);
  await mkdir(dirname(file), { recursive: true });
  await writeWhole(file, (unfinished) => writeFile(unfinished, elf));
  return file;
}
