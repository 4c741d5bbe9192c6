import { buildBundles } from './bundle.mjs';
import { cli } from './paths.mjs';
import { runNode } from './process.mjs';
import { importSource } from './sources.mjs';

const { preparations } = /** @type {typeof import('../../extension/toolchain/recipe')} */ (
  await importSource('extension/toolchain/recipe.ts')
);
const onThis = preparations.filter(
  ({ isProgram, builtOn = process.arch }) =>
    builtOn === process.arch && (!isProgram || process.platform === 'linux'),
);

/** Targets whose agents only need the set-up's layer `agent`. */
const ownAgents = onThis.flatMap(({ target, layer }) => (layer === 'agent' ? target : []));

/** All agents that are built with the extension. */
export const allAgents = onThis.flatMap(({ target, layer }) => (layer ? target : []));

/** Builds outdated bundles and agents; resolves to an exit code. */
export async function buildAll(/** @type {readonly string[]} */ agents = ownAgents) {
  const written = await buildBundles();
  if (written.length) process.stderr.write(`Bundled ${written.join(', ')}\n`);
  for (const target of agents) {
    const code = await runNode([cli, 'build', '--target', target], { stdio: ['inherit', 2, 2] });
    if (code !== 0) return code;
  }
  return 0;
}
