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
import { delimiter, dirname, join } from 'node:path';
import { codeServer, inRoot } from '../lib/paths.mjs';
import { run } from '../lib/process.mjs';
import { findProgram } from './programs.mjs';

/** code-server runs on this major version alone. */
const nodeMajor = 20;
const nodeVersion = '20.20.2';

const project = inRoot('third-party', 'code-server');
const lock = 'package-lock.json';

/** Modules of the editor's server that are compiled here; it does without its others. */
const compiled = ['@vscode/spdlog', 'node-pty', 'native-watchdog'];

/** Installs code-server from the npm registry, unless exactly the locked one is there. */
export async function installCodeServer() {
  if (process.platform === 'win32') return 'code-server does not run on Windows';
  if (isIntact()) return undefined;
  const partial = `${codeServer.folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  for (const file of ['package.json', lock]) cpSync(join(project, file), join(partial, file));

  const failure = (await linkNode(partial)) ?? (await install(partial));
  if (failure !== undefined) return failure;
  rmSync(codeServer.folder, { recursive: true, force: true });
  renameSync(partial, codeServer.folder);
  return undefined;
}

function isIntact() {
  const installed = join(codeServer.folder, lock);
  if (!existsSync(installed)) return false;
  if (!readFileSync(installed).equals(readFileSync(join(project, lock)))) return false;
  const told = spawnSync(codeServer.node, ['--version'], { encoding: 'utf8' });
  return isRightNode(told.stdout ?? '');
}

const isRightNode = (/** @type {string} */ version) => version.startsWith(`v${nodeMajor}.`);

/** Puts the Node that is to run it, with its headers, at `node`: this one, or one from npm. */
async function linkNode(/** @type {string} */ folder) {
  const own = dirname(dirname(process.execPath));
  const link = join(folder, 'node');
  if (isRightNode(process.version) && existsSync(join(own, 'include', 'node', 'node_api.h'))) {
    symlinkSync(own, link);
    return undefined;
  }
  const name = `node-${process.platform}-${process.arch}`;
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', link];
  const code = await run('npm', [...args, `${name}@${nodeVersion}`], { stdio: quiet });
  if (code !== 0) return `npm could not install ${name}: exit code ${code}`;
  for (const part of ['bin', 'include']) {
    // Relative: the folder is renamed when everything is in it.
    symlinkSync(join('node_modules', name, part), join(link, part));
  }
  return undefined;
}

/** @type {import('node:child_process').StdioOptions} */
const quiet = ['ignore', 'ignore', 2];

async function install(/** @type {string} */ folder) {
  const server = join(folder, 'node_modules', 'code-server', 'lib', 'vscode');
  const modules = join(server, 'node_modules');
  const headers = `--nodedir=${join(folder, 'node')}`;
  const gyp = join(folder, 'node_modules', 'node-gyp', 'bin', 'node-gyp.js');
  const options = ['--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund'];
  // Its own lock file lacks one package that others ask for as a peer, which `npm ci` refuses.
  const inside = ['install', '--no-save', ...options];
  const argon2 = ['rebuild', 'argon2', '--build-from-source', headers];

  /** @typedef {[program: string, args: readonly string[], cwd: string]} Step */
  const compile = (/** @type {string} */ name) =>
    /** @type {Step} */ (['node', [gyp, 'rebuild', headers, '--silent'], join(modules, name)]);
  /** @type {readonly Step[]} */
  const commands = [
    ['npm', ['ci', ...options], folder],
    ['npm', inside, server],
    ['npm', inside, join(server, 'extensions')],
    ['npm', argon2, folder],
    ...compiled.map(compile),
  ];
  const path = [join(folder, 'node', 'bin'), process.env['PATH']].join(delimiter);
  for (const [program, args, cwd] of commands) {
    const env = { PATH: path, npm_config_loglevel: 'error' };
    const code = await run(program, args, { cwd, env, stdio: quiet });
    if (code !== 0) return `${program} ${args[0]} in ${cwd} ended with exit code ${code}`;
  }
  completeServer(server, modules);
  return undefined;
}

/** Does what code-server's own install script would do, which wants a network behind registries. */
function completeServer(/** @type {string} */ server, /** @type {string} */ modules) {
  symlinkSync('node_modules', join(server, 'node_modules.asar'));
  const search = join(modules, '@vscode', 'ripgrep', 'bin');
  mkdirSync(search, { recursive: true });
  symlinkSync(findProgram('rg') ?? 'rg', join(search, 'rg'));
}
