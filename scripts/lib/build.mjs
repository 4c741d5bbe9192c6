import { buildBundles } from './bundle.mjs';
import { cli } from './paths.mjs';
import { runNode } from './process.mjs';
import { importSource } from './sources.mjs';

/** Agents that can be built on this computer. Read late: set-up may only just have installed esbuild. */
async function preparationsHere() {
  const { preparations } = /** @type {typeof import('../../extension/toolchain/recipe')} */ (
    await importSource('extension/toolchain/recipe.ts')
  );
  return preparations.filter(
    ({ isProgram, builtOn = process.arch }) =>
      builtOn === process.arch && (!isProgram || process.platform === 'linux'),
  );
}

/** Lists the targets whose agents only need the set-up's layer `agent`. */
const ownAgents = async () =>
  (await preparationsHere()).flatMap(({ target, layer }) => (layer === 'agent' ? target : []));

/** Lists the targets of all agents that are built with the extension. */
export const allAgents = async () =>
  (await preparationsHere()).flatMap(({ target, layer }) => (layer ? target : []));

/** Builds outdated bundles and agents, by default those of `ownAgents`; resolves to an exit code. */
export async function buildAll(/** @type {readonly string[] | undefined} */ agents = undefined) {
  const written = await buildBundles();
  if (written.length) process.stderr.write(`Bundled ${written.join(', ')}\n`);
  for (const target of agents ?? (await ownAgents())) {
    const code = await runNode([cli, 'build', '--target', target], { stdio: ['inherit', 2, 2] });
    if (code !== 0) return code;
  }
  return 0;
}
