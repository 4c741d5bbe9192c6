import { describe, test } from 'vitest';
import { isEverything } from '../scripts/lib/everything.mjs';

export { isEverything };

/** All cases of a table for `npm run test:all`, and for `npm test` the first one of each kind. */
export function chooseCases<T>(table: readonly T[], toKind: (row: T) => unknown): readonly T[] {
  if (isEverything) return table;
  const first = new Map<unknown, T>();
  for (const row of table) {
    const kind = toKind(row);
    if (!first.has(kind)) first.set(kind, row);
  }
  return [...first.values()];
}

/** Adds a test that `npm run test:all` runs, and `npm test` does not: it has another of its kind. */
export function testInAll(name: string, run: () => Promise<void>): void {
  if (isEverything) test(name, run);
}

/** Adds a group of such tests. */
export function describeInAll(name: string, tests: () => void): void {
  if (isEverything) describe(name, tests);
}
