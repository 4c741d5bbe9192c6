import { brotliCompressSync, constants } from 'node:zlib';

/** Compresses a file of a package with Brotli, as far as possible. */
export function compress(/** @type {Uint8Array} */ bytes) {
  const params = {
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return brotliCompressSync(bytes, { params });
}
