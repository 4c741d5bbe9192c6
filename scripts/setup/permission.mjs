import { existsSync, readFileSync } from 'node:fs';

/**
 * @typedef {object} Situation
 * @property {boolean} root this process is the superuser
 * @property {boolean} container it runs in a container
 * @property {boolean} ci CI is set
 * @property {boolean} confirmed the user at the terminal has agreed
 */

/** Returns why system packages may be installed; undefined: they may not. */
export function systemPermission(/** @type {Situation} */ { root, container, ci, confirmed }) {
  if (confirmed) return 'confirmed';
  if (ci) return 'CI is set';
  if (root && container) return 'root in a container';
  return undefined;
}

/** Checks whether an environment variable's value means yes. */
export const isSet = (/** @type {string | undefined} */ value) =>
  value !== undefined && !['', '0', 'false', 'no'].includes(value.toLowerCase());

/** Determines the situation of this process. */
export function determineSituation(/** @type {boolean} */ confirmed) {
  return {
    root: process.getuid?.() === 0,
    container: inContainer(),
    ci: isSet(process.env['CI']),
    confirmed,
  };
}

function inContainer() {
  if (existsSync('/.dockerenv') || existsSync('/run/.containerenv')) return true;
  if (isSet(process.env['container'])) return true;
  try {
    return /\b(docker|containerd|kubepods|lxc|libpod)\b/.test(
      readFileSync('/proc/1/cgroup', 'utf8'),
    );
  } catch {
    return false;
  }
}
