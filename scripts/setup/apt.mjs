import { spawnSync } from 'node:child_process';
import { findProgram } from './programs.mjs';

/** @typedef {import('./messages.mjs').Size} Size */

const environment = { ...process.env, LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' };

/** Detects this machine's package manager. */
export function packager() {
  if (findProgram('apt-get')) return 'apt';
  return findProgram('brew') ? 'brew' : undefined;
}

/** Parses the packages that `apt-get --simulate install` would install, as `name=version`. */
export const parseSimulation = (/** @type {string} */ text) =>
  [...text.matchAll(/^Inst (\S+) (?:\[\S+\] )?\((\S+) /gm)].map(([, name, version]) =>
    [name, version].join('='),
  );

/** Adds up the sizes of packages from `apt-cache show`. */
export function parseSizes(/** @type {string} */ text) {
  const sum = (/** @type {RegExp} */ field) =>
    [...text.matchAll(field)].reduce((total, [, number]) => total + Number(number), 0);
  return {
    downloadMB: Math.ceil(sum(/^Size: (\d+)$/gm) / 1e6),
    // Installed-Size is in KiB.
    diskMB: Math.ceil((sum(/^Installed-Size: (\d+)$/gm) * 1024) / 1e6),
    exact: true,
  };
}

/** Returns what would be installed, or undefined while the packages are not in apt's lists. */
export function aptSize(/** @type {readonly string[]} */ packages) {
  const simulated = capture('apt-get', [
    '--simulate',
    'install',
    '--no-install-recommends',
    ...packages,
  ]);
  const wanted = simulated === undefined ? [] : parseSimulation(simulated);
  if (wanted.length === 0) return undefined;
  const shown = capture('apt-cache', ['show', ...wanted]);
  return shown === undefined ? undefined : parseSizes(shown);
}

/** Updates apt's package lists. */
export const aptUpdate = () => system(['update', '--quiet']);

/** Installs packages, updating the lists if they are too old to find them. */
export function aptInstall(/** @type {readonly string[]} */ packages) {
  const args = ['install', '-y', '--quiet', '--no-install-recommends', ...packages];
  return system(args) || (aptUpdate() && system(args));
}

const isRoot = () => process.getuid?.() === 0;

/** Checks whether this process can install packages at all. */
export const canInstall = () =>
  packager() === 'apt' && (isRoot() || findProgram('sudo') !== undefined);

function system(/** @type {readonly string[]} */ args) {
  const [program = '', ...rest] = isRoot() ? ['apt-get', ...args] : ['sudo', 'apt-get', ...args];
  const done = spawnSync(program, rest, { env: environment, stdio: ['inherit', 2, 2] });
  return done.status === 0;
}

function capture(/** @type {string} */ program, /** @type {readonly string[]} */ args) {
  const done = spawnSync(program, args, {
    encoding: 'utf8',
    env: environment,
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return done.status === 0 ? done.stdout : undefined;
}
