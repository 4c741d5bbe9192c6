import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Processes, scratch folders and locks of an emulator's test folder that should be gone. */
export function listLeftOvers(folder: string, pids: readonly number[]): string[] {
  const living = pids.filter((pid) => {
    try {
      return !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    } catch {
      return false;
    }
  });
  const folders = ['scratch', 'locks'].flatMap((name) => {
    try {
      return readdirSync(join(folder, name));
    } catch {
      return [];
    }
  });
  return [...living.map((pid) => `process ${pid}`), ...folders];
}
