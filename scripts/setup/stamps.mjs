import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildDir, inRoot } from '../lib/paths.mjs';
import { layers } from './layers.mjs';
import { applies, findProgram } from './programs.mjs';
import { stepOutputs } from './steps.mjs';

/** @typedef {import('./layers.mjs').LayerName} LayerName */

/** Computes the key of a layer's state: the same inputs and programs always give the same key. */
export function stampKey(/** @type {readonly (readonly [name: string, state: string])[]} */ parts) {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

const stampPath = (/** @type {LayerName} */ layer) => join(buildDir, 'stamps', layer);

/** Checks whether a layer was set up and its inputs have not changed since. */
export function isFresh(/** @type {LayerName} */ layer) {
  const outputs = layers[layer].steps.flatMap((step) => stepOutputs[step]);
  return outputs.every((path) => existsSync(path)) && readStamp(layer) === layerKey(layer);
}

/** Records that a layer is set up. */
export function writeStamp(/** @type {LayerName} */ layer) {
  mkdirSync(join(buildDir, 'stamps'), { recursive: true });
  writeFileSync(stampPath(layer), `${layerKey(layer)}\n`);
}

/**
 * Invalidates a layer before it is changed, so that an interrupted set-up never counts as complete.
 */
export const removeStamp = (/** @type {LayerName} */ layer) =>
  rmSync(stampPath(layer), { force: true });

function layerKey(/** @type {LayerName} */ layer) {
  const { inputs, needs } = layers[layer];
  const files = inputs.map((path) => /** @type {const} */ ([path, digest(inRoot(path))]));
  const programs = needs
    .filter(applies)
    .map(({ name, program }) => /** @type {const} */ ([name, findProgram(program) ?? '']));
  return stampKey([['node', process.versions.node], ...files, ...programs]);
}

const digest = (/** @type {string} */ path) =>
  createHash('sha256').update(readFileSync(path)).digest('hex');

function readStamp(/** @type {LayerName} */ layer) {
  const path = stampPath(layer);
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
}
