import { codeServer, inRoot } from '../lib/paths.mjs';
import { vendorCSources, cSourceFolders } from './cargo.mjs';
import { installCodeServer } from './code-server.mjs';
import { fetchKernel, kernelDescription } from './kernel.mjs';
import { installNpmPackages } from './npm.mjs';

/** @typedef {'npm' | 'cargo' | 'kernel' | 'codeServer'} StepName */

/** Steps that change nothing outside the checkout. Each resolves to what went wrong, if anything. */
export const steps = /** @type {Record<StepName, () => Promise<string | undefined>>} */ ({
  npm: installNpmPackages,
  cargo: vendorCSources,
  kernel: fetchKernel,
  codeServer: installCodeServer,
});

/** What each step leaves behind. */
export const stepOutputs = /** @type {Record<StepName, readonly string[]>} */ ({
  npm: [inRoot('node_modules')],
  cargo: cSourceFolders,
  kernel: [kernelDescription],
  codeServer: [codeServer.entry],
});
