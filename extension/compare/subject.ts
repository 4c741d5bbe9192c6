import { type Clock, type ClockUnit, type ImageBuild, unitsPerSecond } from '../agent';
import { groupBy, parseCount } from '../base';
import {
  type Distribution,
  toDistribution,
  type Figure,
  figure,
  fineMedian,
  insufficient,
  merge,
  shift,
} from '../measure';
import {
  type ImportedOperation,
  type ImportedRun,
  noteLeftOut,
  type OperationRecord,
  type OperationRow,
  repeatKey,
  chooseRules,
  type RunPass,
  soundRepeats,
  summarise,
} from '../runs';
import type { Column, MeansColumn } from './column';

/** A unit, and its rate if known. */
export interface UnitScale {
  readonly unit: ClockUnit;
  readonly unitsPerSecond: number | undefined;
  /** Half of the 95 % interval of a measured rate, as a part of it. */
  readonly rateError?: number | undefined;
}

/** One operation of one column, ready to be compared. */
export interface Subject {
  readonly suite: string;
  readonly op: string;
  /** Undefined if a document does not give them. */
  readonly params: Readonly<Record<string, number>> | undefined;
  readonly scale: UnitScale;
  readonly mean: Figure;
  readonly facts: Readonly<Record<string, string>>;
  /** Reasons why nothing beyond the mean can be concluded. */
  readonly doubts: readonly string[];
  /** Remarks on a figure that somebody else measured. */
  readonly notes?: readonly string[];
  /** The measurement; undefined if only the mean is known. */
  readonly measured: MeasuredSubject | undefined;
}

export interface MeasuredSubject {
  readonly row: OperationRow;
  readonly requested: number;
  readonly warmup: number;
  /** The target should give identical figures in every run, and did. */
  readonly isExact: boolean;
  /** A target that should give identical figures and did not. */
  readonly isUnsteady: boolean;
  /** Notes the repeats that are left out. */
  readonly leftOut: readonly string[];
  /**
   * Samples of each run, net of its own readings of the clock unless it is exact: then the spread
   * between runs contains the error of their cost, which no other run shares.
   */
  readonly samples: readonly Distribution[];
  /** Batch means of each run, net of its own empty loop for the same reason. */
  readonly batches: readonly Distribution[];
  /** The same with the loop. */
  readonly wholeBatches: readonly Distribution[];
  /** Equal for two subjects with the same samples in the same order. */
  readonly fingerprint: string;
}

/** The operations of a column: of a run, those of one pass. */
export function listSubjects(column: Column, build: ImageBuild): Subject[] {
  if (column.kind === 'published') return listPublishedSubjects(column);
  const { passes, target, imported } = column.record;
  if (imported !== undefined) return listImportedSubjects(imported);
  return passes
    .filter((pass) => pass.build === build)
    .flatMap((pass) => passSubjects(pass, target.deterministic));
}

function passSubjects(pass: RunPass, deterministic: boolean): Subject[] {
  const groups = groupBy(pass.operations, (each) => repeatKey(each, each.clock));
  return summarise({ passes: [pass] }).map((row) => {
    const clock = pass.clocks.findIndex((each) => each === row.clock);
    return runSubject(row, groups.get(repeatKey(row, clock)) ?? [], pass, deterministic);
  });
}

function listPublishedSubjects({ unit, unitsPerSecond, facts, operations }: MeansColumn) {
  return operations.map(({ suite, op, params, mean, doubts }): Subject => {
    const scale = { unit, unitsPerSecond };
    return { suite, op, params, scale, mean: figure(mean), facts, doubts, measured: undefined };
  });
}

function runSubject(
  row: OperationRow,
  all: readonly OperationRecord[],
  pass: RunPass,
  deterministic: boolean,
): Subject {
  const rules = chooseRules(pass, row.clock);
  const group = soundRepeats(all, rules);
  const { suite, op, params, clock, mean, readingCost, identical } = row;
  const isUnsteady = deterministic && identical === false;
  const isExact = deterministic && !isUnsteady;
  const step = getStep(clock);
  const readCost = ({ empty }: OperationRecord) => fineMedian(empty.samples, step) ?? 0;
  const measureLoop = ({ empty }: OperationRecord) =>
    fineMedian(toDistribution(Float64Array.from(empty.batches)), step) ?? 0;
  return {
    suite,
    op,
    params,
    mean,
    facts: pass.facts,
    doubts: row.reasons,
    scale: {
      unit: clock.unit,
      unitsPerSecond: unitsPerSecond(clock),
      rateError: row.rateError,
    },
    measured: {
      row,
      requested: group[0]?.requested ?? 0,
      warmup: group[0]?.warmup ?? 0,
      isExact,
      isUnsteady,
      leftOut: noteLeftOut(all, group),
      // An exact target has the cost in whole units.
      samples: sampleRuns(group, isExact ? () => readingCost ?? 0 : readCost),
      batches: batchRuns(group, rules.smallestBatch, measureLoop),
      wholeBatches: batchRuns(group, rules.smallestBatch, () => 0),
      fingerprint: fingerprint(group),
    },
  };
}

/** Another tool's operations: means only, as their samples are not imported. */
export function listImportedSubjects({ unit, facts, operations }: ImportedRun): Subject[] {
  // From the log only; an estimate from its rows would carry their rounding into every ratio.
  const coreHz = parseCount(facts['core_hz'] ?? facts['clock_hz']);
  const scale = { unit, unitsPerSecond: unit === 'ns' ? 1e9 : coreHz };
  const groups = groupBy(operations, ({ suite, op }) => `${suite}/${op}`);
  return [...groups.values()].flatMap((group): Subject[] => {
    const [first] = group;
    if (first === undefined) return [];
    const { suite, op } = first;
    const sound = group.filter((each) => each.doubts.length === 0);
    const doubts =
      sound.length > 0 ? explainExclusions(group) : group.flatMap((each) => each.doubts);
    const mean = computeMean(sound.length > 0 ? sound : group);
    const notes = [...new Set(group.flatMap((each) => each.notes))];
    return [
      { suite, op, params: undefined, scale, mean, facts, doubts, notes, measured: undefined },
    ];
  });
}

/** Reports figures that were left out of the average as absurd. */
function explainExclusions(group: readonly ImportedOperation[]): string[] {
  return group.flatMap(({ doubts: [doubt], repeat }) =>
    doubt === undefined ? [] : [`occurrence ${repeat + 1} was excluded: ${doubt}`],
  );
}

/** The mean of all occurrences, or the reason why there is none. */
function computeMean(group: readonly ImportedOperation[]): Subject['mean'] {
  const refusal = group.find(({ inconclusive }) => inconclusive !== undefined)?.inconclusive;
  if (refusal !== undefined) return insufficient(refusal || 'inconclusive');
  const absurd = group.flatMap(({ doubts }) => doubts)[0];
  if (absurd !== undefined) return insufficient(absurd);
  const means = group.flatMap(({ mean }) => mean ?? []);
  if (means.length === 0) return insufficient('the tool does not report it');
  return figure(means.reduce((sum, mean) => sum + mean, 0) / means.length);
}

/** The samples of each run, net of the cost of reading the clock. */
function sampleRuns(
  group: readonly OperationRecord[],
  getCost: (run: OperationRecord) => number,
): Distribution[] {
  return group.map((run) => {
    const { quiet, ticked } = run;
    return shift(ticked.length === 0 ? quiet : merge(quiet, ticked), -getCost(run));
  });
}

/** The step of a clock in its unit; if values show none, they are as fine as the unit or the clock's tick. */
export function getStep({ step, ratio: [num, den] }: Clock): number {
  return step ?? Math.max(1, num / den);
}

/** The batch means of each run, net of a loop; runs with none, or too small ones, are left out. */
function batchRuns(
  group: readonly OperationRecord[],
  smallest: number,
  getLoop: (run: OperationRecord) => number,
): Distribution[] {
  return group.flatMap((run) => {
    const { elapsed, size } = run.batches;
    if (elapsed.length === 0 || size === 0 || size < smallest) return [];
    const loop = getLoop(run);
    return [toDistribution(Float64Array.from(elapsed, (value) => (value - loop) / size))];
  });
}

/** Converts every figure to another unit. */
export function scaleRuns(runs: readonly Distribution[], factor: number): readonly Distribution[] {
  if (factor === 1) return runs;
  return runs.map((run) => run.map(([value, count]) => [value * factor, count] as const));
}

/** A text that is equal only for groups with the same values in the same order. */
function fingerprint(group: readonly OperationRecord[]): string {
  return JSON.stringify(
    group.map(({ digest, batches, empty }) => [digest, batches.size, batches.elapsed, empty]),
  );
}
