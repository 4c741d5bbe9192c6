import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildDir, inRoot } from '../lib/paths.mjs';

/** Returns a reproducible recording of FreeRTOS events; generated once. */
export function generateRecording(/** @type {number} */ events) {
  const file = join(buildDir, 'editor', 'recordings', `${events}.SVDat`);
  if (existsSync(file)) return file;
  mkdirSync(dirname(file), { recursive: true });
  const generator = `${file}.generator`;
  execFileSync('gcc', ['-std=c11', '-O2', '-o', generator, source]);
  execFileSync(generator, [`${file}.partial`, `${events}`]);
  rmSync(generator);
  renameSync(`${file}.partial`, file);
  return file;
}

const source = inRoot('scripts', 'bench-decode', 'generate.c');
