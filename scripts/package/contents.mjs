import { readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { root } from '../lib/paths.mjs';
import { importSource } from '../lib/sources.mjs';
import { below } from './below.mjs';
import { laboratory, sdkExamples, sdkFiles } from './sdk.mjs';

/** @typedef {'vsix' | 'npm'} PackageKind the extension, or the command line */

const { preparations } = /** @type {typeof import('../../extension/toolchain/recipe')} */ (
  await importSource('extension/toolchain/recipe.ts')
);

/** Agents whose images are shipped: none contains a C library that requires more than a notice. */
export const shippedAgents = preparations.flatMap(({ target, packaged }) =>
  packaged === true ? target : [],
);
/** Targets whose shipped image is another one's. @type {Readonly<Record<string, string>>} */
export const sharedAgents = Object.fromEntries(
  preparations.flatMap(({ target, packaged }) =>
    typeof packaged === 'object' ? [[target, packaged.as]] : [],
  ),
);

/** Those of microcontrollers, and not of Linux. */
export const firmwareAgents = preparations.flatMap(({ target, packaged, isProgram }) =>
  packaged === true && !isProgram ? target : [],
);

/** Builds of each agent. */
export const builds = ['headline', 'traced'];

/** Folders of the shipped agents' images in the checkout. */
export const imageFolders = shippedAgents.flatMap((target) =>
  builds.map((build) => posix.join('dist', 'agent', target, build)),
);

const { codeEndings } =
  /** @type {typeof import('../../extension/toolchain/languages/languages')} */ (
    await importSource('extension/toolchain/languages/languages.ts')
  );
const BINDINGS = new RegExp(`\\.(${[...codeEndings, 'cmake'].join('|')})$`);

/** Lists the README and the pages that it links to. */
export const projectDocuments = (base = root) => ['README.md', ...below('docs', base, /\.md$/)];

/** Lists the files in both packages, in addition to the images. */
const common = (/** @type {string} */ base) => [
  'CHANGELOG.md',
  'LICENSE',
  'THIRD-PARTY-NOTICES.md',
  ...projectDocuments(base),
  'dist/guardian.cjs',
  'media/SYSVIEW_cyclescope.txt',
  ...below('media/servers', base, /\.(cfg|py)$/),
  ...sdkFiles(base),
  ...sdkExamples(base),
  ...below(laboratory, base, /\.(py|yaml)$/),
  ...below('target-agent/bindings', base, BINDINGS),
  ...below('target-agent/emulator', base, /\.c$/),
  // The names of files that a build may fetch, but not the files.
  ...below('third-party/c-sources', base, /^files\.txt$/),
  ...below('third-party/wolfcrypt', base, /^(Cargo\.(toml|lock)|lib\.rs|files\.txt)$/),
];

/** @type {Readonly<Record<PackageKind, (base: string) => readonly string[]>>} */
const own = {
  npm: () => ['dist/cli.cjs'],
  vsix: (base) => [
    ...below('dist', base, /^(extension|worker|shared-.+)\.cjs$/),
    ...below('dist/views', base, /\.(js|css)$/),
    ...below('media/icons', base, /^cyclescope\.(png|svg)$/),
    ...below('media/walkthrough', base, /\.(svg|md)$/),
    ...below('media/sample', base, /^(run\.json|recording(-traced)?\.SVDat\.br)$/),
    ...below('l10n', base, /^bundle\.l10n\..+\.json$/),
    ...readdirSync(base).filter((name) => /^package\.nls(\..+)?\.json$/.test(name)),
  ],
};

/**
 * Lists a package's files that are copied unchanged from the checkout: nothing else is included.
 */
export const listCopiedFiles = (/** @type {PackageKind} */ kind, base = root) =>
  [...common(base), ...own[kind](base)].sort();
