import type { OperationRecord, RunRecord } from './record';

/** The suite that another one can replace, by its name: `mutex` for `posix_mutex`. */
function findReplaced(suite: string): string | undefined {
  return /^[^_]+_(.+)$/.exec(suite)?.[1];
}

/** A run with some suites replaced by others. */
export interface WithStandIns {
  readonly record: RunRecord;
  /** `suite/op` of each operation that now replaces another, or none. */
  readonly twins: ReadonlySet<string>;
}

/**
 * Replaces some suites of a run by others that measure the same operations in another way. A name
 * selects one suite, or all with its prefix: `posix` for `posix_heap`, `posix_mutex` and so on.
 * Undefined if the run lacks a name.
 */
export function withStandIns(
  record: RunRecord,
  names: readonly string[],
): WithStandIns | undefined {
  const suites = new Set(
    record.passes.flatMap(({ operations }) => operations.map(({ suite }) => suite)),
  );
  const chosen = names.map((name) =>
    [...suites].filter((suite) => suite === name || suite.startsWith(`${name}_`)),
  );
  const places = new Map(
    chosen.flat().flatMap((suite) => {
      const place = findReplaced(suite);
      return place === undefined ? [] : [[suite, place] as const];
    }),
  );
  if (chosen.some((found) => !found.some((suite) => places.has(suite)))) return undefined;
  const taken = new Set(places.values());
  const twins = new Set<string>();
  const renameOperation = (operation: OperationRecord): readonly OperationRecord[] => {
    const place = places.get(operation.suite);
    if (place !== undefined) {
      twins.add(`${place}/${operation.op}`);
      return [{ ...operation, suite: place }];
    }
    return taken.has(operation.suite) ? [] : [operation];
  };
  return { record: withOperations(record, renameOperation), twins };
}

/** Keeps only operations with a twin: the rest would be compared with itself. */
export function selectTwins(record: RunRecord, twins: ReadonlySet<string>): RunRecord {
  return withOperations(record, (operation) =>
    twins.has(`${operation.suite}/${operation.op}`) ? [operation] : [],
  );
}

function withOperations(
  record: RunRecord,
  made: (operation: OperationRecord) => readonly OperationRecord[],
): RunRecord {
  const passes = record.passes.map((pass) => ({
    ...pass,
    operations: pass.operations.flatMap(made),
  }));
  return { ...record, passes };
}
