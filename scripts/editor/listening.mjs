import { spawn } from 'node:child_process';
import { endGroup } from './processes.mjs';

/**
 * A process that serves pages on this computer only.
 * @typedef {object} Listening
 * @property {string} url without a path
 * @property {number} pid
 * @property {() => string} output what it has printed so far
 * @property {Promise<void>} ended settles when the process is gone
 * @property {() => Promise<void>} stop ends it and everything that it started
 */

/**
 * Starts a server and waits until it reports its address.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {Record<string, string>} env added to this process's own
 * @returns {Promise<Listening>}
 */
export async function startListening(program, args, env) {
  const child = spawn(program, args, {
    // In its own group, so that everything it starts can be ended with it.
    detached: true,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = collect(child);
  const { pid = 0 } = child;
  const ended = new Promise((/** @type {(value: void) => void} */ resolve) => {
    child.once('close', () => resolve());
  });
  const stop = () => endGroup(pid);
  process.once('exit', () => void stop());
  const url = await Promise.race([output.address, ended]);
  if (url === undefined) throw new Error(`The server did not start:\n${output.text()}`);
  return { url, pid, output: output.text, ended, stop };
}

function collect(/** @type {import('node:child_process').ChildProcess} */ child) {
  let text = '';
  /** @type {(url: string) => void} */
  let found;
  const address = new Promise((/** @type {(url: string) => void} */ resolve) => (found = resolve));
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
      const url = /listening on (http:\/\/127\.0\.0\.1:\d+)\D/.exec(text)?.[1];
      if (url) found(url);
    });
  }
  return { address, text: () => text };
}
