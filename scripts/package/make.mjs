import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildAll } from '../lib/build.mjs';
import { buildDir, inRoot } from '../lib/paths.mjs';
import { shippedAgents } from './contents.mjs';
import { budgets, findExceeded, sizeTable } from './sizes.mjs';
import { makeTarball } from './tarball.mjs';
import { makeVsix } from './vsix.mjs';
import { readZip } from './zip.mjs';

const { version } = /** @type {{ version: string }} */ (
  JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
);
const staging = join(buildDir, 'package');

/** The extension's package, and the command line's. */
export const packages = {
  vsix: join(buildDir, `cyclescope-${version}.vsix`),
  tarball: join(buildDir, `cyclescope-${version}.tgz`),
};

/** Builds everything outdated that is shipped; resolves to an exit code. */
export async function buildShipped() {
  if (process.platform === 'linux' && process.arch === 'x64') return buildAll(shippedAgents);
  console.error(
    'Packages are made on Linux, x86-64: the agent for this computer is one of their parts.',
  );
  return 1;
}

/** Packs the extension and the command line, and prints their sizes; resolves to an exit code. */
export async function pack() {
  mkdirSync(staging, { recursive: true });
  await makeTarball(join(staging, 'npm'), packages.tarball);
  await makeVsix(join(staging, 'extension'), packages.vsix);
  const file = readFileSync(packages.vsix);
  const entries = readZip(file);
  const limits = budgets(file.length, entries);
  console.log(`${packages.tarball}\n${packages.vsix}\n\n${sizeTable(entries, limits)}`);
  for (const { name } of findExceeded(limits)) console.error(`\n${name}: over its limit`);
  return findExceeded(limits).length > 0 ? 1 : 0;
}
