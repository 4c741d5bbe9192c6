import type { OperationRecord } from '../../../../runs/record/record';
import { summarise } from '../../../../runs/record/summarise';
import {
  collectSimulated,
  exampleOperation,
  examplePass,
  exampleRecord,
} from '../../../../runs/record/testing/example';
import type { KeptRun, LiveProgress, MeasuredRow } from '../../../../workers/run/protocol';
import type { EndedRun } from '../../../common/services';

/** The row of an operation with samples of about the given cost; its record may be changed. */
export function exampleRow(
  name: string,
  change: Partial<OperationRecord> = {},
  { cost = 70, count = 1000, windows = 'fenced' } = {},
): MeasuredRow {
  const pass = examplePass(collectSimulated({ operations: [exampleOperation(name, cost, count)] }));
  const operations = pass.operations.map((operation) => ({ ...operation, ...change }));
  const [row] = summarise(
    exampleRecord({ ...pass, facts: { ...pass.facts, windows }, operations }),
  );
  if (!row) throw new Error('the example has no row');
  return row;
}

/** A kept run of some rows. */
export function exampleKept(rows: readonly MeasuredRow[], change: Partial<KeptRun> = {}): KeptRun {
  return {
    id: '20261120T221500Z-board-1a2b',
    folder: '/runs/1',
    status: 'complete',
    problems: [],
    notes: [],
    rows,
    gate: undefined,
    gateProblem: undefined,
    failure: undefined,
    ...change,
  };
}

/** The end of a run that kept something. */
export function exampleEnd(result: KeptRun | undefined, change: Partial<EndedRun> = {}): EndedRun {
  const run = result && { home: 'storage', id: result.id };
  return { run, result, failure: result?.failure, wasCancelled: false, ...change };
}

/** Progress of an operation. */
export function exampleProgress(change: Partial<LiveProgress> = {}): LiveProgress {
  return {
    build: 'headline',
    repeat: 0,
    operation: 'heap/malloc',
    point: {},
    samples: 1200,
    requested: 2000,
    rate: 0,
    isEnd: false,
    unit: 'instr',
    histogram: { scale: 'linear', edges: [], counts: [] },
    ...change,
  };
}

/** Untranslated English with its placeholders filled in. */
export function english(text: string, ...args: readonly (string | number)[]): string {
  return text.replace(/\{(\d)\}/g, (_, index: string) => String(args[Number(index)]));
}
