/** @typedef {import('./layers.mjs').Requirement} Requirement */
/** @typedef {'apt' | 'brew' | undefined} Packager */

/**
 * @typedef {object} Size
 * @property {number} downloadMB
 * @property {number} diskMB
 * @property {boolean} exact asked of apt, not estimated
 */

const unique = (/** @type {readonly string[]} */ words) => [...new Set(words)];

/** Returns the Debian packages for a list of requirements. */
export const aptPackages = (/** @type {readonly Requirement[]} */ needs) =>
  unique(needs.flatMap(({ apt }) => apt ?? []));

/** Returns the command that installs packages with apt. */
export const aptCommand = (/** @type {readonly string[]} */ packages) =>
  `apt-get install -y --no-install-recommends ${packages.join(' ')}`;

/** Returns the command that installs one missing requirement. */
export function remedy(/** @type {Requirement} */ need, /** @type {Packager} */ packager) {
  if (packager === 'apt' && need.apt) return aptCommand([need.apt]);
  if (packager === 'brew' && need.brew) return `brew install ${need.brew}`;
  if (need.remedy) return need.remedy;
  return `your system's package of ${need.program} (Debian calls it ${need.apt})`;
}

/** Lists every missing program with its command, and the one command that installs all of them. */
export function describeMissing(
  /** @type {readonly Requirement[]} */ needs,
  /** @type {Packager} */ packager,
) {
  const width = Math.max(...needs.map(({ name }) => name.length));
  const lines = needs.map((need) => `  ${need.name.padEnd(width)}  ${remedy(need, packager)}`);
  const packages = packager === 'apt' ? aptPackages(needs) : [];
  const advice = packages.length
    ? [
        '',
        `All at once: ${aptCommand(packages)}`,
        'Or run `npm run setup`, which lists what it would install and asks first.',
      ]
    : [];
  return ['Missing on this machine:', ...lines, ...advice, 'Nothing was changed.'].join('\n');
}

/** Lists what apt will install, with the total size. */
export function aptPlanText(
  /** @type {readonly string[]} */ packages,
  /** @type {Size} */ { downloadMB, diskMB, exact },
) {
  const measure = exact ? '' : 'about ';
  return `apt: ${packages.join(' ')}: ${measure}${downloadMB} MB download, ${diskMB} MB on disk`;
}

/** Returns why this Node cannot be used, or undefined. */
export function nodeProblem(/** @type {string} */ version, wanted = 20) {
  if (Number.parseInt(version, 10) >= wanted) return undefined;
  return (
    `Node.js ${wanted} or newer is needed; this is ${version}. ` +
    'Get it from https://nodejs.org/en/download'
  );
}
