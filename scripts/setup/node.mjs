import { existsSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from '../lib/process.mjs';

/** Only errors are shown. @type {import('node:child_process').StdioOptions} */
export const quietly = ['ignore', 'ignore', 2];

/** Compares the major numbers of two versions, with or without a leading v. */
export const isSameMajor = (/** @type {string} */ version, /** @type {string} */ wanted) =>
  Number.parseInt(version.replace('v', ''), 10) === Number.parseInt(wanted, 10);

/** Installs the Node that runs it, with its headers, at `node`: this one, or one from npm. */
export async function linkNode(/** @type {string} */ folder, /** @type {string} */ nodeVersion) {
  const own = dirname(dirname(process.execPath));
  const link = join(folder, 'node');
  if (
    isSameMajor(process.version, nodeVersion) &&
    existsSync(join(own, 'include', 'node', 'node_api.h'))
  ) {
    symlinkSync(own, link);
    return undefined;
  }
  const name = `node-${process.platform}-${process.arch}`;
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', link];
  const code = await run('npm', [...args, `${name}@${nodeVersion}`], { stdio: quietly });
  if (code !== 0) return `npm could not install ${name}: exit code ${code}`;
  for (const part of ['bin', 'include']) {
    // Relative: the folder is renamed once complete.
    symlinkSync(join('node_modules', name, part), join(link, part));
  }
  return undefined;
}
