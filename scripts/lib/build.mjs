import { buildBundles } from './bundle.mjs';
import { cli } from './paths.mjs';
import { runNode } from './process.mjs';

const onLinux = process.platform === 'linux';

/** Targets whose agents only need the set-up's layer `agent`. */
const ownAgents = ['qemu-freertos-m7', 'qemu-freertos-m3', ...(onLinux ? ['local-linux'] : [])];

/** Agents for other machines; those for boards need the layer `linux`. */
const otherAgents = [
  'linux-armhf',
  'linux-arm64',
  ...(process.arch === 'x64' ? ['linux-x86-64'] : []),
];

/** All agents that are built with the extension. */
export const allAgents = [...ownAgents, ...(onLinux ? otherAgents : [])];

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
