import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { root } from './paths.mjs';

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {Record<string, string | undefined>} [env] added to this process's own
 * @property {import('node:child_process').StdioOptions} [stdio]
 * @property {boolean} [shell]
 * @property {(chunk: string) => void} [onOutput] also receives what the child writes, to stdout
 *   or wherever `stdio` has a pipe
 * @property {(message: unknown) => void} [onMessage] receives what the child sends, where `stdio` has
 *   a channel
 */

/** The signals that end a program from outside. @type {readonly NodeJS.Signals[]} */
export const forwardedSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The exit code that shells report for a process ended by a signal. */
export const signalExitCode = (/** @type {NodeJS.Signals} */ signal) =>
  128 + (constants.signals[signal] ?? 0);

/**
 * Runs a program to its end, forwarding signals; resolves to its exit code (127: not started).
 * @param {string} program
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<number>}
 */
export function run(program, args, options = {}) {
  const { onOutput, stdio = onOutput ? ['inherit', 'pipe', 'inherit'] : 'inherit' } = options;
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: options.cwd ?? root,
      env: { ...process.env, ...options.env },
      shell: options.shell ?? false,
      stdio,
    });
    const stopForwarding = forwardSignals(child);
    const finish = (/** @type {number} */ code) => {
      stopForwarding();
      resolve(code);
    };
    if (onOutput) {
      child.stdout?.setEncoding('utf8').on('data', onOutput);
      child.stderr?.setEncoding('utf8').on('data', onOutput);
    }
    if (options.onMessage) child.on('message', options.onMessage);
    child.once('error', (error) => {
      process.stderr.write(`${program}: ${error.message}\n`);
      finish(127);
    });
    child.once('close', (code, signal) => finish(signal ? signalExitCode(signal) : (code ?? 1)));
  });
}

/** Runs one of the project's own Node programs. @see run */
export const runNode = (
  /** @type {readonly string[]} */ args,
  /** @type {RunOptions} */ options = {},
) => run(process.execPath, args, options);

function forwardSignals(/** @type {import('node:child_process').ChildProcess} */ child) {
  const handlers = forwardedSignals.map((signal) => {
    // A terminal sends Ctrl-C to the whole foreground group; a second copy would mean "at once".
    const fromTerminal = signal === 'SIGINT' && process.stdin.isTTY;
    const handler = () => void (fromTerminal || child.kill(signal));
    process.on(signal, handler);
    return /** @type {const} */ ([signal, handler]);
  });
  return () => handlers.forEach(([signal, handler]) => process.off(signal, handler));
}
