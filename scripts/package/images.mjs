import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../lib/process.mjs';

/** Copies an image without what only a debugger reads, and describes the smaller file anew. */
export async function copyStripped(/** @type {string} */ from, /** @type {string} */ to) {
  const manifest = JSON.parse(readFileSync(join(from, 'manifest.json'), 'utf8'));
  mkdirSync(to, { recursive: true });
  const elf = join(to, manifest.elf);
  const args = ['--strip-debug', '--remove-section=.comment', '-o', elf, join(from, manifest.elf)];
  const code = await run(stripperOf(manifest.compiler), args);
  if (code !== 0) throw new Error(`${join(from, manifest.elf)} could not be stripped`);
  const sha256 = createHash('sha256').update(readFileSync(elf)).digest('hex');
  const text = JSON.stringify({ ...manifest, sha256 }, undefined, 2);
  writeFileSync(join(to, 'manifest.json'), `${text}\n`);
}

/** The program that belongs to a compiler, which a manifest names first. */
export const stripperOf = (/** @type {string} */ compiler) =>
  (compiler.split(' ')[0] ?? '').replace(/gcc$/, 'strip');
