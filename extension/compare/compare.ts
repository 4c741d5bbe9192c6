import type { ClockUnit, ImageBuild } from '../agent';
import { type Figure, formatNumber, insufficient } from '../measure';
import {
  isIdentity,
  measurementNames,
  pointKey,
  revisionText,
  RULES,
  getRulesVersion,
  type RunPass,
} from '../runs';
import { type Column, type ColumnName, nameOfColumn } from './column';
import type { Outcome } from './outcome';
import { comparePair, judgeOutcomes } from './pair';
import { type Subject, listSubjects } from './subject';

/** Columns side by side; the first is the baseline. */
export interface Comparison {
  readonly columns: readonly ColumnName[];
  readonly operations: readonly ComparedOperation[];
  readonly facts: readonly FactDifference[];
  /** The number of comparisons that were made while more was measured. */
  readonly looks: number;
}

/** One operation in all columns. */
export interface ComparedOperation {
  /** Includes parameters only where two operations would otherwise look alike. */
  readonly name: string;
  readonly suite: string;
  readonly op: string;
  readonly params: Readonly<Record<string, number>>;
  /** Each column's measurement; undefined if it lacks the operation. */
  readonly cells: readonly (ComparedCell | undefined)[];
  /** The outcome of each column after the first; `outcomes[0]` belongs to the second column. */
  readonly outcomes: readonly Outcome[];
}

export interface ComparedCell {
  readonly unit: ClockUnit;
  readonly mean: Figure;
  readonly median: Figure;
  /** The number of agent starts behind the figures; absent if they are not of this tool. */
  readonly repeats?: number | undefined;
  /** Reasons to doubt the figures. */
  readonly doubts: readonly string[];
  /** Remarks on a figure that somebody else measured. */
  readonly notes?: readonly string[];
}

export interface CompareOptions {
  /** The smallest relative change that matters; by default 2 %, on exact targets 1 %. */
  readonly delta?: number | undefined;
  /** The number of comparisons while the runs went on; by default the one that they record. */
  readonly looks?: number | undefined;
  /** The pass to compare; passes are never mixed. */
  readonly build?: ImageBuild | undefined;
}

/** Progress of a comparison, in operations. */
export interface CompareProgress {
  readonly done: number;
  readonly total: number;
}

/** A comparison in steps of one operation, so that other calls can be served in between. */
export type Steps<Result> = Generator<CompareProgress, Result, void>;

/** Runs all steps at once. */
export function finishSteps<Result>(steps: Steps<Result>): Result {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** Compares all columns with the first one. */
export function compareColumns(
  columns: readonly Column[],
  options: CompareOptions = {},
): Comparison {
  return finishSteps(compareSteps(columns, options));
}

/** Same as `compareColumns`, step by step. */
export function* compareSteps(
  columns: readonly Column[],
  { delta, build = 'headline', looks = looksAt(columns) }: CompareOptions = {},
): Steps<Comparison> {
  const matched = matchSubjects(columns.map((column) => listSubjects(column, build)));
  const operations: ComparedOperation[] = [];
  for (const subjects of matched) {
    yield { done: operations.length, total: matched.length };
    operations.push(compareOperation(subjects, { delta }));
  }
  const names = measurementNames(operations);
  return {
    columns: columns.map(nameOfColumn),
    facts: factDifferences(columns, build),
    looks,
    operations: judgeColumns(operations, looks).map((operation, at) => ({
      ...operation,
      name: names[at] ?? operation.name,
    })),
  };
}

/** Runs that took turns were compared while they ran, and continued depending on the result. */
function looksAt(columns: readonly Column[]): number {
  return Math.max(
    1,
    ...columns.map((each) => (each.kind === 'run' ? (each.record.looks ?? 1) : 1)),
  );
}

function compareOperation(
  subjects: MatchedSubjects,
  options: Parameters<typeof comparePair>[2],
): ComparedOperation {
  const { suite = '', op = '' } = subjects.find((subject) => subject !== undefined) ?? {};
  const params = subjects.find((subject) => subject?.params)?.params ?? {};
  const name = `${suite}/${op}`;
  const outcomes = compareSubjects(subjects, options);
  return { name, suite, op, params, cells: toCells(subjects), outcomes };
}

/** Judges the operations of each column together. */
function judgeColumns(
  operations: readonly ComparedOperation[],
  looks: number,
): ComparedOperation[] {
  const columns = (operations[0]?.outcomes ?? []).map((_, at) =>
    judgeOutcomes(
      operations.flatMap(({ outcomes }) => outcomes[at] ?? []),
      looks,
    ),
  );
  return operations.map((operation, row) => ({
    ...operation,
    outcomes: columns.flatMap((column) => column[row] ?? []),
  }));
}

function compareSubjects(
  [first, ...others]: MatchedSubjects,
  options: Parameters<typeof comparePair>[2],
): Outcome[] {
  return others.map((other) => {
    if (first === undefined) return { kind: 'not comparable', why: 'the baseline lacks it' };
    if (other === undefined) return { kind: 'not comparable', why: 'it was not measured' };
    return comparePair(first, other, options);
  });
}

function toCells(subjects: MatchedSubjects): (ComparedCell | undefined)[] {
  return subjects.map((subject) => subject && toCell(subject));
}

function toCell({ scale, mean, measured, doubts, notes = [] }: Subject): ComparedCell {
  const median = measured?.row.all.percentiles.p50 ?? insufficient('only the mean is known');
  const repeats = measured?.row.repeats;
  return { unit: scale.unit, mean, median, repeats, doubts, ...(notes.length > 0 && { notes }) };
}

/** A fact that differs between columns; undefined for columns that do not report it. */
interface FactDifference {
  readonly name: string;
  /** May change figures; otherwise it only identifies the run or image. */
  readonly matters: boolean;
  readonly values: readonly (string | undefined)[];
}

/** Lists configuration facts that differ between columns, those that change figures first. */
export function factDifferences(columns: readonly Column[], build: ImageBuild): FactDifference[] {
  const factsOfColumns = columns.map((column) => collectFacts(column, build));
  const names = [...new Set(factsOfColumns.flatMap((facts) => [...facts.keys()]))];
  const differences = names.flatMap((name): FactDifference[] => {
    const values = factsOfColumns.map((facts) => facts.get(name));
    const measured = values.filter((_, at) => reportsAllFacts(columns[at]));
    return isDifferent(values, measured) ? [{ name, matters: !isIdentity(name), values }] : [];
  });
  return [
    ...differences.filter(({ matters }) => matters),
    ...differences.filter(({ matters }) => !matters),
  ];
}

/** A fact missing from a run is a difference; documents and other tools omit much. */
function isDifferent(
  values: readonly (string | undefined)[],
  measured: readonly (string | undefined)[],
): boolean {
  const stated = values.filter((value) => value !== undefined);
  return new Set(stated).size > 1 || new Set(measured).size > 1;
}

/** The facts of a run's pass that may change figures. */
export function collectConfiguration(column: Column, build: ImageBuild): Record<string, string> {
  return Object.fromEntries([...collectFacts(column, build)].filter(([name]) => !isIdentity(name)));
}

function reportsAllFacts(column: Column | undefined): boolean {
  return column?.kind === 'run' && column.record.imported === undefined;
}

/** The step that an agent reports may be rounding; the values show the true one if it is coarse. */
const STEP = 'clock_step';

function stepFact(clocks: RunPass['clocks']): [string, string][] {
  // Each run finds the step in its own values, which differs by a thousandth from run to run.
  const steps = clocks.flatMap(({ step }) => (step === undefined ? [] : [formatShort(step)]));
  return steps.length === 0 ? [] : [[STEP, [...new Set(steps)].join(', ')]];
}

const formatShort = (step: number) => formatNumber(Number(step.toPrecision(3)));

/** The rules of figures are a fact of records that have others than those of this version. */
function rulesFact(pass: RunPass): [string, string][] {
  const rules = getRulesVersion(pass);
  return rules < RULES ? [['rules', `version ${rules}`]] : [];
}

function collectFacts(column: Column, build: ImageBuild): ReadonlyMap<string, string> {
  if (column.kind === 'published') return new Map(Object.entries(column.facts));
  const { target, passes, imported } = column.record;
  if (imported !== undefined) return new Map(Object.entries(imported.facts));
  const pass = passes.find((each) => each.build === build);
  if (pass === undefined) return new Map([['target', target.id]]);
  const { compiler, flags, sha256, hooks, revision } = pass.image;
  return new Map([
    ['target', target.id],
    ...Object.entries({ compiler, flags, hooks: String(hooks) }),
    ...Object.entries(pass.facts).filter(([name]) => name !== STEP),
    ...stepFact(pass.clocks),
    ...rulesFact(pass),
    ...(revision ? [['commit', revisionText(revision)] as const] : []),
    ['sha256', sha256],
    ['repeats', String(column.record.repeat)],
  ]);
}

/** The same operation in every column that has it. */
export type MatchedSubjects = readonly (Subject | undefined)[];

interface Row {
  /** The column's subject that the others are compared with. */
  readonly leader: Subject;
  readonly cells: (Subject | undefined)[];
}

/**
 * Matches operations by suite, name and parameters, in the order of the first column. Documents and
 * other tools may give only some parameters, or none: such a row matches the only operation that
 * fits, and none if several fit.
 */
export function matchSubjects(columns: readonly (readonly Subject[])[]): MatchedSubjects[] {
  const all = columns.flat();
  // By the identity of a column's subject with all of its parameters.
  const rows = new Map<string, Row>();
  columns.forEach((subjects, at) => {
    for (const subject of subjects) {
      const identity = toIdentity(resolveSubject(subject, all));
      const row = rows.get(identity);
      if (row === undefined) {
        const cells = new Array<Subject | undefined>(columns.length).fill(undefined);
        cells[at] = subject;
        rows.set(identity, { leader: subject, cells });
        continue;
      }
      // A column may measure an operation by several clocks; prefer the unit of the others.
      const taken = row.cells[at];
      if (taken === undefined || isBetter(subject, taken, row.leader)) row.cells[at] = subject;
    }
  });
  return Array.from(rows.values(), ({ cells }) => cells);
}

function resolveSubject(subject: Subject, all: readonly Subject[]): Subject {
  // A measured operation has all of its parameters.
  if (subject.measured) return subject;
  const fuller = all.filter((other) => isMoreSpecific(other, subject));
  const [first, ...others] = fuller.map((other) => resolveSubject(other, all));
  if (first === undefined) return subject;
  const isOnly = others.every((other) => toIdentity(other) === toIdentity(first));
  return isOnly ? first : subject;
}

/** True if one has all parameters of the other and more. */
function isMoreSpecific(one: Subject, other: Subject): boolean {
  if (one.params === undefined || formatName(one) !== formatName(other)) return false;
  if (other.params === undefined) return true;
  const { params } = one;
  const entries = Object.entries(other.params);
  const isPart = entries.every(([name, value]) => params[name] === value);
  return isPart && entries.length < Object.keys(params).length;
}

/** Equal for the same operation with the same parameters. */
function toIdentity(subject: Subject): string {
  return JSON.stringify([formatName(subject), subject.params && pointKey(subject.params)]);
}

function isBetter(candidate: Subject, taken: Subject, { scale }: Subject): boolean {
  return taken.scale.unit !== scale.unit && candidate.scale.unit === scale.unit;
}

function formatName({ suite, op }: Subject): string {
  return `${suite}/${op}`;
}
