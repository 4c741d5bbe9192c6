import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inRoot } from '../lib/paths.mjs';
import { findUnlisted } from '../notices/document.mjs';
import { run } from '../lib/process.mjs';
import { importSource } from '../lib/sources.mjs';
import { imageFolders, firmwareAgents, sharedAgents } from './contents.mjs';

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
  const without = findUnlisted(notices, components);
  return without.length > 0 ? `holds ${without.join(', ')}, which has no notice` : undefined;
}

/** The file of a package with all images. */
export const packedImages = `dist/agent/${PACKED_IMAGES}`;

/** All images as they are packed, once for both packages. @type {Promise<Uint8Array> | undefined} */
let packed;

/** Writes the packed images into a staged package. */
export async function stageImages(/** @type {string} */ staged) {
  const file = join(staged, packedImages);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, await (packed ??= packStripped()));
}

/** Packs all images. Of images that are equal, each has a manifest. */
async function packStripped() {
  const stripped = mkdtempSync(join(tmpdir(), 'cyclescope-images-'));
  try {
    const elfs = [];
    const manifests = [];
    for (const folder of imageFolders) {
      const copy = join(stripped, folder);
      await copyStripped(inRoot(folder), copy);
      const manifest = readManifest(copy);
      manifests.push(manifest);
      elfs.push(readFileSync(join(copy, manifest.elf)));
    }
    for (const [target, owner] of Object.entries(sharedAgents))
      for (const manifest of manifests.filter((each) => each.target === owner))
        manifests.push({ ...manifest, target });
    return await packImages(manifests, elfs);
  } finally {
    rmSync(stripped, { recursive: true });
  }
}

/**
 * Copies an image without debug information except function names, and updates its manifest. One that
 * can be profiled has a line table instead, and one that can be moved a list of its addresses.
 */
export async function copyStripped(/** @type {string} */ from, /** @type {string} */ to) {
  const manifest = readManifest(from);
  const problem = whyNotShipped(manifest, readFileSync(inRoot('THIRD-PARTY-NOTICES.md'), 'utf8'));
  if (problem !== undefined) throw new Error(`${from} ${problem}`);
  mkdirSync(to, { recursive: true });
  const [built, elf] = [join(from, manifest.elf), join(to, manifest.elf)];
  const isFirmware = firmwareAgents.includes(manifest.target);
  const words = isFirmware ? await writeWords(built, to) : undefined;
  const isProfiled = manifest.build === 'headline' && words === undefined;
  const lines = isProfiled ? await writeLines(built, to, !isFirmware) : undefined;
  const args = [
    '--strip-debug',
    '--discard-all',
    '--remove-section=.comment',
    ...(words ?? []),
    ...(lines ?? []),
    built,
    elf,
  ];
  const code = await run(toObjcopy(manifest.compiler), args);
  for (const file of [getLinesPath(to), getWordsPath(to), getBranchesPath(to)])
    rmSync(file, { force: true });
  if (code !== 0) throw new Error(`${built} could not be stripped`);
  const sha256 = createHash('sha256').update(readFileSync(elf)).digest('hex');
  writeManifest(to, { ...manifest, sha256 });
}

const getWordsPath = (/** @type {string} */ folder) => join(folder, 'words');
const getBranchesPath = (/** @type {string} */ folder) => join(folder, 'branches');
/** Symbols by which the host finds what it reads and writes in an image; names of functions stay out. */
const SYMBOLS = [
  '_SEGGER_RTT',
  'cyclescope_given',
  'xTickCount',
  'cyclescope_clock_*',
  'cyclescope_systick_*',
  'cyclescope_dwt_*',
];

/** Writes the addresses to adjust in an image that is moved; resolves to what replaces its relocations with objcopy. */
async function writeWords(/** @type {string} */ built, /** @type {string} */ folder) {
  const { BRANCHES_SECTION, packAddresses, readElf, readRelocations, WORDS_SECTION } =
    /** @type {typeof import('../../extension/agent')} */ (
      await importSource('extension/agent/index.ts')
    );
  const file = readFileSync(built);
  const elf = readElf(file);
  const { words, branches } = readRelocations(file, elf);
  if (words.length === 0) return undefined;
  writeFileSync(getWordsPath(folder), packAddresses(words, elf));
  writeFileSync(getBranchesPath(folder), packAddresses(branches, elf));
  return [
    '--strip-all',
    '--wildcard',
    '--remove-relocations=*',
    ...SYMBOLS.map((name) => `--keep-symbol=${name}`),
    `--add-section=${WORDS_SECTION}=${getWordsPath(folder)}`,
    `--add-section=${BRANCHES_SECTION}=${getBranchesPath(folder)}`,
  ];
}

const getLinesPath = (/** @type {string} */ folder) => join(folder, 'lines');

/**
 * Writes the line table of an image; resolves to what adds it with objcopy. Functions that are local to
 * their file have their names in the table, or, for the profiler of a system, remain symbols.
 */
async function writeLines(
  /** @type {string} */ elf,
  /** @type {string} */ folder,
  /** @type {boolean} */ isProgram,
) {
  const { LINES_SECTION, listLocals, packLines } =
    /** @type {typeof import('../../extension/profile')} */ (
      await importSource('extension/profile/index.ts')
    );
  const file = readFileSync(elf);
  const locals = listLocals(file);
  writeFileSync(getLinesPath(folder), packLines(file, toSourcePath, isProgram ? [] : locals));
  return [
    `--add-section=${LINES_SECTION}=${getLinesPath(folder)}`,
    ...(isProgram ? locals.map(({ name }) => `--keep-symbol=${name}`) : []),
  ];
}

/** The path of a source in the checkout or in a package, wherever that was when it was compiled. */
export const toSourcePath = (/** @type {string} */ path) =>
  path.replace(/^.*\/(?=(?:target-agent|build\/c-sources)\/)/, '');

const readManifest = (/** @type {string} */ folder) =>
  JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));

function writeManifest(/** @type {string} */ folder, /** @type {object} */ manifest) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/** Returns the `objcopy` program of a compiler; a manifest's compiler text begins with the program. */
export const toObjcopy = (/** @type {string} */ compiler) =>
  (compiler.split(' ')[0] ?? '').replace(/gcc$/, 'objcopy');
