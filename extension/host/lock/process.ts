import { readFileSync } from 'node:fs';

/** Whether a process of this id lives; with a start time, whether it is still the same one. */
export function isProcessAlive(pid: number, start: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const now = startTime(pid);
  return now === UNKNOWN_START || start === UNKNOWN_START || now === start;
}

/** Stands for the start time where the system does not tell it. */
export const UNKNOWN_START = '0';

/** When a process started, in the system's own ticks: tells a process from a later one of the same id. */
export function startTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses and may hold blanks.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[19] ?? UNKNOWN_START;
  } catch {
    return UNKNOWN_START;
  }
}
