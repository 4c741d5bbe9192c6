import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { theia } from '../lib/paths.mjs';
import { run } from '../lib/process.mjs';
import { linkNode, quietly } from './node.mjs';

const nodeVersion = '20.20.2';
const inputs = ['package.json', 'package-lock.json'];

/**
 * Installs Eclipse Theia from the npm registry and bundles it, unless exactly this version is
 * present.
 */
export async function buildTheia() {
  if (isIntact()) return undefined;
  const { project, folder } = theia;
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  for (const file of inputs) cpSync(join(project, file), join(partial, file));

  const failure = (await linkNode(partial, nodeVersion)) ?? (await build(partial));
  if (failure !== undefined) return failure;
  rmSync(folder, { recursive: true, force: true });
  renameSync(partial, folder);
  return undefined;
}

async function build(/** @type {string} */ folder) {
  const modules = join(folder, 'node_modules');
  const gyp = join(modules, 'node-gyp', 'bin', 'node-gyp.js');
  const bundler = join(modules, '@theia', 'cli', 'bin', 'theia.js');
  // Without install scripts: it needs one native module that is not prebuilt.
  const options = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'];
  const compile = [gyp, 'rebuild', `--nodedir=${join(folder, 'node')}`, '--silent'];
  /** @type {readonly [program: string, args: readonly string[], cwd: string][]} */
  const commands = [
    ['npm', ['ci', ...options], folder],
    ['node', compile, join(modules, 'drivelist')],
    ['node', [bundler, 'build', '--mode', 'development'], folder],
  ];
  const path = [join(folder, 'node', 'bin'), process.env['PATH']].join(delimiter);
  for (const [program, args, cwd] of commands) {
    const env = { PATH: path, npm_config_loglevel: 'error' };
    const code = await run(program, args, { cwd, env, stdio: quietly });
    if (code !== 0) return `${program} ${args[0]} in ${cwd} ended with exit code ${code}`;
  }
  return undefined;
}

const isIntact = () => existsSync(theia.entry) && inputs.every(isUnchanged);

const isUnchanged = (/** @type {string} */ file) =>
  readFileSync(join(theia.folder, file)).equals(readFileSync(join(theia.project, file)));
