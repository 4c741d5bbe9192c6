import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { encodePng } from './png.mjs';

/** The chunks of a PNG file by their types. */
function readChunks(/** @type {Buffer} */ png) {
  /** @type {Record<string, Buffer>} */
  const chunks = {};
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    chunks[png.toString('latin1', at + 4, at + 8)] = png.subarray(at + 8, at + 8 + length);
    at += length + 12;
  }
  return chunks;
}

it('stores each colour once, and rounds those between areas', () => {
  const [area, other, edge] = [
    [21, 40, 53, 255],
    [0, 0, 0, 0],
    [38, 111, 108, 255],
  ];
  const width = 64;
  const pixels = Array.from({ length: width ** 2 }, (_, at) =>
    at === 7 ? edge : at < width ? area : other,
  ).flatMap((color) => color ?? []);
  const { IHDR, PLTE, tRNS, IDAT } = readChunks(encodePng(pixels, width));
  expect([IHDR?.readUInt32BE(0), IHDR?.readUInt32BE(4)]).toEqual([width, width]);
  expect([...(PLTE ?? [])]).toEqual([0, 0, 0, 21, 40, 53, 32, 112, 112]);
  expect([...(tRNS ?? [])]).toEqual([0, 255, 255]);
  const rows = inflateSync(IDAT ?? Buffer.of());
  expect([...rows.subarray(0, 10)]).toEqual([0, 1, 1, 1, 1, 1, 1, 1, 2, 1]);
  expect(rows).toHaveLength(width * (width + 1));
});
