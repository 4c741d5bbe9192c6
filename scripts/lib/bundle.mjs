import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { buildDir, inRoot, root } from './paths.mjs';

/**
 * @typedef {object} Bundle
 * @property {string} entry
 * @property {string} output
 * @property {boolean} executable
 *
 * @typedef {import('esbuild').BuildOptions} BuildOptions
 * @typedef {import('esbuild').Metafile} Metafile
 * @typedef {Record<string, string>} Digests path to SHA-256
 */

/** Everything that is bundled for Node. @type {readonly Bundle[]} */
export const bundles = [
  { entry: 'extension/cli/main.ts', output: 'dist/cli.cjs', executable: true },
  {
    entry: 'extension/targets/guardian/guardian.cjs',
    output: 'dist/guardian.cjs',
    executable: false,
  },
];

const record = join(buildDir, 'stamps', 'bundles.json');

/** The options that turn one entry into one CommonJS file. */
export function buildOptions(/** @type {Bundle} */ { entry, output }) {
  return /** @satisfies {BuildOptions} */ ({
    absWorkingDir: root,
    bundle: true,
    entryPoints: [entry],
    format: /** @type {const} */ ('cjs'),
    legalComments: /** @type {const} */ ('none'),
    logLevel: /** @type {const} */ ('warning'),
    metafile: /** @type {const} */ (true),
    outfile: output,
    platform: /** @type {const} */ ('node'),
    target: 'node20',
    // CommonJS has no import.meta, by which the sources find the files beside them.
    define: { 'import.meta.url': 'moduleUrl' },
    banner: {
      js: "#!/usr/bin/env node\nconst moduleUrl = require('node:url').pathToFileURL(__filename).href;",
    },
  });
}

/** Bundles what changed since the last time; resolves to the outputs written. */
export async function buildBundles() {
  const known = readRecord();
  const stale = bundles.filter((bundle) => !isUpToDate(bundle, known[bundle.output]));
  if (stale.length === 0) return [];
  const { build } = await import('esbuild');
  for (const bundle of stale) {
    const { metafile } = await build(buildOptions(bundle));
    if (bundle.executable) chmodSync(inRoot(bundle.output), 0o755);
    known[bundle.output] = { options: optionsDigest(bundle), inputs: digests(metafile) };
  }
  mkdirSync(dirname(record), { recursive: true });
  writeFileSync(record, JSON.stringify(known));
  return stale.map(({ output }) => output);
}

/** What would go into the bundles, without writing them. */
export async function analyseBundles() {
  const { build } = await import('esbuild');
  const builds = bundles.map((bundle) => build({ ...buildOptions(bundle), write: false }));
  const metafiles = (await Promise.all(builds)).map(({ metafile }) => metafile);
  return { inputs: Object.assign({}, ...metafiles.map(({ inputs }) => inputs)) };
}

/** The npm packages whose code goes into a bundle. */
export function bundledPackages(/** @type {{ inputs: Record<string, unknown> }} */ { inputs }) {
  const names = Object.keys(inputs).flatMap(
    (path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? [],
  );
  return [...new Set(names)].sort();
}

/** @typedef {{ options: string, inputs: Digests }} BundleState */

function isUpToDate(/** @type {Bundle} */ bundle, /** @type {BundleState | undefined} */ state) {
  if (!state || state.options !== optionsDigest(bundle)) return false;
  if (!existsSync(inRoot(bundle.output))) return false;
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
