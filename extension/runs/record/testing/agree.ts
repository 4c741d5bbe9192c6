import type { CollectedRun } from '../../../agent';
import { groupBy } from '../../../base';
import { buildPass } from '../pass';
import type { ClockRecord, OperationRecord, RunPass } from '../record';

// Everything contained in the recording; the engine adds the rest of a record.
const RECORDED = [
  'suite',
  'op',
  'at',
  'requested',
  'warmup',
  'params',
  'status',
  'attempted',
  'stored',
  'decoded',
  'cold',
  'quiet',
  'ticked',
  'digest',
  'batches',
  'counted',
  'empty',
] as const satisfies readonly (keyof OperationRecord)[];

/** Rebuilds a pass's operations from its decoded recording and lists the differences. */
export function agreesWithRecording(pass: RunPass, runs: readonly CollectedRun[]): string[] {
  const rebuilt = rebuild(pass, runs);
  if (rebuilt.operations.length !== pass.operations.length) {
    return [
      `The recording contains ${rebuilt.operations.length} operations, ` +
        `the record ${pass.operations.length}.`,
    ];
  }
  // Shards follow each other in the recording, and the operations of a record follow the catalogue.
  const recorded = byName(rebuilt.operations);
  return byName(pass.operations).flatMap((operation, index) => {
    const other = recorded[index];
    return other === undefined ? [] : differences(operation, pass, other, rebuilt);
  });
}

function byName(operations: readonly OperationRecord[]): readonly OperationRecord[] {
  const groups = groupBy(operations, getName);
  return [...groups.keys()].sort().flatMap((name) => groups.get(name) ?? []);
}

const getName = ({ suite, op }: OperationRecord) => `${suite}/${op}`;

function rebuild(pass: RunPass, runs: readonly CollectedRun[]): RunPass {
  const { build, recording, image, stream } = pass;
  const facts = new Map(Object.entries(pass.facts));
  const numbered = runs.map((run) => ({ run, repeat: 0 }));
  return buildPass({ build, recording, image, facts, stream, runs: numbered });
}

function differences(
  operation: OperationRecord,
  pass: RunPass,
  other: OperationRecord,
  rebuilt: RunPass,
): string[] {
  const fields = RECORDED.filter((key) => !isSameJson(operation[key], other[key]));
  const clocksDiffer = !isSameClock(pass.clocks[operation.clock], rebuilt.clocks[other.clock]);
  const differing = clocksDiffer ? [...fields, 'clock'] : fields;
  if (differing.length === 0) return [];
  return [`${getName(operation)}: record and recording differ in ${differing.join(', ')}.`];
}

/** Compares clocks as the agent declared them: other rules may find another step. */
function isSameClock(one: ClockRecord | undefined, other: ClockRecord | undefined): boolean {
  return isSameJson({ ...one, step: undefined }, { ...other, step: undefined });
}

function isSameJson(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
