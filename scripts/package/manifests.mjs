/** @typedef {Readonly<Record<string, unknown>>} Manifest */

/** Keys that npm reads and an editor does not. */
const npmOnly = ['bin', 'dependencies', 'devDependencies', 'private', 'scripts'];

/** Keys that the command line's package.json copies from the checkout's. */
const cliKeys = ['name', 'version', 'description', 'license', 'keywords', 'bin'];

/** The package.json of the extension. @returns {Manifest} */
export const extensionManifest = (/** @type {Manifest} */ manifest) =>
  Object.fromEntries(Object.entries(manifest).filter(([key]) => !npmOnly.includes(key)));

/** The package.json of the command line; everything that it needs is bundled. @returns {Manifest} */
export function cliManifest(/** @type {Manifest} */ manifest) {
  const kept = Object.fromEntries(cliKeys.map((key) => [key, manifest[key]]));
  const { node } = /** @type {{ node: string }} */ (manifest['engines']);
  return { ...kept, engines: { node } };
}
