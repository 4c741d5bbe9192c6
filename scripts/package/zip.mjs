import { inflateRawSync } from 'node:zlib';

/** @typedef {{ path: string, packed: number, bytes: Buffer }} ZipEntry */

const endMark = 0x06054b50;
const endBytes = 22;
const deflated = 8;

/** The files of a zip file without comment, encryption or parts. @returns {readonly ZipEntry[]} */
export function readZip(/** @type {Buffer} */ zip) {
  const end = zip.length - endBytes;
  if (end < 0 || zip.readUInt32LE(end) !== endMark) throw new Error('not a plain zip file');
  /** @type {ZipEntry[]} */
  const entries = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [name, extra, comment] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field));
    const lengths = { name: name ?? 0, extra: extra ?? 0, comment: comment ?? 0 };
    entries.push(readEntry(zip, at, lengths.name));
    at += 46 + lengths.name + lengths.extra + lengths.comment;
  }
  return entries;
}

/** @returns {ZipEntry} */
function readEntry(
  /** @type {Buffer} */ zip,
  /** @type {number} */ at,
  /** @type {number} */ name,
) {
  const packed = zip.readUInt32LE(at + 20);
  const local = zip.readUInt32LE(at + 42);
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const data = zip.subarray(start, start + packed);
  return {
    path: zip.toString('utf8', at + 46, at + 46 + name),
    packed,
    bytes: zip.readUInt16LE(at + 10) === deflated ? inflateRawSync(data) : data,
  };
}
