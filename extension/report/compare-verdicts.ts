import { shortUnit } from '../agent';
import { groupBy } from '../base';
import type { ComparedCell, ComparedOperation, Judged, Outcome, Ratio } from '../compare';
import { formatMean, formatPercent, formatRatio, NO_FIGURE, plural, valueOf } from '../measure';
import type { Compared } from './compared';
import type { Section, Table } from './section';

interface Row {
  readonly operation: ComparedOperation;
  readonly outcome: Outcome;
}

/** The outcome of one column against the baseline. */
export function verdictSection({ labels, comparison }: Compared, at: number): Section {
  const [baseline = '', label = ''] = [labels[0], labels[at]];
  const rows = comparison.operations.flatMap((operation): Row[] => {
    const outcome = operation.outcomes[at - 1];
    const isHere = operation.cells[0] ?? operation.cells[at];
    return outcome === undefined || isHere === undefined ? [] : [{ operation, outcome }];
  });
  const isComparable = rows.some(({ outcome }) => outcome.kind !== 'not comparable');
  return {
    title: `${label} against ${baseline}`,
    lead: summarySentence(rows) + (isComparable ? ' A ratio above 1 is slower.' : ''),
    // Without any ratio, a table would only repeat the means.
    table: isComparable ? tableOf(rows, label, at) : undefined,
    lines: noteLines(rows, at),
  };
}

function tableOf(rows: readonly Row[], label: string, at: number): Table {
  const titles = ['operation', 'baseline', label, 'ratio', 'interval', 'delta', 'noise', 'verdict'];
  const lines = rows.map((row) => cells(row, at));
  const used = titles.map((_, column) => lines.some((line) => line[column] !== ''));
  const kept = (line: readonly string[]): string[] => line.filter((_, column) => used[column]);
  return { titles: kept(titles), rows: lines.map(kept) };
}

function cells({ operation, outcome }: Row, at: number): string[] {
  const means = [meanCell(operation.cells[0]), meanCell(operation.cells[at])];
  return [operation.name, ...means, ...ratioCells(outcome), verdictWord(outcome)];
}

/** Ratio, interval, delta and noise. */
function ratioCells(outcome: Outcome): string[] {
  if (outcome.kind === 'mean only') return [formatRatio(outcome.ratio), '', '', ''];
  if (outcome.kind !== 'judged' || outcome.figures === undefined) return ['', '', '', ''];
  const { mean, delta, noise } = outcome.figures;
  return [
    formatRatio(mean.value),
    intervalText(mean),
    formatPercent(delta),
    noise === undefined ? NO_FIGURE : formatPercent(noise),
  ];
}

function intervalText({ interval }: Ratio): string {
  if (interval === undefined) return NO_FIGURE;
  const { low, high } = interval;
  return low === high ? 'exact' : `${formatRatio(low)} .. ${formatRatio(high)}`;
}

/** The verdict, or the reason why there is none. */
function verdictWord(outcome: Outcome): string {
  return outcome.kind === 'judged' ? outcome.verdict : outcome.kind;
}

function summarySentence(rows: readonly Row[]): string {
  const words = groupBy(rows, ({ outcome }) => verdictWord(outcome));
  const counts = Array.from(words, ([word, each]) => `${each.length} ${word}`);
  return `${plural(rows.length, 'operation')}: ${counts.join(', ') || 'nothing to compare'}.`;
}

/** One line per note; names are left out if all operations of both columns share it. */
function noteLines(rows: readonly Row[], at: number): string[] {
  const notes = new Map<string, Set<string>>();
  for (const row of rows) {
    for (const note of notesOf(row, at)) {
      notes.set(note, (notes.get(note) ?? new Set()).add(row.operation.name));
    }
  }
  const shared = rows.flatMap(({ operation: { cells: own, name } }) =>
    own[0] && own[at] ? [name] : [],
  );
  const all = shared.length === rows.length ? 'All operations' : 'All shared operations';
  return Array.from(notes, ([note, names]) => {
    const isShared = shared.every((name) => names.has(name));
    const isGeneral = names.size > 1 && names.size === shared.length && isShared;
    return `${isGeneral ? all : [...names].join(', ')}: ${note}.`;
  });
}

function notesOf({ operation, outcome }: Row, at: number): readonly string[] {
  if (outcome.kind === 'mean only') return outcome.notes;
  if (outcome.kind === 'not comparable') {
    const both = [operation.cells[0], operation.cells[at]].filter((cell) => cell !== undefined);
    // With two figures, keep the notes on what each represents: their shapes are compared.
    const notes = both.length < 2 ? [] : both.flatMap((cell) => cell.notes ?? []);
    const doubts = both.flatMap((cell) => cell.doubts);
    return [`not comparable, ${outcome.why}`, ...doubts, ...notes];
  }
  return [...outcome.reasons.map((reason) => `inconclusive, ${reason}`), ...judgedNotes(outcome)];
}

function judgedNotes({ notes, figures }: Judged): string[] {
  return figures?.from === 'batches' ? [...notes, 'compared by batch means'] : [...notes];
}

/** The means of all columns side by side. */
export function meanSection({ labels, comparison }: Compared): Section {
  const rows = comparison.operations.map(({ name, cells }) => [
    name,
    ...labels.map((_, at) => meanCell(cells[at])),
  ]);
  return { title: 'Means', table: { titles: ['operation', ...labels], rows }, lines: [] };
}

/** A mean with its unit; empty if the column lacks the operation. */
function meanCell(cell: ComparedCell | undefined): string {
  if (cell === undefined) return '';
  const mean = valueOf(cell.mean);
  return mean === undefined ? NO_FIGURE : `${formatMean(mean)} ${shortUnit(cell.unit)}`;
}
