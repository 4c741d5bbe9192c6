import type { RunRecord } from '../runs';

/** A part of a run that was measured at the same time as others. */
export interface MeasuredShard {
  /** Its target, and the facts that name its board, such as `place`. */
  readonly board: string;
  /** `suite/op`, each once. */
  readonly operations: string[];
}

/** Lists the shards of a run, if it has any; `mark` formats what came from outside. */
export function listShards(
  { shards = [], passes }: RunRecord,
  mark: (text: string) => string = String,
): MeasuredShard[] {
  const measured = passes.flatMap(({ operations }) => operations);
  return shards.map(({ target, facts = {} }, at) => {
    const own = measured.filter(({ shard }) => shard === at);
    const names = Object.entries(facts).map(([name, value]) => `${name} ${mark(value)}`);
    return {
      board: [mark(target), ...names].join(', '),
      operations: [...new Set(own.map(({ suite, op }) => mark(`${suite}/${op}`)))],
    };
  });
}
