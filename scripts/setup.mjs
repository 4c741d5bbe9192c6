import { createInterface } from 'node:readline/promises';
import { ensure } from './setup/ensure.mjs';
import { layerNames, usualLayers } from './setup/layers.mjs';

/** @typedef {import('./setup/layers.mjs').LayerName} LayerName */

const ask = process.argv.includes('--ask');
const words = process.argv.slice(2).filter((word) => word !== '--ask');
const unknown = words.filter((word) => !layerNames.includes(/** @type {LayerName} */ (word)));
if (unknown.length) {
  process.stderr.write(`No layer ${unknown.join(', ')}. There are: ${layerNames.join(', ')}\n`);
  process.exit(2);
}

const chosen = words.length ? /** @type {LayerName[]} */ (words) : usualLayers;
await ensure(chosen, ask ? confirm : undefined);
process.stderr.write(`Set up: ${chosen.join(', ')}\n`);

async function confirm(/** @type {string} */ plan) {
  process.stderr.write(`${plan}\n`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new Promise((resolve) => terminal.once('close', () => resolve('')));
  const answer = await Promise.race([terminal.question('Install? [y/N] '), closed]);
  terminal.close();
  return /^y(es)?$/i.test(String(answer).trim());
}
