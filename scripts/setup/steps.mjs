import {
  codeServer,
  inRoot,
  labgrid,
  mcp,
  mcpPython,
  newestCodeServer,
  nodeForWindows,
  pyocd,
  theia,
  wolfcrypt,
} from '../lib/paths.mjs';
import { cSourceFolders, vendorCSources, vendorWolfcrypt } from './cargo.mjs';
import { installCodeServer, installNewestCodeServer } from './code-server.mjs';
import { fetchKernel, kernelDescription } from './kernel.mjs';
import { installNpmPackages, installNpmProject } from './npm.mjs';
import { installFromPyPI } from './python.mjs';
import { buildTheia } from './theia.mjs';
import { installNodeForWindows } from './wine.mjs';

/**
 * @typedef {'npm' | 'cargo' | 'wolfcrypt' | 'kernel' | 'pyocd' | 'labgrid' | 'mcp' | 'mcpPython' | 'codeServer' | 'newestCodeServer' | 'theia' | 'nodeForWindows'} StepName
 */

/** Steps that change nothing outside the checkout. Each resolves to an error text, if any. */
export const steps = /** @type {Record<StepName, () => Promise<string | undefined>>} */ ({
  npm: installNpmPackages,
  cargo: vendorCSources,
  wolfcrypt: vendorWolfcrypt,
  kernel: fetchKernel,
  pyocd: () => installFromPyPI(pyocd),
  labgrid: () => installFromPyPI(labgrid),
  mcp: () => installNpmProject(mcp),
  mcpPython: () => installFromPyPI(mcpPython),
  codeServer: installCodeServer,
  newestCodeServer: installNewestCodeServer,
  theia: buildTheia,
  nodeForWindows: installNodeForWindows,
});

/** Results of each step. */
export const stepOutputs = /** @type {Record<StepName, readonly string[]>} */ ({
  npm: [inRoot('node_modules')],
  cargo: cSourceFolders,
  wolfcrypt: [wolfcrypt.folder],
  kernel: [kernelDescription],
  pyocd: [pyocd.program],
  labgrid: [labgrid.program],
  mcp: [mcp.entry],
  mcpPython: [mcpPython.program],
  codeServer: [codeServer.entry],
  newestCodeServer: [newestCodeServer.entry],
  theia: [theia.entry],
  nodeForWindows: [nodeForWindows.entry, nodeForWindows.git, nodeForWindows.prefix],
});
