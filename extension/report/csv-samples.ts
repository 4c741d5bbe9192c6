import type { Distribution } from '../measure';
import type { ImportedOperation, OperationRecord, RunPass, RunRecord } from '../runs';

type Line = readonly (string | number)[];

const COLUMNS = ['run', 'build', 'operation', 'params', 'repeat', 'kind', 'unit', 'value', 'count'];

/**
 * Every measured value with its count, as it was measured: the cost of reading the clock (kind
 * `empty`) and of the empty loop (kind `empty_batch`) is still inside.
 */
export function sampleTable(records: readonly RunRecord[]): Line[] {
  return [COLUMNS, ...records.flatMap(recordLines)];
}

function recordLines(record: RunRecord): Line[] {
  const { id, passes, imported } = record;
  return [
    ...passes.flatMap((pass) => pass.operations.flatMap((each) => measuredLines(id, pass, each))),
    ...(imported?.operations.flatMap((each) => importedLines(id, imported.unit, each)) ?? []),
  ];
}

function measuredLines(run: string, pass: RunPass, operation: OperationRecord): Line[] {
  const { suite, op, repeat, cold, quiet, ticked, batches, empty } = operation;
  const params = Object.entries(operation.params).map(([name, value]) => `${name}=${value}`);
  const about = [run, pass.build, `${suite}/${op}`, params.join(' '), repeat];
  const unit = pass.clocks[operation.clock]?.unit ?? '';
  const of = (kind: string, values: Distribution): Line[] =>
    values.map(([value, count]) => [...about, kind, unit, value, count]);
  const once = (values: readonly number[]): Distribution => values.map((value) => [value, 1]);
  return [
    ...of('cold', once(cold === null ? [] : [cold])),
    ...of('sample', quiet),
    ...of('sample_with_tick', ticked),
    ...of('empty', empty.samples),
    ...of(`batch_of_${batches.size}`, once(batches.elapsed)),
    ...of('empty_batch', once(empty.batches)),
  ];
}

function importedLines(run: string, unit: string, operation: ImportedOperation): Line[] {
  const { suite, op, repeat, distribution = [] } = operation;
  return distribution.map(([value, count]) => [
    run,
    '',
    `${suite}/${op}`,
    '',
    repeat,
    'sample',
    unit,
    value,
    count,
  ]);
}
