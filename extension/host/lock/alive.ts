import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { systemCode } from '../../base';

/*
 * Systems give the ids of ended processes to new ones, so a process is recognised by its id and a mark. The mark is its
 * start time. Windows reports that to slow programs only; there the mark is the name of a pipe, which the system removes
 * when the process ends, however it ends.
 */

/** Replaces the mark where the system provides none. */
export const UNKNOWN_MARK = '0';

/** The mark of this process. */
export function processMark(): string {
  ownMark ??= process.platform === 'win32' ? openPipe(windowsPipe) : startTime(process.pid);
  return ownMark;
}

let ownMark: string | undefined;

/** Checks that a process is alive and, given its mark, that it is still the same one. */
export function isProcessAlive(pid: number, mark: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (systemCode(error) !== 'EPERM') return false;
  }
  if (mark === UNKNOWN_MARK) return true;
  if (process.platform === 'win32') return isPipeOpen(windowsPipe(mark));
  const now = startTime(pid);
  return now === UNKNOWN_MARK || now === mark;
}

/** The start time of a process, in the system's ticks or in seconds; only equality has a meaning. */
export function startTime(pid: number): string {
  if (process.platform !== 'linux') return startTimeByPs(pid);
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses and may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[19] ?? UNKNOWN_MARK;
  } catch {
    return UNKNOWN_MARK;
  }
}

/** The start time where there is no /proc. */
function startTimeByPs(pid: number): string {
  // The same time must always be the same text.
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  try {
    const args = ['-o', 'lstart=', '-p', `${pid}`];
    return parseStartTime(execFileSync('ps', args, { env, encoding: 'utf8', stdio: 'pipe' }));
  } catch {
    return UNKNOWN_MARK;
  }
}

/** Parses the time that `ps -o lstart=` prints, such as `Fri Nov 27 16:48:01 2026`; seconds have only digits. */
export function parseStartTime(text: string): string {
  const milliseconds = Date.parse(`${text.trim()} UTC`);
  return Number.isNaN(milliseconds) ? UNKNOWN_MARK : `${milliseconds / 1000}`;
}

const windowsPipe = (mark: string) => `\\\\.\\pipe\\cyclescope-${mark}`;

/** Opens a pipe that lasts as long as this process; returns what its name is made from. */
export function openPipe(toPath: (mark: string) => string): string {
  const mark = randomBytes(8).toString('hex');
  const server = createServer((socket) => socket.on('error', () => undefined).destroy());
  server.on('error', () => undefined).listen(toPath(mark));
  server.unref();
  return server.listening ? mark : UNKNOWN_MARK;
}

/** Checks that a pipe exists. One that is busy does. */
export function isPipeOpen(path: string): boolean {
  try {
    closeSync(openSync(path, 'r'));
    return true;
  } catch (error) {
    return systemCode(error) !== 'ENOENT';
  }
}
