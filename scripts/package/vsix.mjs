import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runNode } from '../lib/process.mjs';
import { stage, stagedFiles } from './stage.mjs';

/** The first day that a zip file can tell: the package says the same whenever it is made. */
const firstDay = `${Date.UTC(1980, 0, 1) / 1000}`;

/** Makes the extension's package from a folder of its own. */
export async function makeVsix(/** @type {string} */ folder, /** @type {string} */ output) {
  await stage('vsix', folder);
  const allowed = stagedFiles('vsix').map((path) => `!${path}`);
  writeFileSync(join(folder, '.vscodeignore'), `${['**', ...allowed].join('\n')}\n`);
  const vsce = fileURLToPath(import.meta.resolve('@vscode/vsce/vsce'));
  let said = '';
  // The project has no public address yet, so none can be put before what README.md links to.
  const options = [
    '--no-dependencies',
    '--allow-missing-repository',
    '--no-rewrite-relative-links',
  ];
  const code = await runNode([vsce, 'package', ...options, '--out', output], {
    cwd: folder,
    // Zip files tell local time.
    env: { SOURCE_DATE_EPOCH: firstDay, TZ: 'UTC' },
    onOutput: (text) => (said += text),
  });
  if (code !== 0) throw new Error(`vsce package failed:\n${said}`);
}
