import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runNode } from '../lib/process.mjs';
import { stage, listStagedFiles } from './stage.mjs';
import { compressFully } from './zip.mjs';

/** The earliest date in a zip file, so that the package does not depend on the build date. */
const firstDay = `${Date.UTC(1980, 0, 1) / 1000}`;

/** Creates the extension's package from a staging folder. */
export async function makeVsix(/** @type {string} */ folder, /** @type {string} */ output) {
  await stage('vsix', folder);
  const allowed = listStagedFiles('vsix').map((path) => `!${path}`);
  writeFileSync(join(folder, '.vscodeignore'), `${['**', ...allowed].join('\n')}\n`);
  const vsce = fileURLToPath(import.meta.resolve('@vscode/vsce/vsce'));
  let printed = '';
  // The project has no public address yet that could prefix README.md's links.
  const options = [
    '--no-dependencies',
    '--allow-missing-repository',
    '--no-rewrite-relative-links',
  ];
  const code = await runNode([vsce, 'package', ...options, '--out', output], {
    cwd: folder,
    // Zip files store local time.
    env: { SOURCE_DATE_EPOCH: firstDay, TZ: 'UTC' },
    onOutput: (text) => (printed += text),
  });
  if (code !== 0) throw new Error(`vsce package failed:\n${printed}`);
  // vsce compresses with zlib's default level, which makes the package 2 % larger.
  writeFileSync(output, await compressFully(readFileSync(output)));
}
