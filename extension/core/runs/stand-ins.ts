import type { OperationRecord, RunRecord } from './record';

/** The suite whose place another one can take, which is called after it: `posix_mutex` that of `mutex`. */
function placeOf(suite: string): string | undefined {
  return /^[^_]+_(.+)$/.exec(suite)?.[1];
}

/**
 * The run with some suites in the place of others that measure the same in another way. A name stands
 * for a suite, or for all that begin with it: `posix` for `posix_heap`, `posix_mutex` and so on.
 * Undefined: the run has none of a name.
 */
export function withStandIns(record: RunRecord, names: readonly string[]): RunRecord | undefined {
  const suites = new Set(
    record.passes.flatMap(({ operations }) => operations.map(({ suite }) => suite)),
  );
  const chosen = names.map((name) =>
    [...suites].filter((suite) => suite === name || suite.startsWith(`${name}_`)),
  );
  const places = new Map(
    chosen.flat().flatMap((suite) => {
      const place = placeOf(suite);
      return place === undefined ? [] : [[suite, place] as const];
    }),
  );
  if (chosen.some((found) => !found.some((suite) => places.has(suite)))) return undefined;
  const taken = new Set(places.values());
  const renamed = (operation: OperationRecord): readonly OperationRecord[] => {
    const place = places.get(operation.suite);
    if (place !== undefined) return [{ ...operation, suite: place }];
    return taken.has(operation.suite) ? [] : [operation];
  };
  return {
    ...record,
    passes: record.passes.map((pass) => ({
      ...pass,
      operations: pass.operations.flatMap(renamed),
    })),
  };
}
