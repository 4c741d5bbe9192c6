import { mkdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { join } from 'node:path';
import { run } from '../lib/process.mjs';
import { stage } from './stage.mjs';

/** Creates the command line's package; npm sets the same time for every file. */
export async function makeTarball(/** @type {string} */ folder, /** @type {string} */ output) {
  await stage('npm', folder);
  const destination = dirname(output);
  mkdirSync(destination, { recursive: true });
  let printed = '';
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', destination];
  const code = await run('npm', args, { cwd: folder, onOutput: (text) => (printed += text) });
  if (code !== 0) throw new Error('npm pack failed');
  const [packed] = /** @type {[{ filename: string }]} */ (JSON.parse(printed));
  renameSync(join(destination, packed.filename), output);
}
