import { unzipSync } from 'fflate';

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
