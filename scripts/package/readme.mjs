/**
 * A README as a package shows it: pictures and documents are those of the repository. As long as
 * there is none, a frame with a broken picture would be all that is seen of them.
 * @returns {string}
 */
export const packagedReadme = (
  /** @type {string} */ text,
  /** @type {string} */ repository = '',
) => (repository === '' ? withoutPictures(text) : withPublicLinks(text, repository));

function withoutPictures(/** @type {string} */ text) {
  return text.replace(/^!\[[^\]]*\]\((?![a-z]+:)[^)]*\)\n\n?/gm, '');
}

function withPublicLinks(/** @type {string} */ text, /** @type {string} */ repository) {
  const base = repository.replace(/\.git$/, '');
  return text.replace(
    /(!?)(\[[^\]]*\])\((?![a-z]+:|#)([^)\s]+)\)/g,
    (_, mark, words, path) => `${mark}${words}(${base}/${mark ? 'raw' : 'blob'}/HEAD/${path})`,
  );
}
