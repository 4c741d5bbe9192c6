import { table } from '../lib/table.mjs';

/** @typedef {import('./zip.mjs').ZipEntry} ZipEntry */
/** @typedef {{ name: string, bytes: number, limit: number }} Budget */

/** Size limits of the extension's package. @returns {readonly Budget[]} */
export function budgets(
  /** @type {number} */ vsixBytes,
  /** @type {readonly ZipEntry[]} */ entries,
) {
  const scripts = entries.filter(({ path }) => /\.(js|cjs|mjs)$/.test(path));
  const packed = scripts.reduce((sum, entry) => sum + entry.packed, 0);
  const unpacked = scripts.reduce((sum, { bytes }) => sum + bytes.length, 0);
  return [
    { name: 'package', bytes: vsixBytes, limit: 1_500_000 },
    { name: 'JavaScript, packed', bytes: packed, limit: 545_000 },
    { name: 'JavaScript, unpacked', bytes: unpacked, limit: 1_485_000 },
  ];
}

/** Returns those over their limit. */
export const findExceeded = (/** @type {readonly Budget[]} */ all) =>
  all.filter(({ bytes, limit }) => bytes >= limit);

/** Formats a package's sizes by part, largest first, and the limits. */
export function sizeTable(
  /** @type {readonly ZipEntry[]} */ entries,
  /** @type {readonly Budget[]} */ all,
) {
  /** @type {Map<string, { packed: number, unpacked: number }>} */
  const parts = new Map();
  for (const { path, packed, bytes } of entries) {
    const part = parts.get(findPart(path)) ?? { packed: 0, unpacked: 0 };
    parts.set(findPart(path), {
      packed: part.packed + packed,
      unpacked: part.unpacked + bytes.length,
    });
  }
  const rows = [...parts]
    .sort(([, a], [, b]) => b.packed - a.packed)
    .map(([name, { packed, unpacked }]) => [name, kB(packed), kB(unpacked)]);
  const limits = all.map(({ name, bytes, limit }) => [name, kB(bytes), kB(limit)]);
  return `${table([['part', 'packed', 'unpacked'], ...rows])}\n\n${table([['', 'size', 'limit'], ...limits])}`;
}

const kB = (/** @type {number} */ bytes) => `${(bytes / 1000).toFixed(1)} kB`;

/** Each script is a separate part; everything else belongs to its folder. */
function findPart(/** @type {string} */ path) {
  const inside = path.replace(/^extension\//, '');
  if (/\.(js|cjs|css)$/.test(inside)) return inside.replace(/^(dist\/views)\/.*/, '$1');
  return (
    /^(dist\/agent|media\/[^/]+|target-agent|sdk-integration|third-party)\//.exec(inside)?.[1] ??
    'texts and manifests'
  );
}
