import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Ends a process group: first politely, then for good. */
export async function endGroup(/** @type {number} */ leader) {
  if (!signalGroup(leader, 'SIGTERM')) return;
  for (let round = 0; round < 50; round++) {
    await pause(100);
    if (!signalGroup(leader, 0)) return;
  }
  signalGroup(leader, 'SIGKILL');
}

function signalGroup(/** @type {number} */ leader, /** @type {NodeJS.Signals | 0} */ signal) {
  try {
    return process.kill(-leader, signal);
  } catch {
    return false;
  }
}

/** Resolves as soon as a question is answered with something; fails when that takes too long. */
export async function until(
  /** @type {string} */ what,
  /** @type {() => unknown} */ question,
  seconds = 30,
) {
  for (const end = performance.now() + seconds * 1000; ;) {
    const answer = await question();
    if (answer) return answer;
    if (performance.now() > end) throw new Error(`Waited ${seconds} s for ${what}`);
    await pause(50);
  }
}

/**
 * The living processes that have a folder for their temporary files, with their command lines.
 * Linux alone can tell.
 */
export function processesOf(/** @type {string} */ temporary) {
  return entries('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => readProcess(pid, 'environ').split('\0').includes(`TMPDIR=${temporary}`))
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
