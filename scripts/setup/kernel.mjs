import { existsSync } from 'node:fs';
import { buildBundles } from '../lib/bundle.mjs';
import { cli, inRoot } from '../lib/paths.mjs';
import { runNode } from '../lib/process.mjs';

/** Present if the kernel of the emulated Linux board has been fetched. */
export const kernelDescription = inRoot('build', 'linux-imx6ul', 'armmp-lpae', 'kernel.json');

/** Fetches the kernel of the emulated Linux board, unless present. */
export async function fetchKernel() {
  if (!existsSync(inRoot('node_modules', 'esbuild'))) return 'set up the layer unit first';
  await buildBundles();
  const code = await runNode([cli, 'fetch-kernel', '--target', 'qemu-linux-imx6ul'], {
    env: { CYCLESCOPE_KERNELS: '' },
    stdio: ['ignore', 2, 2],
  });
  return code === 0 ? undefined : `cyclescope fetch-kernel ended with exit code ${code}`;
}
