import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../alive';

/** Processes, scratch folders and locks of an emulator's test folder that should be gone. */
export function listLeftOvers(folder: string, pids: readonly number[]): string[] {
  const living = pids.filter(isAlive);
  const folders = ['scratch', 'locks'].flatMap((name) => {
    try {
      return readdirSync(join(folder, name));
    } catch {
      return [];
    }
  });
  return [...living.map((pid) => `process ${pid}`), ...folders];
}
