import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Does work while holding a lock file, which is released if its owner dies.
 * @template T
 * @param {string} path
 * @param {() => Promise<T>} work
 * @param {{ onWait?: (pid: number) => void, pollMs?: number }} [options]
 * @returns {Promise<T>}
 */
export async function withLock(path, work, { onWait, pollMs = 200 } = {}) {
  mkdirSync(dirname(path), { recursive: true });
  for (let isReported = false; !take(path);) {
    const holder = read(path);
    if (holder === undefined) continue;
    if (!isAlive(holder)) {
      steal(path, holder);
      continue;
    }
    if (!isReported) onWait?.(parsePid(holder));
    isReported = true;
    await sleep(pollMs);
  }
  const release = () => rmSync(path, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    release();
    process.off('exit', release);
  }
}

/** `pid start-time`: the start time distinguishes a process from a later one with the same pid. */
export const identity = (pid = process.pid) => `${pid} ${startTime(pid)}`;

const parsePid = (/** @type {string} */ holder) => Number.parseInt(holder, 10);

function isAlive(/** @type {string} */ holder) {
  const pid = parsePid(holder);
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EPERM') return false;
  }
  return holder === identity(pid);
}

function startTime(/** @type {number} */ pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program's name is in parentheses and may contain spaces; start time is the 20th field
    // after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '-';
  } catch {
    return '-';
  }
}

/** A hard link creates the lock with its owner's name atomically. */
function take(/** @type {string} */ path) {
  const own = `${path}.${process.pid}`;
  writeFileSync(own, identity());
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(own, { force: true });
  }
}

/** Moves a dead owner's lock away; restores it if a new owner has taken it meanwhile. */
function steal(/** @type {string} */ path, /** @type {string} */ dead) {
  const moved = `${path}.${process.pid}.stale`;
  try {
    renameSync(path, moved);
  } catch {
    return;
  }
  if (read(moved) === dead) rmSync(moved, { force: true });
  else renameSync(moved, path);
}

function read(/** @type {string} */ path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
