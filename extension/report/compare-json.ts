import type { ComparedCell, ShapeFigure } from '../compare';
import { getFigureMargin } from '../measure';
import { computeAddedCost } from '../profile';
import { getColumnSource, getColumnId, type ReportColumn, findRevision } from './columns';
import { locateDifference } from './compare-differences';
import { relateColumn, type ShownGate, verdictWord } from './compare-systems';
import type { Compared } from './compared';
import { jsonFigure } from './json-operation';
import { suggestTurns } from './turns';

/** Writes a comparison as JSON; `gate` is the outcome of `--fail-on`. */
export function comparisonJson(compared: Compared, gate?: ShownGate): object {
  const { columns, labels, comparison, shape, quotients } = compared;
  return {
    columns: columns.map((each, at) => ({
      label: labels[at],
      source: getColumnSource(each),
      id: getColumnId(each),
      title: each.title,
      ...revisionJson(each),
      ...(each.document && { remarks: each.document.remarks }),
    })),
    operations: comparison.operations.map(({ name, suite, op, params, cells, outcomes }) => ({
      name,
      suite,
      op,
      params,
      cells: cells.map((cell) => (cell === undefined ? null : cellJson(cell))),
      outcomes: outcomes.map((outcome, at) =>
        outcome.kind === 'judged'
          ? { ...outcome, word: verdictWord(compared, outcome, at + 1) }
          : outcome,
      ),
    })),
    relations: columns.slice(1).map((_, at) => relationJson(compared, at + 1)),
    shape: shapeJson(shape),
    ...(quotients && {
      quotients: quotients.pairs.map(({ title, values }, at) => ({
        title,
        values: Object.fromEntries(Array.from(values, ([name, { value }]) => [name, value])),
        margins: Object.fromEntries(Array.from(values, ([name, { margin }]) => [name, margin])),
        distance: quotients.distances[at]?.value,
        distanceMargin: quotients.distances[at]?.margin,
      })),
    }),
    facts: comparison.facts,
    ...differencesJson(compared),
    ...turnsJson(compared, gate),
  };
}

/** The gate's outcome, and what would decide the undecided. */
function turnsJson(compared: Compared, gate: ShownGate | undefined): object {
  if (gate) return { gate };
  const turns = suggestTurns(compared);
  return turns ? { turns } : {};
}

/** The geometric mean of a system's ratios to the first one; null if it is the same system. */
function relationJson(compared: Compared, at: number): object | null {
  const relation = relateColumn(compared, at);
  if (relation === undefined) return null;
  const { unit, typical, ratios } = relation;
  return { unit, geometricMean: typical.value, margin: typical.margin, ratios };
}

function shapeJson({ operations, distances, ...shape }: Compared['shape']): object {
  return {
    ...shape,
    operations: operations.map(({ name, values }) => ({ name, ...ratiosJson(values) })),
    distances: ratiosJson(distances).values,
    distanceMargins: ratiosJson(distances).margins,
  };
}

function ratiosJson(figures: readonly (ShapeFigure | undefined)[]) {
  return {
    values: figures.map((each) => each?.value),
    margins: figures.map((each) => each?.margin),
  };
}

function revisionJson(column: ReportColumn): object {
  const revision = findRevision(column);
  return revision ? { revision } : {};
}

/** For each column after the first, the functions that make its difference; absent without profiles. */
function differencesJson(compared: Compared): object {
  const [, ...others] = compared.columns.map((_, at) => locateDifference(compared, at));
  if (others.every(({ operations, problems }) => operations.length + problems.length === 0))
    return {};
  return {
    differences: others.map(({ operations, problems }) => ({
      operations: operations.map(({ functions, ...operation }) => ({
        ...operation,
        functions: functions.map((each) => ({ ...each, adds: computeAddedCost(each) })),
      })),
      problems,
    })),
  };
}

function cellJson({ unit, mean, median, repeats, doubts }: ComparedCell): object {
  const margins = { mean: getFigureMargin(mean), median: getFigureMargin(median) };
  return { unit, mean: jsonFigure(mean), median: jsonFigure(median), margins, repeats, doubts };
}
