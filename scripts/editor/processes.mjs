import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Ends a process group: first by SIGTERM, then by SIGKILL. */
export async function endGroup(/** @type {number} */ leader) {
  if (!signalProcess(-leader, 'SIGTERM')) return;
  for (let round = 0; round < 50; round++) {
    await pause(100);
    if (!signalProcess(-leader, 0)) return;
  }
  signalProcess(-leader, 'SIGKILL');
}

/** Ends a process at once. */
export const endProcess = (/** @type {number} */ pid) => signalProcess(pid, 'SIGKILL');

/** Signals a process, or its group by a negative number; false if there is none. */
function signalProcess(/** @type {number} */ pid, /** @type {NodeJS.Signals | 0} */ signal) {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/**
 * A test in an editor counts as stuck after this long. This is the only limit, so that the
 * computer's speed and load do not decide any test.
 */
export const DEADLINE_SECONDS = 300;

/** Maximum wait, shorter than the deadline so that the failure names what was missing. */
export const PATIENCE_SECONDS = DEADLINE_SECONDS - 20;

/**
 * Resolves as soon as `question` returns a value; fails if it never does.
 * @template T
 * @param {string} what
 * @param {() => T | PromiseLike<T>} question
 * @returns {Promise<NonNullable<T>>}
 */
export async function until(what, question, seconds = PATIENCE_SECONDS) {
  for (const end = performance.now() + seconds * 1000; ;) {
    const answer = await question();
    if (answer) return answer;
    if (performance.now() > end) throw new Error(`Waited ${seconds} s for ${what}`);
    await pause(100);
  }
}

/**
 * A living process, with its command line.
 * @typedef {{ pid: number, command: string }} OwnProcess
 */

/** Lists the processes with a given folder for temporary files. Linux only. */
export const listProcesses = (/** @type {string} */ temporary) =>
  processesWith((folder) => folder === temporary);

/** Lists the emulators that run a program, of those processes; one may also be asked for its version. */
export const listEmulators = (/** @type {string} */ temporary) =>
  listProcesses(temporary).filter(({ command }) => /^\S*qemu-system-.* -machine /.test(command));

/** Ends all processes whose folder for temporary files is below a folder. */
export async function endProcessesBelow(/** @type {string} */ parent) {
  const below = () => processesWith((folder) => folder.startsWith(`${parent}/`));
  const isOver = () => below().length === 0;
  for (const { pid } of below()) signalProcess(pid, 'SIGTERM');
  if (await until('their end', isOver, POLITE_SECONDS).catch(() => false)) return;
  await until('the end of processes that were killed', () => {
    // Also those that were started meanwhile.
    for (const { pid } of below()) signalProcess(pid, 'SIGKILL');
    return isOver();
  });
}

/** Time for a process to end by itself. */
const POLITE_SECONDS = 5;

/** @returns {OwnProcess[]} */
function processesWith(/** @type {(temporary: string) => boolean} */ isWanted) {
  return entries('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) =>
      isWanted(/(?:^|\0)TMPDIR=([^\0]*)/.exec(readProcess(pid, 'environ'))?.[1] ?? ''),
    )
    .map((pid) => ({
      pid: Number(pid),
      command: readProcess(pid, 'cmdline').replaceAll('\0', ' ').trim(),
    }));
}

function entries(/** @type {string} */ folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readProcess(/** @type {string} */ pid, /** @type {string} */ file) {
  try {
    return readFileSync(join('/proc', pid, file), 'utf8');
  } catch {
    return '';
  }
}
