import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Categories that the marketplaces accept. */
const categories = new Set([
  'AI',
  'Azure',
  'Chat',
  'Data Science',
  'Debuggers',
  'Education',
  'Extension Packs',
  'Formatters',
  'Keymaps',
  'Language Packs',
  'Linters',
  'Machine Learning',
  'Notebooks',
  'Other',
  'Programming Languages',
  'SCM Providers',
  'Snippets',
  'Testing',
  'Themes',
  'Visualization',
]);

const maxKeywords = 30;
const minIcon = 128;

/** @typedef {{ icon?: string, categories?: string[], keywords?: string[], publisher?: string, license?: string }} Listed */

/** Reports everything that a marketplace would refuse or display badly, a sentence each. */
export function listingProblems(/** @type {Listed} */ manifest, /** @type {string} */ folder) {
  const { icon, categories: named = [], keywords = [] } = manifest;
  const missing = /** @type {const} */ (['publisher', 'license', 'icon']).filter(
    (key) => !manifest[key],
  );
  const strange = named.filter((name) => !categories.has(name));
  return [
    ...missing.map((key) => `package.json has no ${key}`),
    ...(named.length === 0 ? ['package.json has no category'] : []),
    ...strange.map((name) => `no marketplace has the category "${name}"`),
    ...(keywords.length > maxKeywords
      ? [`${keywords.length} keywords, ${maxKeywords} are allowed`]
      : []),
    ...(icon ? iconProblems(join(folder, icon)) : []),
  ];
}

/** @returns {readonly string[]} */
function iconProblems(/** @type {string} */ path) {
  if (!existsSync(path)) return [`there is no icon ${path}`];
  const size = pngSize(readFileSync(path));
  if (!size) return [`the icon ${path} is not a PNG`];
  const { width, height } = size;
  const isGood = width === height && width >= minIcon;
  return isGood
    ? []
    : [`the icon is ${width} x ${height}, a square of ${minIcon} or more is needed`];
}

const pngMark = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** Reads the width and height of a PNG; undefined if it is not one. */
export function pngSize(/** @type {Buffer} */ bytes) {
  if (bytes.length < 24 || !bytes.subarray(0, pngMark.length).equals(pngMark)) return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}
