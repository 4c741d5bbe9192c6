import type { ImageBuild } from '../../agent/manifest';
import type { OperationRecord, RunPass } from '../../runs/record';
import type { OperationRow } from '../../runs/row';
import { summarise } from '../../runs/summarise';
import { pointKey } from '../../sweep/points';
import { type ClockUnit, unitsPerSecond } from '../clock';
import type { Distribution } from '../distribution';
import { type Figure, figure } from '../figure';
import type { Column, MeansColumn } from './column';
import { importedSubjects } from './imported';
import { batchRuns, fingerprint, sampleRuns } from './observations';

/** What a subject's figures count, and how much of that passes in a second. */
export interface Scale {
  readonly unit: ClockUnit;
  readonly unitsPerSecond: number | undefined;
}

/** One operation of one column, ready to be compared. */
export interface Subject {
  readonly suite: string;
  readonly op: string;
  /** Nothing where a document does not tell. */
  readonly params: Readonly<Record<string, number>> | undefined;
  readonly scale: Scale;
  readonly mean: Figure;
  readonly facts: Readonly<Record<string, string>>;
  /** Why no more can be said than the mean. */
  readonly doubts: readonly string[];
  /** What to know of a figure that somebody else took. */
  readonly notes?: readonly string[];
  /** What was measured; nothing where only the mean is known. */
  readonly measured: MeasuredSubject | undefined;
}

export interface MeasuredSubject {
  readonly row: OperationRow;
  readonly requested: number;
  readonly warmup: number;
  /** The target gives identical figures in every run, and did. */
  readonly isExact: boolean;
  /** A target that should give identical figures and did not. */
  readonly isUnsteady: boolean;
  /** Samples of each run, net of reading the clock. */
  readonly samples: readonly Distribution[];
  /** Batch means of each run. */
  readonly batches: readonly Distribution[];
  /** Equal for two subjects with the same samples in the same order. */
  readonly fingerprint: string;
}

/** The operations of a column: of a run, those of one pass. */
export function subjectsOf(column: Column, build: ImageBuild): Subject[] {
  if (column.kind === 'published') return publishedSubjects(column);
  const { passes, target, imported } = column.record;
  if (imported !== undefined) return importedSubjects(imported);
  return passes
    .filter((pass) => pass.build === build)
    .flatMap((pass) =>
      summarise({ passes: [pass] }).map((row) => runSubject(row, pass, target.deterministic)),
    );
}

function publishedSubjects({ unit, unitsPerSecond, facts, operations }: MeansColumn) {
  return operations.map(({ suite, op, params, mean, doubts }): Subject => {
    const scale = { unit, unitsPerSecond };
    return { suite, op, params, scale, mean: figure(mean), facts, doubts, measured: undefined };
  });
}

function runSubject(row: OperationRow, pass: RunPass, deterministic: boolean): Subject {
  const { suite, op, params, clock, mean, readingCost, identical } = row;
  const group = pass.operations.filter((operation) => belongsTo(operation, row, pass));
  const isUnsteady = deterministic && identical === false;
  return {
    ...{ suite, op, params, mean, facts: pass.facts, doubts: row.reasons },
    scale: { unit: clock.unit, unitsPerSecond: unitsPerSecond(clock) },
    measured: {
      row,
      requested: group[0]?.requested ?? 0,
      warmup: group[0]?.warmup ?? 0,
      isExact: deterministic && !isUnsteady,
      isUnsteady,
      samples: sampleRuns(group, readingCost ?? 0),
      batches: batchRuns(group),
      fingerprint: fingerprint(group),
    },
  };
}

function belongsTo(operation: OperationRecord, row: OperationRow, pass: RunPass): boolean {
  return (
    operation.suite === row.suite &&
    operation.op === row.op &&
    pass.clocks[operation.clock] === row.clock &&
    pointKey(operation.params) === pointKey(row.params)
  );
}
