import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '../lib/paths.mjs';
import { unlisted } from '../notices/document.mjs';
import { run } from '../lib/process.mjs';
import { importSource } from '../lib/sources.mjs';
import { builds, imageFolders, sharedAgents } from './contents.mjs';

const { PACKED_IMAGES, packImages } =
  /** @type {typeof import('../../extension/toolchain/images/packed')} */ (
    await importSource('extension/toolchain/images/packed.ts')
  );

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

/**
 * Copies images into a staged package: their manifests, and their ELF files in one. Others that
 * are equal to one of them have a manifest alone.
 */
export async function stageImages(/** @type {string} */ staged) {
  const place = join(staged, 'dist', 'agent');
  const elfs = [];
  for (const folder of imageFolders) {
    const copy = join(staged, folder);
    await copyStripped(inRoot(folder), copy);
    const elf = join(copy, readManifest(copy).elf);
    elfs.push(readFileSync(elf));
    rmSync(elf);
  }
  for (const [target, owner] of Object.entries(sharedAgents))
    for (const build of builds)
      writeManifest(join(place, target, build), {
        ...readManifest(join(place, owner, build)),
        target,
      });
  writeFileSync(join(place, PACKED_IMAGES), await packImages(elfs));
}

/** Copies an image without debug information except function names, and updates its manifest. */
export async function copyStripped(/** @type {string} */ from, /** @type {string} */ to) {
  const manifest = readManifest(from);
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
  writeManifest(to, { ...manifest, sha256 });
}

const readManifest = (/** @type {string} */ folder) =>
  JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));

function writeManifest(/** @type {string} */ folder, /** @type {object} */ manifest) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/** Returns the `strip` program of a compiler; a manifest's compiler text begins with the program. */
export const stripperOf = (/** @type {string} */ compiler) =>
  (compiler.split(' ')[0] ?? '').replace(/gcc$/, 'strip');
