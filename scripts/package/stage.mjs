import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compress } from '../lib/compress.mjs';
import { chips, root } from '../lib/paths.mjs';
import { listCopiedFiles, projectDocuments } from './contents.mjs';
import { adaptDocument } from './document.mjs';
import { packedImages, stageImages } from './images.mjs';
import { cliManifest, extensionManifest } from './manifests.mjs';

/** @typedef {import('./contents.mjs').PackageKind} PackageKind */

const makeManifest = { npm: cliManifest, vsix: extensionManifest };
/** Fixed, so that they do not depend on the umask. */
const modes = { file: 0o644, program: 0o755 };

/** The table of chips, which takes a quarter less than as a text that the package compresses. */
const packedChips = 'media/chips.txt.br';

/** Copies a package's contents to a separate folder. */
export async function stage(/** @type {PackageKind} */ kind, /** @type {string} */ folder) {
  rmSync(folder, { recursive: true, force: true });
  for (const path of listCopiedFiles(kind)) copy(path, folder);
  writeFileSync(join(folder, packedChips), compress(readFileSync(chips.table)));
  await stageImages(folder);
  const project = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const path of projectDocuments()) {
    const text = readFileSync(join(root, path), 'utf8');
    writeFileSync(join(folder, path), adaptDocument(path, text, project.repository?.url));
  }
  const manifest = makeManifest[kind](project);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  for (const path of listStagedFiles(kind)) {
    chmodSync(join(folder, path), path === 'dist/cli.cjs' ? modes.program : modes.file);
  }
}

/** Lists the files of a staged package. */
export const listStagedFiles = (/** @type {PackageKind} */ kind) =>
  ['package.json', ...listCopiedFiles(kind), packedChips, packedImages].sort();

function copy(/** @type {string} */ path, /** @type {string} */ folder) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  copyFileSync(join(root, path), join(folder, path));
}
