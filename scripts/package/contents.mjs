import { readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { root } from '../lib/paths.mjs';
import { importSource } from '../lib/sources.mjs';
import { below } from './below.mjs';
import { sdkExamples, sdkFiles } from './sdk.mjs';

/** @typedef {'vsix' | 'npm'} PackageKind the extension, or the command line */

/** The agents whose images are shipped: none of them holds a C library that asks for more than a notice. */
export const shippedAgents = ['qemu-freertos-m7', 'local-linux', 'linux-x86-64'];

/** The builds of each agent. */
export const builds = ['headline', 'traced'];

/** The images of the shipped agents, as they lie in every package. */
export const imageFolders = shippedAgents.flatMap((target) =>
  builds.map((build) => posix.join('dist', 'agent', target, build)),
);

const { codeEndings } =
  /** @type {typeof import('../../extension/toolchain/languages/languages')} */ (
    await importSource('extension/toolchain/languages/languages.ts')
  );
const BINDINGS = new RegExp(`\\.(${[...codeEndings, 'cmake'].join('|')})$`);

/** The README and the pages that it leads to. */
export const projectDocuments = (base = root) => ['README.md', ...below('docs', base, /\.md$/)];

/** What both packages hold, besides the images. */
const common = (/** @type {string} */ base) => [
  'CHANGELOG.md',
  'LICENSE',
  'THIRD-PARTY-NOTICES.md',
  ...projectDocuments(base),
  'dist/guardian.cjs',
  'media/SYSVIEW_cyclescope.txt',
  ...below('media/openocd', base, /\.cfg$/),
  ...sdkFiles(base),
  ...sdkExamples(base),
  ...below('target-agent/bindings', base, BINDINGS),
  // The names of what a build may fetch, and none of it.
  ...below('third-party/c-sources', base, /^files\.txt$/),
  ...below('third-party/wolfcrypt', base, /^(Cargo\.(toml|lock)|lib\.rs|files\.txt)$/),
];

/** @type {Readonly<Record<PackageKind, (base: string) => readonly string[]>>} */
const own = {
  npm: () => ['dist/cli.cjs'],
  vsix: (base) => [
    'dist/extension.cjs',
    'dist/worker.cjs',
    ...below('dist/views', base, /\.(js|css)$/),
    ...below('media/icons', base, /^cyclescope\.(png|svg)$/),
    ...below('media/walkthrough', base, /\.(svg|md)$/),
    ...below('media/sample', base, /^(run\.json|recording(-traced)?\.SVDat)$/),
    ...below('l10n', base, /^bundle\.l10n\..+\.json$/),
    ...readdirSync(base).filter((name) => /^package\.nls(\..+)?\.json$/.test(name)),
  ],
};

/** The files of a package that are taken from the checkout as they are: nothing else goes in. */
export const copiedFiles = (/** @type {PackageKind} */ kind, base = root) =>
  [...common(base), ...own[kind](base)].sort();
