import type { OperationRecord, RunRecord } from './record';

/** The suite that another one can replace, by its name: `mutex` for `posix_mutex`. */
function findReplaced(suite: string): string | undefined {
  return /^[^_]+_(.+)$/.exec(suite)?.[1];
}

/** A run with some suites replaced by others. */
export interface WithVariants {
  readonly record: RunRecord;
  /** `suite/op` of each operation that now replaces another, or none. */
  readonly twins: ReadonlySet<string>;
}

/**
 * Replaces some suites of a run by others that measure the same operations in another way. A name
 * selects one suite, or all with its prefix: `posix` for `posix_heap`, `posix_mutex` and so on.
 * Undefined if the run lacks a name.
 */
export function withVariants(
  record: RunRecord,
  names: readonly string[],
): WithVariants | undefined {
  const suites = new Set(
    record.passes.flatMap(({ operations }) => operations.map(({ suite }) => suite)),
  );
  const chosen = names.map((name) =>
    [...suites].filter((suite) => suite === name || suite.startsWith(`${name}_`)),
  );
  const replacements = new Map(
    chosen.flat().flatMap((suite) => {
      const replaced = findReplaced(suite);
      return replaced === undefined ? [] : [[suite, replaced] as const];
    }),
  );
  if (chosen.some((found) => !found.some((suite) => replacements.has(suite)))) return undefined;
  const taken = new Set(replacements.values());
  const twins = new Set<string>();
  const renameOperation = (operation: OperationRecord): readonly OperationRecord[] => {
    const replaced = replacements.get(operation.suite);
    if (replaced !== undefined) {
      twins.add(`${replaced}/${operation.op}`);
      return [{ ...operation, suite: replaced }];
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
