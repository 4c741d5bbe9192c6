import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { buildDir, inRoot, root } from './paths.mjs';

/**
 * @typedef {object} NodeBundle one CommonJS file
 * @property {string} entry
 * @property {string} output
 * @property {boolean} [executable]
 * @property {boolean} minify
 *
 * @typedef {object} NodeParts CommonJS files, with what they share in chunks
 * @property {Readonly<Record<string, string>>} parts name of the output to entry
 * @property {string} output the folder
 *
 * @typedef {object} ViewBundle ES modules for webviews, with what they share in chunks
 * @property {Readonly<Record<string, string>>} views name of the output to entry
 * @property {string} output the folder; it contains nothing else
 *
 * @typedef {NodeBundle | NodeParts | ViewBundle} Bundle
 * @typedef {import('esbuild').BuildOptions & { metafile: true }} BuildOptions
 * @typedef {import('esbuild').Metafile} Metafile
 * @typedef {Record<string, string>} Digests path to SHA-256
 */

const features = 'extension/vscode/features';
const getPagePath = (/** @type {string} */ name) => `${features}/${name}/page/main.tsx`;
/** Features with a page; set-up is tested in a copy without any. */
const pages = (existsSync(inRoot(features)) ? readdirSync(inRoot(features)) : []).filter((name) =>
  existsSync(inRoot(getPagePath(name))),
);

const styles = 'extension/vscode/page/styles.css';
/** The styles of all pages: a file of their own, which the package would otherwise have in each page's. */
const sharedStyles = pages.length > 0 ? { 'shared-styles': styles } : {};

/** Everything that is bundled. @type {readonly Bundle[]} */
export const bundles = [
  { entry: 'extension/cli/main.ts', output: 'dist/cli.cjs', executable: true, minify: false },
  // Each loads only what it needs of the other: the editor waits for the first, a click for the second.
  {
    parts: { extension: 'extension/vscode/index.ts', worker: 'extension/workers/main.ts' },
    output: 'dist',
  },
  { entry: 'extension/host/guardian/guardian.cjs', output: 'dist/guardian.cjs', minify: true },
  {
    views: {
      ...Object.fromEntries(pages.map((name) => [name, getPagePath(name)])),
      ...sharedStyles,
    },
    output: 'dist/views',
  },
];

const record = join(buildDir, 'stamps', 'bundles.json');

const nodeTarget = /** @satisfies {import('esbuild').BuildOptions} */ ({
  external: ['vscode'],
  // For packages that offer both: esbuild cannot analyse the UMD form of jsonc-parser.
  mainFields: ['module', 'main'],
  platform: 'node',
  target: 'node20',
});

const commonOptions = /** @satisfies {BuildOptions} */ ({
  absWorkingDir: root,
  bundle: true,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
});

/** Returns esbuild's options for a bundle. @returns {BuildOptions} */
export function buildOptions(/** @type {Bundle} */ bundle) {
  if ('views' in bundle) return viewOptions(bundle);
  return 'parts' in bundle ? partOptions(bundle) : nodeOptions(bundle);
}

/** @returns {BuildOptions} */
function nodeOptions(/** @type {NodeBundle} */ { entry, output, executable, minify }) {
  return {
    ...commonOptions,
    entryPoints: [entry],
    ...nodeTarget,
    format: 'cjs',
    minify,
    outfile: output,
    ...(executable && { banner: { js: '#!/usr/bin/env node' } }),
  };
}

/** @returns {BuildOptions} of ES modules, because esbuild only splits these */
function partOptions(/** @type {NodeParts} */ { parts, output }) {
  return {
    ...commonOptions,
    ...nodeTarget,
    chunkNames: 'shared-[hash]',
    entryPoints: parts,
    format: 'esm',
    minify: true,
    outdir: output,
    outExtension: { '.js': '.cjs' },
    splitting: true,
    write: false,
  };
}

/** Turns a module of `partOptions` into the CommonJS that editors and workers load. */
const partFormat = /** @satisfies {import('esbuild').TransformOptions} */ ({
  format: 'cjs',
  minify: true,
  // A chunk is then loaded by `require`, like every other one.
  supported: { 'dynamic-import': false },
});

/** @returns {BuildOptions} */
function viewOptions(/** @type {ViewBundle} */ { views, output }) {
  return {
    ...commonOptions,
    chunkNames: 'shared-[hash]',
    entryPoints: views,
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    outdir: output,
    platform: 'browser',
    splitting: true,
    target: 'es2023',
  };
}

/** Bundles what has changed since the last build; resolves to the outputs written. */
export async function buildBundles() {
  const known = readRecord();
  const stale = bundles.filter((bundle) => !isUpToDate(bundle, known[bundle.output]));
  if (stale.length === 0) return [];
  for (const bundle of stale) {
    const metafile = await writeBundle(bundle);
    const inputs = digests(metafile);
    const outputs = Object.keys(metafile.outputs);
    known[bundle.output] = { options: optionsDigest(bundle), inputs, outputs };
    mkdirSync(dirname(record), { recursive: true });
    writeFileSync(record, JSON.stringify(known));
  }
  return stale.map(({ output }) => output);
}

/** Writes a bundle, whether or not its sources have changed. */
export async function writeBundle(/** @type {Bundle} */ bundle) {
  const { build, transform } = await import('esbuild');
  const { metafile, outputFiles = [] } = await build(buildOptions(bundle));
  for (const { path, text } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, (await transform(text, partFormat)).code);
  }
  if ('views' in bundle) removeOthers(bundle, metafile, /^/);
  if ('parts' in bundle) removeOthers(bundle, metafile, /^shared-.*\.cjs$/);
  if ('executable' in bundle) chmodSync(inRoot(bundle.output), 0o755);
  return metafile;
}

/** Removes old chunks: they are named by their content and would otherwise remain. */
function removeOthers(
  /** @type {Bundle} */ { output },
  /** @type {Metafile} */ { outputs },
  /** @type {RegExp} */ ours,
) {
  for (const name of readdirSync(inRoot(output)).filter((each) => ours.test(each))) {
    if (!(`${output}/${name}` in outputs)) rmSync(inRoot(output, name), { recursive: true });
  }
}

/** Analyses the contents of the bundles without writing them. */
export async function analyseBundles() {
  const { build } = await import('esbuild');
  const builds = bundles.map((bundle) => build({ ...buildOptions(bundle), write: false }));
  const metafiles = (await Promise.all(builds)).map(({ metafile }) => metafile);
  return { inputs: Object.assign({}, ...metafiles.map(({ inputs }) => inputs)) };
}

/** Lists the npm packages whose code is in a bundle. */
export function listBundledPackages(/** @type {{ inputs: Record<string, unknown> }} */ { inputs }) {
  const names = Object.keys(inputs).flatMap(
    (path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? [],
  );
  return [...new Set(names)].sort();
}

/** @typedef {{ options: string, inputs: Digests, outputs?: readonly string[] }} BundleState */

function isUpToDate(/** @type {Bundle} */ bundle, /** @type {BundleState | undefined} */ state) {
  if (!state || state.options !== optionsDigest(bundle)) return false;
  if (!state.outputs?.every((path) => existsSync(inRoot(path)))) return false;
  return Object.entries(state.inputs).every(([path, digest]) => fileDigest(path) === digest);
}

const sha256 = (/** @type {string | Buffer} */ data) =>
  createHash('sha256').update(data).digest('hex');

const optionsDigest = (/** @type {Bundle} */ bundle) =>
  sha256(JSON.stringify(buildOptions(bundle)));

function fileDigest(/** @type {string} */ path) {
  return existsSync(inRoot(path)) ? sha256(readFileSync(inRoot(path))) : undefined;
}

function digests(/** @type {Metafile} */ { inputs }) {
  return Object.fromEntries(Object.keys(inputs).map((path) => [path, fileDigest(path) ?? '']));
}

function readRecord() {
  if (!existsSync(record)) return {};
  return /** @type {Record<string, BundleState>} */ (JSON.parse(readFileSync(record, 'utf8')));
}
