import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/**
 * Lists paths below a folder of the checkout, with slashes, whose file name matches.
 * @returns {readonly string[]}
 */
export function below(
  /** @type {string} */ folder,
  /** @type {string} */ base,
  /** @type {RegExp} */ pattern,
) {
  const path = join(base, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => relative(base, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}
