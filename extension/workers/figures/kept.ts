import { stat } from 'node:fs/promises';
import { join } from 'node:path';

/** How many runs stay in memory: those that one looks at side by side. */
const KEPT = 4;

/** Reads what belongs to a run's folder; what was asked for last stays in memory. */
export function keepLatest<T>(
  read: (folder: string) => Promise<T>,
): (folder: string) => Promise<T> {
  const kept = new Map<string, { readonly stamp: string; readonly value: Promise<T> }>();
  return async (folder) => {
    const stamp = await stampOf(folder);
    const known = kept.get(folder);
    const fresh = known?.stamp === stamp ? known : { stamp, value: read(folder) };
    // Kept in the order of use: the first one has waited longest.
    kept.delete(folder);
    kept.set(folder, fresh);
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    return fresh.value.catch((error: unknown) => {
      kept.delete(folder);
      throw error;
    });
  };
}

async function stampOf(folder: string): Promise<string> {
  const found = await stat(join(folder, 'run.json')).catch(() => undefined);
  return found === undefined ? 'missing' : `${found.mtimeMs} ${found.size}`;
}
