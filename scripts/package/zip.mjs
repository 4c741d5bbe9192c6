import { buffer } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import { ZipFile } from 'yazl';

/** @typedef {{ path: string, packed: number, bytes: Buffer }} ZipEntry */

/** Lists the files of a zip file with their compressed sizes. @returns {readonly ZipEntry[]} */
export function readZip(/** @type {Uint8Array} */ zip) {
  /** @type {Map<string, number>} */
  const packed = new Map();
  const files = unzipSync(zip, { filter: ({ name, size }) => !!packed.set(name, size) });
  return Object.entries(files).map(([path, bytes]) => ({
    path,
    packed: packed.get(path) ?? 0,
    bytes: Buffer.from(bytes),
  }));
}

/** Compresses a zip file's contents again, as far as its format allows. @returns {Promise<Buffer>} */
export function compressFully(/** @type {Uint8Array} */ zip) {
  const file = new ZipFile();
  // Zip files store local time. Everybody may read the files.
  const options = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true, mode: 0o100644 };
  for (const [path, bytes] of Object.entries(unzipSync(zip))) {
    file.addBuffer(Buffer.from(bytes), path, { ...options, compressionLevel: 9 });
  }
  file.end();
  return buffer(file.outputStream);
}
