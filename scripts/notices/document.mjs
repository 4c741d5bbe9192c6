/** @typedef {import('./components.mjs').Component} Component */

/** Generates the text of THIRD-PARTY-NOTICES.md. */
export function notices(
  /** @type {readonly Component[]} */ agent,
  /** @type {readonly Component[]} */ bundled,
  /** @type {readonly Component[]} */ data,
) {
  return [
    '# Third-party notices',
    'Cyclescope is under the Apache License 2.0 (see LICENSE). This file lists the work of others that it ships.\n`npm run notices` generates it from the lock files and the sources.',
    '## In the agent images',
    ...agent.map(entry),
    '## In the extension and the command line',
    ...bundled.map(entry),
    '## In the data files',
    ...data.map(entry),
  ]
    .join('\n\n')
    .concat('\n');
}

function entry(/** @type {Component} */ { name, version, licence, origin, text }) {
  const facts = `Version: ${version}. Licence: ${licence}. ${origin}`;
  return `### ${name}\n\n${facts}\n\n\`\`\`text\n${text.trim()}\n\`\`\``;
}

/** Lists the components that have an entry. */
export const listComponents = (/** @type {string} */ document) =>
  [...document.matchAll(/^### (.+)$/gm)].map(([, name = '']) => name);

/** Lists those without an entry. */
export function findUnlisted(
  /** @type {string} */ document,
  /** @type {readonly string[]} */ components,
) {
  const listed = new Set(listComponents(document));
  return components.filter((name) => !listed.has(name));
}
