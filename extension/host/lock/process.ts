import { readFileSync } from 'node:fs';

/** Checks that a process is alive and, given a start time, that it is still the same one. */
export function isProcessAlive(pid: number, start: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const now = startTime(pid);
  return now === UNKNOWN_START || start === UNKNOWN_START || now === start;
}

/** Replaces the start time on systems that do not report it. */
export const UNKNOWN_START = '0';

/** Start time of a process in the system's ticks, which distinguishes it from a later one with the same id. */
export function startTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses and may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[19] ?? UNKNOWN_START;
  } catch {
    return UNKNOWN_START;
  }
}
