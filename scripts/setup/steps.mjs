import { inRoot } from '../lib/paths.mjs';
import { vendorCSources, cSourceFolders } from './cargo.mjs';
import { fetchKernel, kernelDescription } from './kernel.mjs';
import { installNpmPackages } from './npm.mjs';

/** @typedef {'npm' | 'cargo' | 'kernel'} StepName */

/** Steps that change nothing outside the checkout. Each resolves to what went wrong, if anything. */
export const steps = /** @type {Record<StepName, () => Promise<string | undefined>>} */ ({
  npm: installNpmPackages,
  cargo: vendorCSources,
  kernel: fetchKernel,
});

/** What each step leaves behind. */
export const stepOutputs = /** @type {Record<StepName, readonly string[]>} */ ({
  npm: [inRoot('node_modules')],
  cargo: cSourceFolders,
  kernel: [kernelDescription],
});
