import { posix } from 'node:path';

/**
 * Adapts a document for a package. Its pictures and linked files are those of the repository;
 * without a public repository the pictures are left out, as they are not packaged and would be
 * shown as broken.
 * @returns {string}
 */
export const adaptDocument = (
  /** @type {string} */ path,
  /** @type {string} */ text,
  /** @type {string} */ repository = '',
) => (repository === '' ? withoutPictures(text) : withPublicLinks(path, text, repository));

function withoutPictures(/** @type {string} */ text) {
  return text.replace(/^!\[[^\]]*\]\((?![a-z]+:)[^)]*\)\n\n?/gm, '');
}

function withPublicLinks(
  /** @type {string} */ path,
  /** @type {string} */ text,
  /** @type {string} */ repository,
) {
  const base = repository.replace(/\.git$/, '');
  return text.replace(
    /(!?)(\[[^\]]*\])\((?![a-z]+:|#)([^)\s]+)\)/g,
    (_, mark, words, target) =>
      `${mark}${words}(${base}/${mark ? 'raw' : 'blob'}/HEAD/${posix.join(posix.dirname(path), target)})`,
  );
}
