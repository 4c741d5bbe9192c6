import { type ClockUnit, shortUnit } from '../../agent';
import { addCount } from '../../base';
import {
  type Column,
  type ComparedOperation,
  decidingRatio,
  type MatchedSubjects,
  matchSubjects,
  type Outcome,
  type ShapeFigure,
  type Subject,
  listSubjects,
  type UnitScale,
} from '../../compare';
import { type Distribution, type SplitSamples, getFigureValue } from '../../measure';
import { findPublished } from '../../runs';
import { getColumnSource, getColumnId, type ReportColumn } from '../columns';
import { needsShape } from '../compare-shapes';
import { relateColumn, type ShownGate, verdictWord } from '../compare-systems';
import { verdictRemarks } from '../compare-verdicts';
import type { Compared } from '../compared';
import { splitSamples } from '../results';
import { suggestTurns } from '../turns';
import type {
  ComparisonColumn,
  ComparisonModel,
  ComparisonOperation,
  ComparisonOutcome,
  RatioTable,
} from './model';

/** Builds the content of the comparison view. */
export function buildComparison(compared: Compared, gate?: ShownGate): ComparisonModel {
  const { columns, comparison, shape, quotients } = compared;
  const turns = gate ? gate.turns : suggestTurns(compared);
  const matched = matchColumnSubjects(columns.map(({ column }) => column));
  const operations = comparison.operations.map((operation, at) =>
    buildOperation(operation, matched[at] ?? [], compared),
  );
  return {
    columns: columns.map((each, at) => buildColumn(each, at, compared, operations)),
    operations,
    shape: needsShape(compared)
      ? ratioTable(shape.titles, shape.operations, shape.distances)
      : undefined,
    pairs: quotients && pairTable(quotients),
    facts: comparison.facts.map(({ name, matters, values }) => ({
      name,
      matters,
      values: values.map((value) => value ?? null),
    })),
    documents: listDocuments(columns),
    gate: gate && {
      gate: gate.gate,
      outcome: gate.outcome,
      failed: [...gate.failed],
      inconclusive: [...gate.inconclusive],
    },
    turns: turns && { ...turns, benches: [...turns.benches] },
  };
}

function buildColumn(
  each: ReportColumn,
  at: number,
  compared: Compared,
  operations: readonly ComparisonOperation[],
): ComparisonColumn {
  const { column, title } = each;
  const units = new Set(operations.flatMap(({ cells }) => cells[at]?.unit ?? []));
  return {
    id: getColumnId(each),
    label: compared.labels[at] ?? '',
    title,
    source: getColumnSource(each),
    units: [...units],
    isEmulated: units.has(shortUnit('instructions')),
    document: column.kind === 'published' ? findDocument(column.address) : undefined,
    created: column.kind === 'run' ? column.record.created : undefined,
    problems: column.kind === 'run' ? listProblems(column.record) : [],
    relation: at === 0 ? undefined : buildRelation(compared, at),
    notes: at === 0 ? [] : [...verdictRemarks(compared, at)],
  };
}

function buildRelation(compared: Compared, at: number): ComparisonColumn['relation'] {
  const relation = relateColumn(compared, at);
  if (relation === undefined) return undefined;
  const { unit, typical, ratios, differing } = relation;
  const copies = ratios.map((each) => ({ ...each }));
  return {
    unit: shortUnit(unit),
    typical: { ...typical },
    ratios: copies,
    differing: [...differing],
  };
}

function findDocument(address: string): ComparisonColumn['document'] {
  const found = findPublished(address);
  if ('near' in found) return undefined;
  const { document, table } = found.column;
  return { id: document.id, title: document.title, table: table.name };
}

type RunColumn = Extract<ReportColumn['column'], { kind: 'run' }>;

function listProblems({ status, problems, passes }: RunColumn['record']): string[] {
  const state = status === 'complete' ? [] : [`this run is ${status}`];
  return [...state, ...problems, ...passes.flatMap((pass) => pass.problems)];
}

function buildOperation(
  { name, params, cells, outcomes }: ComparedOperation,
  subjects: readonly (Subject | undefined)[],
  compared: Compared,
): ComparisonOperation {
  return {
    name,
    params: { ...params },
    cells: cells.map((cell, at) => {
      if (cell === undefined) return null;
      const row = subjects[at]?.measured?.row;
      const { mean, median, doubts } = cell;
      const figures = { mean, median, doubts: [...doubts], unit: shortUnit(cell.unit) };
      return { ...figures, samples: row?.samples, meanFrom: row?.meanFrom };
    }),
    outcomes: outcomes.map((outcome, at) => buildOutcome(compared, outcome, at + 1)),
  };
}

function buildOutcome(compared: Compared, outcome: Outcome, at: number): ComparisonOutcome {
  if (outcome.kind === 'not comparable') return { ...outcome };
  const notes = [...outcome.notes];
  if (outcome.kind === 'mean only') return { ...outcome, notes, unit: shortUnit(outcome.unit) };
  const { figures, reasons, ...rest } = outcome;
  const word = verdictWord(compared, outcome, at);
  return { ...rest, word, notes, reasons: [...reasons], figures: figures && buildFigures(figures) };
}

type JudgedFigures = NonNullable<Extract<Outcome, { kind: 'judged' }>['figures']>;

function buildFigures(figures: JudgedFigures) {
  const { unit, from, decidedBy, trimmed, change, rank, delta, noise, runs } = figures;
  return {
    unit: shortUnit(unit),
    from,
    decidedBy,
    ratio: decidingRatio(figures),
    trimmed,
    change,
    delta,
    noise,
    runs: [...runs],
    rank: rank && { share: rank.share, effect: rank.effect, p: rank.p },
  };
}

function ratioTable(
  titles: readonly string[],
  rows: readonly { readonly name: string; readonly values: readonly (ShapeFigure | undefined)[] }[],
  distances: readonly (ShapeFigure | undefined)[],
): RatioTable {
  const orNull = (figure: ShapeFigure | undefined) => (figure ? { ...figure } : null);
  return {
    titles: [...titles],
    rows: rows.map(({ name, values }) => ({ name, values: values.map(orNull) })),
    distances: distances.map(orNull),
  };
}

function pairTable({ pairs, distances }: NonNullable<Compared['quotients']>): RatioTable {
  const names = [...new Set(pairs.flatMap(({ values }) => [...values.keys()]))];
  const rows = names.map((name) => ({ name, values: pairs.map(({ values }) => values.get(name)) }));
  return ratioTable(
    pairs.map(({ title }) => title),
    rows,
    distances,
  );
}

function listDocuments(columns: readonly ReportColumn[]): ComparisonModel['documents'] {
  const documents = columns.flatMap(({ document }) =>
    document ? ([[document.id, document]] as const) : [],
  );
  return Array.from(new Map(documents).values(), ({ id, title, remarks }) => {
    return { id, title, remarks: [...remarks] };
  });
}

/** One column's samples of an operation, ready to draw. */
interface ComparedSamples {
  /** The axis's unit: nanoseconds for columns that share only time. */
  readonly unit: string;
  readonly samples: SplitSamples;
  readonly mean: number | undefined;
}

/** The operations of several columns, in the order of a comparison. */
export function matchColumnSubjects(columns: readonly Column[]): readonly MatchedSubjects[] {
  return matchSubjects(columns.map((column) => listSubjects(column, 'headline')));
}

/** The samples of one operation, on as few axes as its units allow. */
export function buildComparedSamples(subjects: MatchedSubjects): (ComparedSamples | undefined)[] {
  const known = subjects.flatMap((subject) => subject?.scale ?? []);
  return subjects.map(
    (subject) => subject && scaleSamples(subject, chooseAxis(subject.scale, known)),
  );
}

interface Axis {
  readonly unit: ClockUnit;
  readonly factor: number;
}

/** Converts cycles of different clocks, or cycles and time, to time if all rates are known. */
function chooseAxis(scale: UnitScale, all: readonly UnitScale[]): Axis {
  const own = { unit: scale.unit, factor: 1 };
  if (all.every(({ unit }) => unit === scale.unit)) return own;
  const { unitsPerSecond } = scale;
  if (scale.unit !== 'cycles' || unitsPerSecond === undefined || unitsPerSecond <= 0) return own;
  const isTimed = all.some(({ unit }) => unit === 'ns');
  return isTimed ? { unit: 'ns', factor: 1e9 / unitsPerSecond } : own;
}

function scaleSamples({ measured, mean }: Subject, { unit, factor }: Axis): ComparedSamples {
  const value = getFigureValue(mean);
  const { quiet, ticked } = measured ? splitSamples(measured.row) : { quiet: [], ticked: [] };
  return {
    unit: shortUnit(unit),
    samples: { quiet: inWhole(quiet, factor), ticked: inWhole(ticked, factor) },
    mean: value === undefined ? undefined : value * factor,
  };
}

/** Converts values to another unit, rounded to whole ones: histograms take whole numbers. */
function inWhole(distribution: Distribution, factor: number): Distribution {
  if (factor === 1) return distribution;
  const whole = new Map<number, number>();
  for (const [value, count] of distribution) {
    addCount(whole, Math.round(value * factor), count);
  }
  return [...whole];
}
