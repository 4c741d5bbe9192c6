import { existsSync, rmSync } from 'node:fs';
import { nodeForWindows, wineEnvironment } from '../lib/paths.mjs';
import { run } from '../lib/process.mjs';
import { quietly } from './node.mjs';
import { installNpmProject } from './npm.mjs';

/** npm refuses a package for another system otherwise. */
const forWindows = ['--force'];

/** Node prefers the Windows that it is made for. */
const version = ['reg', 'add', 'HKCU\\Software\\Wine', '/v', 'Version', '/d', 'win10', '/f'];

/**
 * Installs Node.js and Git for Windows, and makes a Windows of their own for them under Wine. Resolves to a problem, if
 * any, so that a computer without a Wine that runs both is reported.
 */
export async function installNodeForWindows() {
  const problem = await installNpmProject(nodeForWindows, forWindows);
  if (problem !== undefined) return problem;
  const { prefix, entry, git } = nodeForWindows;
  const node = [entry, '-e', 'process.exit(process.platform === "win32" ? 0 : 1)'];
  const isMade = existsSync(prefix) && (await wine(node)) === 0;
  if (!isMade) rmSync(prefix, { recursive: true, force: true });
  const making = isMade ? [] : [['wineboot', '--init'], version, node];
  for (const args of [...making, [git, '--version']]) {
    const code = await wine(args);
    if (code !== 0) return `wine ${args.slice(0, 2).join(' ')} ended with exit code ${code}`;
  }
  return undefined;
}

const wine = (/** @type {string[]} */ args) =>
  run('wine', args, { env: wineEnvironment, stdio: quietly });
