import type { ImageBuild } from '../../agent/manifest';
import type { ClockUnit } from '../clock';
import { type Figure, insufficient } from '../figure';
import { measurementNames } from '../../sweep/names';
import { pointKey } from '../../sweep/points';
import { type Column, type ColumnName, nameOfColumn } from './column';
import { type FactDifference, factDifferences } from './configuration';
import { matchSubjects, type MatchedSubjects } from './match';
import type { Outcome } from './outcome';
import { comparePair } from './pair';
import { type Subject, subjectsOf } from './subject';

/** Columns beside each other, the first being the baseline. */
export interface Comparison {
  readonly columns: readonly ColumnName[];
  readonly operations: readonly ComparedOperation[];
  readonly facts: readonly FactDifference[];
}

/** One operation in all columns. */
export interface ComparedOperation {
  /** With its parameters only where two operations would look alike. */
  readonly name: string;
  readonly suite: string;
  readonly op: string;
  readonly params: Readonly<Record<string, number>>;
  /** What each column measured; nothing where it has no such operation. */
  readonly cells: readonly (ComparedCell | undefined)[];
  /** What came of each column after the first; `outcomes[0]` belongs to the second column. */
  readonly outcomes: readonly Outcome[];
}

export interface ComparedCell {
  readonly unit: ClockUnit;
  readonly mean: Figure;
  readonly median: Figure;
  /** What makes the figures doubtful. */
  readonly doubts: readonly string[];
  /** What to know of a figure that somebody else took. */
  readonly notes?: readonly string[];
}

export interface CompareOptions {
  /** The smallest relative change that matters; by default 2 %, of exact targets 1 %. */
  readonly delta?: number | undefined;
  readonly seed?: string | undefined;
  /** Which passes are compared; they are never mixed. */
  readonly build?: ImageBuild | undefined;
}

/** How far a comparison is, in operations. */
export interface CompareProgress {
  readonly done: number;
  readonly total: number;
}

/** A comparison in steps, one an operation: resampling takes its time, and others want a turn. */
export type Steps<Result> = Generator<CompareProgress, Result, void>;

/** Takes all steps at once. */
export function finish<Result>(steps: Steps<Result>): Result {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** Compares columns with the first of them. */
export function compareColumns(
  columns: readonly Column[],
  options: CompareOptions = {},
): Comparison {
  return finish(compareSteps(columns, options));
}

/** The same, step by step. */
export function* compareSteps(
  columns: readonly Column[],
  { delta, seed = 'cyclescope', build = 'headline' }: CompareOptions = {},
): Steps<Comparison> {
  const matched = matchSubjects(columns.map((column) => subjectsOf(column, build)));
  const operations: ComparedOperation[] = [];
  for (const subjects of matched) {
    yield { done: operations.length, total: matched.length };
    operations.push(compareOperation(subjects, { delta, seed }));
  }
  const names = measurementNames(operations);
  return {
    columns: columns.map(nameOfColumn),
    facts: factDifferences(columns, build),
    operations: operations.map((operation, at) => ({
      ...operation,
      name: names[at] ?? operation.name,
    })),
  };
}

function compareOperation(
  subjects: MatchedSubjects,
  { delta, seed }: Parameters<typeof comparePair>[2],
): ComparedOperation {
  const { suite = '', op = '' } = subjects.find((subject) => subject !== undefined) ?? {};
  const params = subjects.find((subject) => subject?.params)?.params ?? {};
  const name = `${suite}/${op}`;
  // Its own seed for each operation: a further benchmark changes no other's interval.
  const own = { delta, seed: `${seed}/${name}/${pointKey(params)}` };
  return { name, suite, op, params, cells: cellsOf(subjects), outcomes: outcomesOf(subjects, own) };
}

function outcomesOf(
  [first, ...others]: MatchedSubjects,
  options: Parameters<typeof comparePair>[2],
): Outcome[] {
  return others.map((other) => {
    if (first === undefined) return { kind: 'not comparable', why: 'the baseline lacks it' };
    if (other === undefined) return { kind: 'not comparable', why: 'it was not measured' };
    return comparePair(first, other, options);
  });
}

function cellsOf(subjects: MatchedSubjects): (ComparedCell | undefined)[] {
  return subjects.map((subject) => subject && cellOf(subject));
}

function cellOf({ scale, mean, measured, doubts, notes = [] }: Subject): ComparedCell {
  const median = measured?.row.all.percentiles.p50 ?? insufficient('only the mean is known');
  return { unit: scale.unit, mean, median, doubts, ...(notes.length > 0 && { notes }) };
}
