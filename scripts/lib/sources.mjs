import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { compileFunction } from 'node:vm';
import { buildOptions } from './bundle.mjs';
import { inRoot } from './paths.mjs';

const require = createRequire(import.meta.url);

/** @type {Map<string, Promise<unknown>>} */
const imported = new Map();

/**
 * Imports a module of the extension from its TypeScript source, once.
 * @returns {Promise<unknown>}
 */
export function importSource(/** @type {string} */ path) {
  const known = imported.get(path) ?? loadBundled(path);
  imported.set(path, known);
  return known;
}

/** Bundles a module in memory like the extension, with only what its exports need. */
async function loadBundled(/** @type {string} */ path) {
  const { build } = await import('esbuild');
  const options = buildOptions({ entry: path, output: 'memory.cjs', minify: false });
  const { outputFiles } = await build({ ...options, write: false });
  const text = outputFiles.map((file) => file.text).join('');
  const run = compileFunction(text, ['module', 'require', '__filename', '__dirname']);
  const module = { exports: {} };
  run(module, require, inRoot(path), dirname(inRoot(path)));
  return module.exports;
}

/** Runs a TypeScript source in a process of its own; returns what it prints. */
export async function runSource(/** @type {string} */ path, /** @type {readonly string[]} */ args) {
  const { build } = await import('esbuild');
  const folder = mkdtempSync(join(tmpdir(), 'cyclescope-source-'));
  const outfile = join(folder, `${basename(path)}.cjs`);
  try {
    const form = /** @type {const} */ ({ bundle: true, format: 'cjs', platform: 'node' });
    await build({ ...form, entryPoints: [inRoot(path)], outfile, logLevel: 'warning' });
    return execFileSync(process.execPath, [outfile, ...args], {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
