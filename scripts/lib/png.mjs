import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const WITH_PALETTE = [8, 3, 0, 0, 0];
const MOST_COLORS = 256;
/** Colours between those of shapes, at their edges, are rounded to multiples of it: few are enough. */
const STEP = 16;

/**
 * Encodes a square picture of a few colours with a palette, which takes a third of the bytes of one
 * without. `pixels` are red, green, blue and opacity of each pixel, as a canvas returns them.
 */
export function encodePng(/** @type {readonly number[]} */ pixels, /** @type {number} */ width) {
  const colors = roundEdges(pixels);
  const palette = [...new Set(colors)].sort();
  if (palette.length > MOST_COLORS) throw new Error(`${palette.length} colours are too many`);
  const indices = new Map(palette.map((color, index) => [color, index]));
  const rows = Array.from({ length: width }, (_, row) => {
    const own = colors.slice(row * width, (row + 1) * width);
    return [0, ...own.map((color) => indices.get(color) ?? 0)];
  });
  const header = Buffer.alloc(8);
  header.writeUInt32BE(width);
  header.writeUInt32BE(width, 4);
  const entries = palette.map((color) => Buffer.from(color, 'hex'));
  return Buffer.concat([
    SIGNATURE,
    encodeChunk('IHDR', [...header, ...WITH_PALETTE]),
    encodeChunk(
      'PLTE',
      entries.flatMap((entry) => [...entry.subarray(0, 3)]),
    ),
    encodeChunk(
      'tRNS',
      entries.map((entry) => entry[3] ?? 0),
    ),
    encodeChunk('IDAT', [...deflateSync(Buffer.from(rows.flat()), { level: 9 })]),
    encodeChunk('IEND', []),
  ]);
}

/** The colour of each pixel, with opacity, in hexadecimal; those of areas are exact. */
function roundEdges(/** @type {readonly number[]} */ pixels) {
  const exact = Array.from({ length: pixels.length / 4 }, (_, index) =>
    Buffer.from(pixels.slice(4 * index, 4 * index + 4)),
  );
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const color of exact) {
    const key = color.toString('hex');
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const isArea = (/** @type {string} */ key) => (counts.get(key) ?? 0) > exact.length / 1000;
  const round = (/** @type {number} */ value) => Math.min(255, Math.round(value / STEP) * STEP);
  return exact.map((color) => {
    const key = color.toString('hex');
    return isArea(key) ? key : Buffer.from(color.map(round)).toString('hex');
  });
}

/** A chunk: its length, its type and content, and their checksum. */
function encodeChunk(/** @type {string} */ type, /** @type {readonly number[]} */ content) {
  const body = Buffer.from([...Buffer.from(type, 'latin1'), ...content]);
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(content.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([frame, body, checksum]);
}
