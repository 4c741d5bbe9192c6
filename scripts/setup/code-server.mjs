import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { codeServer, newestCodeServer } from '../lib/paths.mjs';
import { run } from '../lib/process.mjs';
import { isSameMajor, linkNode, quietly } from './node.mjs';
import { findProgram } from './programs.mjs';

/**
 * Differences between code-server editions.
 * @typedef {object} Edition
 * @property {typeof codeServer} at
 * @property {string} nodeVersion it runs only on this major version
 * @property {readonly string[]} rebuilt its own modules that are compiled here
 * @property {readonly string[]} compiled modules of its editor that are compiled here; it works without the others
 * @property {boolean} bringsSearch whether ripgrep is among its packages
 */

/** @type {Edition} */
const oldest = {
  at: codeServer,
  nodeVersion: '20.20.2',
  rebuilt: ['argon2'],
  compiled: ['@vscode/spdlog', 'node-pty', 'native-watchdog'],
  bringsSearch: false,
};

/** @type {Edition} */
const newest = {
  at: newestCodeServer,
  nodeVersion: '24.21.0',
  rebuilt: [],
  compiled: ['@vscode/spdlog', '@vscode/native-watchdog'],
  bringsSearch: true,
};

const lock = 'package-lock.json';

/** Installs the code-server of `npm test` from the npm registry, unless present. */
export const installCodeServer = () => installEdition(oldest);

/** Installs the newest code-server with a Node from the npm registry, unless present. */
export const installNewestCodeServer = () => installEdition(newest);

async function installEdition(/** @type {Edition} */ edition) {
  const { project, folder } = edition.at;
  if (process.platform === 'win32') return 'code-server does not run on Windows';
  if (isIntact(edition)) return undefined;
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  for (const file of ['package.json', lock]) cpSync(join(project, file), join(partial, file));

  const failure =
    (await linkNode(partial, edition.nodeVersion)) ?? (await install(partial, edition));
  if (failure !== undefined) return failure;
  rmSync(folder, { recursive: true, force: true });
  renameSync(partial, folder);
  return undefined;
}

function isIntact(/** @type {Edition} */ { at, nodeVersion }) {
  const installed = join(at.folder, lock);
  if (!existsSync(installed)) return false;
  if (!readFileSync(installed).equals(readFileSync(join(at.project, lock)))) return false;
  const result = spawnSync(at.node, ['--version'], { encoding: 'utf8' });
  return isSameMajor(result.stdout ?? '', nodeVersion);
}

async function install(/** @type {string} */ folder, /** @type {Edition} */ edition) {
  const server = join(folder, 'node_modules', 'code-server', 'lib', 'vscode');
  const modules = join(server, 'node_modules');
  const headers = `--nodedir=${join(folder, 'node')}`;
  const gyp = join(folder, 'node_modules', 'node-gyp', 'bin', 'node-gyp.js');
  const options = ['--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund'];
  // Its lock file lacks a package that others require as a peer, which `npm ci` rejects.
  const inside = ['install', '--no-save', ...options];
  const rebuild = ['rebuild', '--build-from-source', headers];

  /** @typedef {[program: string, args: readonly string[], cwd: string]} Step */
  const rebuildOwn = (/** @type {string} */ name) =>
    /** @type {Step} */ (['npm', [...rebuild, name], folder]);
  const compile = (/** @type {string} */ name) =>
    /** @type {Step} */ (['node', [gyp, 'rebuild', headers, '--silent'], join(modules, name)]);
  /** @type {readonly Step[]} */
  const commands = [
    ['npm', ['ci', ...options], folder],
    ['npm', inside, server],
    ['npm', inside, join(server, 'extensions')],
    ...edition.rebuilt.map(rebuildOwn),
    ...edition.compiled.map(compile),
  ];
  const path = [join(folder, 'node', 'bin'), process.env['PATH']].join(delimiter);
  for (const [program, args, cwd] of commands) {
    const env = { PATH: path, npm_config_loglevel: 'error' };
    const code = await run(program, args, { cwd, env, stdio: quietly });
    if (code !== 0) return `${program} ${args[0]} in ${cwd} ended with exit code ${code}`;
  }
  // Remaining steps of code-server's own install script.
  symlinkSync('node_modules', join(server, 'node_modules.asar'));
  if (!edition.bringsSearch) linkSearch(modules);
  return undefined;
}

/** Installs the system's ripgrep where the editor's package would download its own. */
function linkSearch(/** @type {string} */ modules) {
  const search = join(modules, '@vscode', 'ripgrep', 'bin');
  mkdirSync(search, { recursive: true });
  symlinkSync(findProgram('rg') ?? 'rg', join(search, 'rg'));
}
