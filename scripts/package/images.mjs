import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '../lib/paths.mjs';
import { unlisted } from '../notices/document.mjs';
import { run } from '../lib/process.mjs';
import { builds } from './contents.mjs';

/**
 * Explains why an image may not be packaged: a part that only its user may add, or one without a
 * notice.
 */
export function whyNotShipped(
  /** @type {{ extras?: readonly string[], components: readonly string[] }} */ manifest,
  /** @type {string} */ notices,
) {
  const { extras = [], components } = manifest;
  if (extras.length > 0) return `was built with ${extras.join(', ')}`;
  const without = unlisted(notices, components);
  return without.length > 0 ? `holds ${without.join(', ')}, which has no notice` : undefined;
}

/** Copies an image without debug information except function names, and updates its manifest. */
export async function copyStripped(/** @type {string} */ from, /** @type {string} */ to) {
  const manifest = JSON.parse(readFileSync(join(from, 'manifest.json'), 'utf8'));
  const problem = whyNotShipped(manifest, readFileSync(inRoot('THIRD-PARTY-NOTICES.md'), 'utf8'));
  if (problem !== undefined) throw new Error(`${from} ${problem}`);
  mkdirSync(to, { recursive: true });
  const elf = join(to, manifest.elf);
  const args = [
    '--strip-debug',
    '--discard-all',
    '--remove-section=.comment',
    '-o',
    elf,
    join(from, manifest.elf),
  ];
  const code = await run(stripperOf(manifest.compiler), args);
  if (code !== 0) throw new Error(`${join(from, manifest.elf)} could not be stripped`);
  const sha256 = createHash('sha256').update(readFileSync(elf)).digest('hex');
  const text = JSON.stringify({ ...manifest, sha256 }, undefined, 2);
  writeFileSync(join(to, 'manifest.json'), `${text}\n`);
}

/** Writes manifests for a target whose images are those of another one in a staged package. */
export function shareImage(
  /** @type {string} */ staged,
  /** @type {string} */ owner,
  /** @type {string} */ target,
) {
  for (const build of builds) {
    const agents = join(staged, 'dist', 'agent');
    const manifest = JSON.parse(readFileSync(join(agents, owner, build, 'manifest.json'), 'utf8'));
    const elf = `../../${owner}/${build}/${manifest.elf}`;
    const folder = join(agents, target, build);
    mkdirSync(folder, { recursive: true });
    const text = JSON.stringify({ ...manifest, target, elf }, undefined, 2);
    writeFileSync(join(folder, 'manifest.json'), `${text}\n`);
  }
}

/** Returns the `strip` program of a compiler; a manifest's compiler text begins with the program. */
export const stripperOf = (/** @type {string} */ compiler) =>
  (compiler.split(' ')[0] ?? '').replace(/gcc$/, 'strip');
