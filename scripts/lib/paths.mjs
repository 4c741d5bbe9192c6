import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout's folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A path inside the checkout. */
export const inRoot = (/** @type {string[]} */ ...parts) => join(root, ...parts);

/** Where set-up and tests keep what can be made again. */
export const buildDir = inRoot('build');

/** The vendored C sources: FreeRTOS and SEGGER's recorder. */
export const cSources = {
  folder: inRoot('build', 'c-sources'),
  freertos: inRoot('build', 'c-sources', 'freertos-next-0.12.0', 'FreeRTOS-Kernel'),
  segger: inRoot('build', 'c-sources', 'systemview-target-0.3.0', 'lib'),
};

/** The bundled command line. */
export const cli = inRoot('dist', 'cli.cjs');

/** Visual Studio Code as a server, and the Node that runs it. */
export const codeServer = {
  folder: inRoot('build', 'code-server'),
  node: inRoot('build', 'code-server', 'node', 'bin', 'node'),
  entry: inRoot('build', 'code-server', 'node_modules', 'code-server', 'out', 'node', 'entry.js'),
};
