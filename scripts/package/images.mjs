import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '../lib/paths.mjs';
import { unlisted } from '../notices/document.mjs';
import { run } from '../lib/process.mjs';
import { importSource } from '../lib/sources.mjs';
import { builds, imageFolders, profiledAgents, sharedAgents } from './contents.mjs';

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

/** The file of a package with the ELF files of all images. */
export const packedImages = `dist/agent/${PACKED_IMAGES}`;

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
  writeFileSync(join(staged, packedImages), await packImages(elfs));
}

/**
 * Copies an image without debug information except function names, and updates its manifest. One that
 * can be profiled has a line table in its place.
 */
export async function copyStripped(/** @type {string} */ from, /** @type {string} */ to) {
  const manifest = readManifest(from);
  const problem = whyNotShipped(manifest, readFileSync(inRoot('THIRD-PARTY-NOTICES.md'), 'utf8'));
  if (problem !== undefined) throw new Error(`${from} ${problem}`);
  mkdirSync(to, { recursive: true });
  const [built, elf] = [join(from, manifest.elf), join(to, manifest.elf)];
  const isProfiled = manifest.build === 'headline' && profiledAgents.includes(manifest.target);
  const args = [
    '--strip-debug',
    '--discard-all',
    '--remove-section=.comment',
    ...(isProfiled ? [`--add-section=${await writeLines(built, manifest.sha256, to)}`] : []),
    built,
    elf,
  ];
  const code = await run(objcopyOf(manifest.compiler), args);
  rmSync(linesIn(to), { force: true });
  if (code !== 0) throw new Error(`${built} could not be stripped`);
  const sha256 = createHash('sha256').update(readFileSync(elf)).digest('hex');
  writeManifest(to, { ...manifest, sha256 });
}

const linesIn = (/** @type {string} */ folder) => join(folder, 'lines');
/** Line tables by the hash of their image, as both packages need them. @type {Map<string, Uint8Array>} */
const lineTables = new Map();

/** Writes the line table of an image for objcopy; resolves to its section and its file. */
async function writeLines(
  /** @type {string} */ elf,
  /** @type {string} */ sha256,
  /** @type {string} */ folder,
) {
  const { LINES_SECTION, packLines } = /** @type {typeof import('../../extension/profile')} */ (
    await importSource('extension/profile/index.ts')
  );
  const table = lineTables.get(sha256) ?? packLines(readFileSync(elf), sourcePathOf);
  lineTables.set(sha256, table);
  writeFileSync(linesIn(folder), table);
  return `${LINES_SECTION}=${linesIn(folder)}`;
}

/** The path of a source in the checkout or in a package, wherever that was when it was compiled. */
export const sourcePathOf = (/** @type {string} */ path) =>
  path.replace(/^.*\/(?=(?:target-agent|build\/c-sources)\/)/, '');

const readManifest = (/** @type {string} */ folder) =>
  JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));

function writeManifest(/** @type {string} */ folder, /** @type {object} */ manifest) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/** Returns the `objcopy` program of a compiler; a manifest's compiler text begins with the program. */
export const objcopyOf = (/** @type {string} */ compiler) =>
  (compiler.split(' ')[0] ?? '').replace(/gcc$/, 'objcopy');
