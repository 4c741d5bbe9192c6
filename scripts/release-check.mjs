import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { inRoot } from './lib/paths.mjs';
import { runNode } from './lib/process.mjs';
import { testLayers } from './lib/test-layers.mjs';
import { buildAgain } from './release-check/again.mjs';
import { documents } from './release-check/documents.mjs';
import { linkProblems } from './release-check/links.mjs';
import { listingProblems } from './release-check/listing.mjs';
import { ensure } from './setup/ensure.mjs';

await ensure(['unit', 'agent', 'qemu', 'linux', 'editor']);
// Imported late: set-up may only just have installed their dependencies.
const { buildShipped, pack, packages } = await import('./package/make.mjs');
const { tryInEditor } = await import('./release-check/editor.mjs');
const manifest = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));

/** @typedef {readonly [what: string, check: () => Promise<readonly string[]>]} Check */

/** Conditions for a release; each check resolves to its problems. @type {readonly Check[]} */
const checks = [
  [
    'the packages can be made, and are small',
    async () => toProblems((await buildShipped()) || (await pack())),
  ],
  ['the listing is complete', async () => listingProblems(manifest, inRoot('.'))],
  [
    'links and images of the documents lead somewhere',
    async () => documents().flatMap((path) => linkProblems(inRoot(path))),
  ],
  [
    'the notices are up to date',
    async () => toProblems(await runNode([inRoot('scripts', 'notices.mjs'), '--check'])),
  ],
  ['both packages work without the clone, cargo and compilers', testPackages],
  ['the extension opens its sample in an editor', inEditor],
  ['another build gives the same packages', () => buildAgain(Object.values(packages))],
];

let failed = 0;
for (const [name, check] of checks) {
  console.log(`\n== ${name}`);
  const problems = await check().catch((/** @type {unknown} */ error) => [String(error)]);
  for (const problem of problems) console.log(`  ${problem}`);
  console.log(problems.length > 0 ? 'FAILED' : 'ok');
  if (problems.length > 0) failed += 1;
}
console.log(
  `\n${Object.values(packages)
    .map((path) => basename(path))
    .join(', ')}: ${failed === 0 ? 'ready' : 'not ready'}`,
);
process.exitCode = failed > 0 ? 1 : 0;

/** The output of a program or test layer has already been printed. */
function toProblems(/** @type {number} */ code) {
  return code === 0 ? [] : ['see above'];
}

async function testPackages() {
  return toProblems((await testLayers['package']?.run())?.failed ?? 1);
}

async function inEditor() {
  return tryInEditor(packages.vsix, `${manifest.publisher}.${manifest.name}`);
}
