import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../lib/process.mjs';
import { quietly } from './node.mjs';

/** Binary packages only: no package code runs during installation. */
const pipOptions = ['--require-hashes', '--only-binary', ':all:', '--no-deps', '--quiet'];
const env = { PIP_DISABLE_PIP_VERSION_CHECK: '1', PIP_NO_INPUT: '1' };

/**
 * Installs a program from PyPI in its own Python environment, unless exactly this version is present.
 */
export async function installFromPyPI(/** @type {typeof import('../lib/paths.mjs').pyocd} */ tool) {
  const { lock, folder, python, program } = tool;
  const installed = join(folder, 'requirements.txt');
  if (existsSync(program) && isSame(lock, installed)) return undefined;
  rmSync(folder, { recursive: true, force: true });
  /** @type {readonly [program: string, args: readonly string[]][]} */
  const commands = [
    ['python3', ['-m', 'venv', folder]],
    [python, ['-m', 'pip', 'install', ...pipOptions, '--requirement', lock]],
  ];
  for (const [command, args] of commands) {
    const code = await run(command, args, { env, stdio: quietly });
    if (code !== 0) return `${command} ${args.slice(0, 3).join(' ')} ended with exit code ${code}`;
  }
  // Last, and in place: an environment cannot be moved, so this file marks it as complete.
  cpSync(lock, installed);
  return undefined;
}

const isSame = (/** @type {string} */ wanted, /** @type {string} */ present) =>
  existsSync(present) && readFileSync(present).equals(readFileSync(wanted));
