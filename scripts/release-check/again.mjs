import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { buildDir, inRoot, root } from '../lib/paths.mjs';
import { run, runNode } from '../lib/process.mjs';

const copy = join(buildDir, 'release', 'again');

/**
 * Installed files are hard-linked one by one; build products are not shared between the two builds.
 */
const installed = ['node_modules', join('build', 'c-sources')];

const packing = `
  const { buildShipped, pack } = await import('./scripts/package/make.mjs');
  process.exitCode = (await buildShipped()) || (await pack());`;

/** Builds everything again, in another folder and from scratch; reports the differences. */
export async function buildAgain(/** @type {readonly string[]} */ packages) {
  try {
    await copyCheckout();
    const code = await runNode(['--input-type=module', '-e', packing], {
      cwd: copy,
      stdio: ['ignore', 'ignore', 2],
    });
    if (code !== 0) return ['the second build failed'];
    return packages.flatMap((path) => difference(path, join(copy, 'build', basename(path))));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

async function copyCheckout() {
  rmSync(copy, { recursive: true, force: true });
  for (const path of await sources()) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(inRoot(path), join(copy, path));
  }
  mkdirSync(join(copy, 'build'));
  for (const folder of installed) {
    const code = await run('cp', ['-al', inRoot(folder), join(copy, folder)]);
    if (code !== 0) throw new Error(`${folder} could not be linked`);
  }
}

/** Lists everything that is, or would be, in the repository. */
async function sources() {
  let listed = '';
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const code = await run('git', args, { cwd: root, onOutput: (text) => (listed += text) });
  if (code !== 0) throw new Error('git ls-files failed');
  return listed.split('\0').filter(Boolean);
}

const sha256 = (/** @type {string} */ path) =>
  createHash('sha256').update(readFileSync(path)).digest('hex');

/** @returns {readonly string[]} */
function difference(/** @type {string} */ first, /** @type {string} */ second) {
  const [one, two] = [sha256(first), sha256(second)];
  console.log(`  ${basename(first)}: SHA-256 ${one}`);
  return one === two ? [] : [`${basename(first)} differs when it is built again: ${two}`];
}
