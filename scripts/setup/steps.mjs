import { codeServer, inRoot, newestCodeServer, pyocd, theia, wolfcrypt } from '../lib/paths.mjs';
import { cSourceFolders, vendorCSources, vendorWolfcrypt } from './cargo.mjs';
import { installCodeServer, installNewestCodeServer } from './code-server.mjs';
import { fetchKernel, kernelDescription } from './kernel.mjs';
import { installNpmPackages } from './npm.mjs';
import { installPyocd } from './pyocd.mjs';
import { buildTheia } from './theia.mjs';

/**
 * @typedef {'npm' | 'cargo' | 'wolfcrypt' | 'kernel' | 'pyocd' | 'codeServer' | 'newestCodeServer' | 'theia'} StepName
 */

/** Steps that change nothing outside the checkout. Each resolves to an error text, if any. */
export const steps = /** @type {Record<StepName, () => Promise<string | undefined>>} */ ({
  npm: installNpmPackages,
  cargo: vendorCSources,
  wolfcrypt: vendorWolfcrypt,
  kernel: fetchKernel,
  pyocd: installPyocd,
  codeServer: installCodeServer,
  newestCodeServer: installNewestCodeServer,
  theia: buildTheia,
});

/** Results of each step. */
export const stepOutputs = /** @type {Record<StepName, readonly string[]>} */ ({
  npm: [inRoot('node_modules')],
  cargo: cSourceFolders,
  wolfcrypt: [wolfcrypt.folder],
  kernel: [kernelDescription],
  pyocd: [pyocd.program],
  codeServer: [codeServer.entry],
  newestCodeServer: [newestCodeServer.entry],
  theia: [theia.entry],
});
