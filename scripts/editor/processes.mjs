import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Ends a process group: first politely, then for good. */
export async function endGroup(/** @type {number} */ leader) {
  if (!signalProcess(-leader, 'SIGTERM')) return;
  for (let round = 0; round < 50; round++) {
    await pause(100);
    if (!signalProcess(-leader, 0)) return;
  }
  signalProcess(-leader, 'SIGKILL');
}

/** Signals a process, or by a negative number its group; false where there is none. */
function signalProcess(/** @type {number} */ pid, /** @type {NodeJS.Signals | 0} */ signal) {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/**
 * After so many seconds a test in an editor counts as stuck. It is the only limit: how fast a
 * computer is and what else it does decides no test.
 */
export const DEADLINE_SECONDS = 300;

/** So long is waited at most, so that what was waited for is named before the deadline. */
export const PATIENCE_SECONDS = DEADLINE_SECONDS - 20;

/**
 * Resolves as soon as a question is answered with something; fails when that never happens.
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

/** The processes that have a folder for their temporary files. Linux alone can tell. */
export const processesOf = (/** @type {string} */ temporary) =>
  processesWith((folder) => folder === temporary);

/** Ends all processes whose folder for temporary files lies somewhere below a folder. */
export async function endProcessesBelow(/** @type {string} */ parent) {
  const below = () => processesWith((folder) => folder.startsWith(`${parent}/`));
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGKILL'])) {
    for (const { pid } of below()) signalProcess(pid, signal);
    const isOver = () => below().length === 0;
    if (await until('their end', isOver, POLITE_SECONDS).catch(() => false)) return;
  }
}

/** So long may a process take to end by itself. */
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
