import { readdirSync } from 'node:fs';
import { root } from '../lib/paths.mjs';

/** Lists the project's documents, as paths in the checkout. @returns {readonly string[]} */
export const documents = () => [...listMarkdown('.'), ...listMarkdown('docs')];

/** @returns {readonly string[]} */
function listMarkdown(/** @type {string} */ folder) {
  const names = readdirSync(`${root}/${folder}`).filter((name) => name.endsWith('.md'));
  return names.sort().map((name) => (folder === '.' ? name : `${folder}/${name}`));
}
