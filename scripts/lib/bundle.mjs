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
 * @typedef {object} ViewBundle ES modules for webviews, with what they share in chunks
 * @property {Readonly<Record<string, string>>} views name of the output to entry
 * @property {string} output the folder; it contains nothing else
 *
 * @typedef {NodeBundle | ViewBundle} Bundle
 * @typedef {import('esbuild').BuildOptions & { metafile: true }} BuildOptions
 * @typedef {import('esbuild').Metafile} Metafile
 * @typedef {Record<string, string>} Digests path to SHA-256
 */

const features = 'extension/vscode/features';
const pageOf = (/** @type {string} */ name) => `${features}/${name}/page/main.tsx`;
/** Features with a page; set-up is tested in a copy without any. */
const pages = (existsSync(inRoot(features)) ? readdirSync(inRoot(features)) : []).filter((name) =>
  existsSync(inRoot(pageOf(name))),
);

/** Everything that is bundled. @type {readonly Bundle[]} */
export const bundles = [
  { entry: 'extension/cli/main.ts', output: 'dist/cli.cjs', executable: true, minify: false },
  { entry: 'extension/main.ts', output: 'dist/extension.cjs', minify: true },
  { entry: 'extension/workers/thread.cjs', output: 'dist/worker.cjs', minify: true },
  { entry: 'extension/host/guardian/guardian.cjs', output: 'dist/guardian.cjs', minify: true },
  {
    views: Object.fromEntries(pages.map((name) => [name, pageOf(name)])),
    output: 'dist/views',
  },
];

const record = join(buildDir, 'stamps', 'bundles.json');

const commonOptions = /** @satisfies {BuildOptions} */ ({
  absWorkingDir: root,
  bundle: true,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
});

/** Returns esbuild's options for a bundle. @returns {BuildOptions} */
export function buildOptions(/** @type {Bundle} */ bundle) {
  return 'views' in bundle ? viewOptions(bundle) : nodeOptions(bundle);
}

/** @returns {BuildOptions} */
function nodeOptions(/** @type {NodeBundle} */ { entry, output, executable, minify }) {
  return {
    ...commonOptions,
    entryPoints: [entry],
    external: ['vscode', './extension.cjs'],
    format: 'cjs',
    // For packages that offer both: esbuild cannot analyse the UMD form of jsonc-parser.
    mainFields: ['module', 'main'],
    minify,
    outfile: output,
    platform: 'node',
    target: 'node20',
    // CommonJS has no import.meta, which the sources use to find adjacent files.
    define: { 'import.meta.url': 'moduleUrl' },
    banner: {
      js: `${executable ? '#!/usr/bin/env node\n' : ''}const moduleUrl = require('node:url').pathToFileURL(__filename).href;`,
    },
  };
}

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
  const { build } = await import('esbuild');
  for (const bundle of stale) {
    const { metafile } = await build(buildOptions(bundle));
    const outputs = Object.keys(metafile.outputs);
    if ('views' in bundle) removeOthers(bundle, outputs);
    if ('executable' in bundle) chmodSync(inRoot(bundle.output), 0o755);
    const inputs = digests(metafile);
    known[bundle.output] = { options: optionsDigest(bundle), inputs, outputs };
    mkdirSync(dirname(record), { recursive: true });
    writeFileSync(record, JSON.stringify(known));
  }
  return stale.map(({ output }) => output);
}

/** Removes old chunks: they are named by their content and would otherwise remain. */
function removeOthers(
  /** @type {ViewBundle} */ { output },
  /** @type {readonly string[]} */ outputs,
) {
  for (const name of readdirSync(inRoot(output))) {
    if (!outputs.includes(`${output}/${name}`)) rmSync(inRoot(output, name), { recursive: true });
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
export function bundledPackages(/** @type {{ inputs: Record<string, unknown> }} */ { inputs }) {
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
