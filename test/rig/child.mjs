import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

/** @typedef {ReturnType<typeof startChild>} Child */

const SETPRIV = '/usr/bin/setpriv';
const KEPT = 4000;

/**
 * Starts a program that ends when this process does; on Linux even when that is killed.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {'pipe' | 'ignore'} channels its standard input and output
 */
export function startChild(program, args, channels) {
  const [command = '', ...rest] = existsSync(SETPRIV)
    ? [SETPRIV, '--pdeathsig', 'KILL', program, ...args]
    : [program, ...args];
  const child = spawn(command, rest, { stdio: [channels, channels, 'pipe'] });
  // The last resort, as long as this process is not killed.
  process.once('exit', () => child.kill('SIGKILL'));
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk) => {
    words = (words + chunk).slice(-KEPT);
  });
  /** @type {Promise<string>} */
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(`ended by ${signal ?? `code ${code}`}`));
  });
  return {
    pid: child.pid,
    stdin: child.stdin,
    stdout: child.stdout,
    /** The last part of its standard error. */
    words: () => words,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    /** Resolves to its exit code or signal. */
    ended,
    end: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
