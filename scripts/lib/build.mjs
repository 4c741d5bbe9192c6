import { buildBundles } from './bundle.mjs';
import { cli } from './paths.mjs';
import { runNode } from './process.mjs';

/** The targets whose agents are built with the extension. */
const agentTargets = ['qemu-freertos-m7'];

/** Builds the bundles and the agents as far as they are out of date; resolves to an exit code. */
export async function buildAll() {
  const written = await buildBundles();
  if (written.length) process.stderr.write(`Bundled ${written.join(', ')}\n`);
  for (const target of agentTargets) {
    const code = await runNode([cli, 'build', '--target', target], { stdio: ['inherit', 2, 2] });
    if (code !== 0) return code;
  }
  return 0;
}
