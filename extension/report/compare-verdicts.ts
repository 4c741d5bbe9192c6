import { shortUnit } from '../agent';
import { groupBy } from '../base';
import {
  type ComparedCell,
  type ComparedOperation,
  couldHaveFound,
  decidingRatio,
  intervalText,
  type Judged,
  type Outcome,
  repeatsText,
  repeatsToDecide,
  isChange,
} from '../compare';
import {
  type Figure,
  formatChange,
  formatMeanFigure,
  formatPercent,
  formatRatio,
  NO_FIGURE,
  plural,
} from '../measure';
import {
  listCautions,
  ratioBars,
  relateColumn,
  relationSentence,
  unitOfRatio,
  verdictWord,
} from './compare-systems';
import type { Compared } from './compared';
import type { Section, Table } from './section';

interface Row {
  readonly operation: ComparedOperation;
  readonly outcome: Outcome;
  /** The verdict in words, or the reason why there is none. */
  readonly word: string;
}

function collectRows(compared: Compared, at: number): readonly Row[] {
  return compared.comparison.operations.flatMap((operation): Row[] => {
    const outcome = operation.outcomes[at - 1];
    const isHere = operation.cells[0] ?? operation.cells[at];
    if (outcome === undefined || isHere === undefined) return [];
    return [{ operation, outcome, word: verdictWord(compared, outcome, at) }];
  });
}

/** The outcome of one column against the baseline. */
export function verdictSection(compared: Compared, at: number): Section {
  const { labels } = compared;
  const [baseline = '', label = ''] = [labels[0], labels[at]];
  const rows = collectRows(compared, at);
  const isComparable = rows.some(({ outcome }) => outcome.kind !== 'not comparable');
  const relation = relateColumn(compared, at);
  return {
    title: `${label} against ${baseline}`,
    lead: [
      ...(relation ? [relationSentence(relation, label, baseline)] : []),
      summarySentence(rows),
      ...(isComparable ? [aboveOne(rows)] : []),
    ].join(' '),
    ...(relation && { picture: ratioBars(relation) }),
    // Without any ratio, a table would only repeat the means.
    table: isComparable ? buildTable(rows, compared, at) : undefined,
    lines: [...(relation ? listCautions(relation) : []), ...collectRemarks(compared, rows, at)],
  };
}

/** The operations that one column changed, and the counts and remarks of all. */
export function changeSection(compared: Compared, at: number): Section {
  const { labels } = compared;
  const rows = collectRows(compared, at);
  const changed = rows.filter(({ outcome }) => isChange(outcome));
  return {
    title: `${labels[at]} against ${labels[0]}`,
    lead: summarySentence(rows),
    table: changed.length === 0 ? undefined : buildTable(changed, compared, at),
    lines: collectRemarks(compared, rows, at),
  };
}

/** Explains a ratio above 1, in the units of the ratios. */
function aboveOne(rows: ReturnType<typeof collectRows>): string {
  const units = new Set(rows.flatMap(({ outcome }) => unitOfRatio(outcome) ?? []));
  if (!units.has('instructions')) return 'A ratio above 1 is slower.';
  if (units.size === 1) return 'A ratio above 1 means more instructions.';
  return 'A ratio above 1 is slower, or means more instructions.';
}

/** Remarks to consider with each verdict against the baseline. */
export function verdictRemarks(compared: Compared, at: number): readonly string[] {
  return collectRemarks(compared, collectRows(compared, at), at);
}

const collectRemarks = ({ comparison }: Compared, rows: readonly Row[], at: number) => [
  ...describeUndecided(rows, comparison),
  ...noteLines(rows, at),
  ...(isOfPaper(comparison, at) ? [DEFINITIONS] : []),
];

const isOfPaper = ({ columns }: Compared['comparison'], at: number) =>
  [columns[0], columns[at]].some((column) => column?.kind === 'published');

const DEFINITIONS =
  'Documents define some operations in another way: a report of the format tables marks each of them.';

function buildTable(rows: readonly Row[], { labels, comparison }: Compared, at: number): Table {
  const titles = [
    'operation',
    'baseline',
    labels[at] ?? '',
    'ratio',
    'interval',
    'trimmed',
    'delta',
    'noise',
    'finds',
    'verdict',
  ];
  const lines = rows.map((row) => cells(row, at, comparison.looks));
  const used = titles.map((_, column) => lines.some((line) => line[column] !== ''));
  const keepUsed = (line: readonly string[]): string[] => line.filter((_, column) => used[column]);
  return { titles: keepUsed(titles), rows: lines.map(keepUsed) };
}

function cells({ operation, outcome, word }: Row, at: number, looks: number): string[] {
  const isByMedian = outcome.kind === 'judged' && outcome.figures?.decidedBy === 'median';
  const show = isByMedian && outcome.figures.from === 'samples' ? medianCell : meanCell;
  const figures = [show(operation.cells[0]), show(operation.cells[at])];
  return [operation.name, ...figures, ...ratioCells(outcome, looks), word + changeText(outcome)];
}

/** Ratio, interval, ratio of trimmed means, delta, noise, and what could have been found. */
function ratioCells(outcome: Outcome, looks: number): string[] {
  if (outcome.kind === 'mean only') return [formatRatio(outcome.ratio), '', '', '', '', ''];
  if (outcome.kind !== 'judged' || outcome.figures === undefined) return ['', '', '', '', '', ''];
  const { trimmed, delta, noise, change } = outcome.figures;
  const ratio = decidingRatio(outcome.figures);
  const found =
    change === undefined ? couldHaveFound(outcome.figures, undefined, looks) : undefined;
  return [
    ratio ? formatRatio(ratio.value) : NO_FIGURE,
    intervalText(ratio?.interval),
    trimmed ? formatRatio(trimmed.value) : '',
    formatPercent(delta),
    noise === undefined ? NO_FIGURE : formatPercent(noise),
    found === undefined ? '' : formatPercent(Number(found.toPrecision(2))),
  ];
}

/** The exact difference, if there is one. */
function changeText(outcome: Outcome): string {
  const { change = 0, unit } = (outcome.kind === 'judged' && outcome.figures) || {};
  return change === 0 || unit === undefined ? '' : `, ${formatChange(change)} ${shortUnit(unit)}`;
}

function summarySentence(rows: readonly Row[]): string {
  const words = groupBy(rows, ({ word }) => word);
  const counts = Array.from(words, ([word, each]) => `${each.length} ${word}`);
  return `${plural(rows.length, 'operation')}: ${counts.join(', ') || 'nothing to compare'}.`;
}

/** The repeats that would decide what is undecided. */
function describeUndecided(rows: readonly Row[], { looks }: Compared['comparison']): string[] {
  const repeats = rows.flatMap(({ outcome }) => {
    if (outcome.kind !== 'judged' || outcome.verdict !== 'undecided' || !outcome.figures) return [];
    const { delta } = outcome.figures;
    return [{ delta, wanted: repeatsToDecide(outcome.figures, undefined, looks) }];
  });
  const [first] = repeats;
  if (first === undefined) return [];
  const those = repeats.length === 1 ? '1 operation is' : `${repeats.length} operations are`;
  return [
    `${those} undecided at ${formatPercent(first.delta)}: the interval crosses that limit, and only a slowdown as large ` +
      `as under "finds" would have been found; ${repeatsText(repeats.map(({ wanted }) => wanted))}.`,
  ];
}

/** One line per note; names are left out if all operations of both columns share it. */
function noteLines(rows: readonly Row[], at: number): string[] {
  const notes = new Map<string, Set<string>>();
  for (const row of rows) {
    for (const note of listNotes(row, at)) {
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

function listNotes({ operation, outcome }: Row, at: number): readonly string[] {
  if (outcome.kind === 'mean only') return outcome.notes;
  if (outcome.kind === 'not comparable') {
    const both = [operation.cells[0], operation.cells[at]].filter((cell) => cell !== undefined);
    // With two figures, keep the notes on what each represents: their shapes are compared.
    const notes = both.length < 2 ? [] : both.flatMap((cell) => cell.notes ?? []);
    const doubts = both.flatMap((cell) => cell.doubts);
    return [`not comparable, ${outcome.why}`, ...doubts, ...notes];
  }
  // The table shows what decides about undecided ones, and one line sums them up.
  const reasons = outcome.verdict === 'undecided' ? [] : outcome.reasons;
  return [...reasons.map((reason) => `inconclusive, ${reason}`), ...listVerdictNotes(outcome)];
}

function listVerdictNotes({ notes, figures }: Judged): string[] {
  if (figures === undefined) return [...notes];
  if (figures.withLoop)
    return [...notes, 'shorter than the loop around it: compared with the loop included'];
  const by = figures.from === 'batches' ? 'batch means' : 'samples';
  const medians = by === 'samples' ? 'medians' : 'medians of batch means';
  if (figures.decidedBy === 'median') return [...notes, `compared by the ${medians} of each run`];
  return by === 'samples' ? [...notes] : [...notes, `compared by ${by}`];
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
  return cell === undefined ? '' : figureCell(cell.mean, cell);
}

/** Same for a median. */
function medianCell(cell: ComparedCell | undefined): string {
  return cell === undefined ? '' : figureCell(cell.median, cell);
}

function figureCell(figure: Figure, { unit }: ComparedCell): string {
  return 'value' in figure ? `${formatMeanFigure(figure)} ${shortUnit(unit)}` : NO_FIGURE;
}
