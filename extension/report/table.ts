import { shortUnit } from '../agent';
import { groupBy, listNames, visibleLine } from '../base';
import {
  figure,
  formatFigure,
  formatMeanFigure,
  formatNumber,
  histogram,
  NO_FIGURE,
  textHistogram,
} from '../measure';
import {
  measurementNames,
  type OperationRow,
  pointText,
  type RunRecord,
  summarise,
  listSweptPoints,
} from '../runs';
import {
  explainBounds,
  explainCounts,
  formatCounterTitle,
  hasLayouts,
  layoutCell,
  layoutSentence,
  marginSentence,
  maxCell,
  outlierSentence,
  PASS_TITLES,
  readingSentence,
  rowRemarks,
  throughputSentence,
  tickSentence,
  unitSentence,
} from './wording';

/** The width of a table without a terminal, or in a narrow one. */
const WIDTH = 120;
/** Follows the name of an operation that is not sound. */
const MARK = ' !';
const HISTOGRAM = { narrowest: 10, widest: 24 };
const NARROWEST_NAME = 12;
/** Tables with more rows have a blank line between suites. */
const MANY = 24;
/** A remark about more operations does not name all of them. */
const MOST_NAMES = 8;

interface Column {
  readonly title: string;
  readonly align: 'left' | 'right';
  readonly cells: readonly string[];
}

/** The width of a table, and whether names are shortened to fit. */
interface Room {
  readonly width: number;
  readonly isTerminal: boolean;
}

/**
 * A run's table as plain text. In a terminal it is as wide as the terminal, at least 120 columns;
 * elsewhere it need not fit, and no name is shortened.
 */
export function terminalTable(record: Pick<RunRecord, 'passes'>, terminalColumns?: number): string {
  const room = {
    width: Math.max(WIDTH, terminalColumns ?? 0),
    isTerminal: terminalColumns !== undefined,
  };
  const rows = summarise(record);
  const passes = (['headline', 'traced'] as const).flatMap((build) => {
    const own = rows.filter((row) => row.build === build);
    return own.length === 0 ? [] : [[PASS_TITLES[build], '', ...passLines(own, room)].join('\n')];
  });
  return passes.length === 0 ? 'Nothing was measured.\n' : `${passes.join('\n\n')}\n`;
}

function passLines(rows: readonly OperationRow[], room: Room): string[] {
  const names = measurementNames(rows);
  const points = listSweptPoints(rows).map(pointText);
  const labels = names.map((each, i) => (points[i] === '' ? each : `  ${points[i]}`));
  const { columns, gap } = arrangeColumns(rows, labels, room);
  const widths = columns.map(width);
  const line = (cells: readonly string[]): string => {
    return columns
      .map(({ align }, i) => pad(cells[i] ?? '', align, widths[i] ?? 0))
      .join(gap)
      .trimEnd();
  };
  const lines = rows.flatMap((row, i) => {
    const before = rows[i - 1];
    const isFirst = points[i] !== '' && !isSameOperation(row, before);
    return [
      ...(rows.length > MANY && before && before.suite !== row.suite ? [''] : []),
      ...(isFirst
        ? [
            room.isTerminal
              ? shorten(`${row.suite}/${row.op}`, room.width)
              : `${row.suite}/${row.op}`,
          ]
        : []),
      line(columns.map(({ cells }) => cells[i] ?? '')),
    ];
  });
  const head = line(columns.map(({ title }) => title));
  return [head, ...lines, '', ...footnotes(rows, names)].map(visibleLine);
}

/** Fits the columns into the width: full names, and a histogram if there is room for one. */
function arrangeColumns(
  rows: readonly OperationRow[],
  labels: readonly string[],
  { width: whole, isTerminal }: Room,
): { readonly columns: readonly Column[]; readonly gap: string } {
  const figures = figureColumns(rows);
  const closing = closingColumns(rows);
  const taken = [...figures, ...closing].reduce((sum, column) => sum + width(column), 0);
  const room = (gap: string): number =>
    whole - taken - gap.length * (figures.length + closing.length);
  const marks = rows.some(({ standing }) => standing !== 'ok') ? MARK.length : 0;
  const longest = Math.max(NARROWEST_NAME, ...labels.map(({ length }) => length + marks));
  const computeNeeded = (gap: string): number => longest + gap.length + HISTOGRAM.narrowest;
  const gap = room('  ') >= computeNeeded('  ') ? '  ' : ' ';
  const most = isTerminal ? Math.max(NARROWEST_NAME, room(gap)) : longest;
  const name = nameColumn(rows, labels, Math.min(longest, most));
  const left = room(gap) - width(name) - gap.length;
  const bars =
    left < HISTOGRAM.narrowest ? [] : [histogramColumn(rows, Math.min(left, HISTOGRAM.widest))];
  return { columns: [name, ...figures, ...bars, ...closing], gap };
}

function isSameOperation({ suite, op }: OperationRow, other: OperationRow | undefined): boolean {
  return suite === other?.suite && op === other.op;
}

function nameColumn(rows: readonly OperationRow[], names: readonly string[], room: number): Column {
  const cells = rows.map(({ standing }, i) => {
    const mark = standing === 'ok' ? '' : MARK;
    return shorten(names[i] ?? '', room - mark.length) + mark;
  });
  return { title: 'operation', align: 'left', cells };
}

function figureColumns(rows: readonly OperationRow[]): Column[] {
  const right = (title: string, cell: (row: OperationRow) => string): Column => {
    return { title, align: 'right', cells: rows.map(cell) };
  };
  const counted = formatCounterTitle(rows);
  return [
    right('mean', meanCell),
    ...(rows.some(({ batches }) => batches) ? [right('batch', batchCell)] : []),
    ...(counted === undefined ? [] : [right(counted, formatCountedCell)]),
    right('min', ({ all: { statistics } }) =>
      statistics === undefined ? NO_FIGURE : formatNumber(statistics.min),
    ),
    right('p50', ({ all }) => formatFigure(all.percentiles.p50)),
    right('p90', ({ all }) => formatFigure(all.percentiles.p90)),
    right('p99', ({ all }) => formatFigure(all.percentiles.p99)),
    right('max', maxCell),
    ...(hasLayouts(rows) ? [right('layouts', layoutCell)] : []),
  ];
}

function closingColumns(rows: readonly OperationRow[]): Column[] {
  return [
    { title: 'unit', align: 'left', cells: rows.map(({ clock }) => shortUnit(clock.unit)) },
    { title: 'samples', align: 'right', cells: rows.map((row) => formatNumber(row.samples)) },
    { title: 'ticks', align: 'right', cells: rows.map(ticksCell) },
  ];
}

function histogramColumn(rows: readonly OperationRow[], columns: number): Column {
  const cells = rows.map((row) => textHistogram(histogram(row.distribution, columns), columns));
  return { title: 'min .. max', align: 'left', cells };
}

function meanCell({ mean, meanFrom }: OperationRow): string {
  const text = formatMeanFigure(mean);
  return meanFrom === 'batches' && text !== NO_FIGURE ? `~${text}` : text;
}

/** The mean of batches, which contain no reading of the clock. */
function batchCell({ batches }: OperationRow): string {
  return batches === undefined ? NO_FIGURE : formatMeanFigure(batches.mean);
}

function formatCountedCell({ counted }: OperationRow): string {
  return counted === undefined ? NO_FIGURE : formatMeanFigure(figure(counted.mean, counted.margin));
}

function ticksCell({ ticksInside }: OperationRow): string {
  return ticksInside === undefined ? NO_FIGURE : formatNumber(ticksInside);
}

function footnotes(rows: readonly OperationRow[], names: readonly string[]): string[] {
  const batches = rows.some(({ meanFrom, mean }) => meanFrom === 'batches' && 'value' in mean);
  const general = [
    ...rows.map(({ clock }) => unitSentence(clock)),
    readingSentence(rows),
    marginSentence(rows),
    explainBounds(rows),
    outlierSentence(rows),
    ...rows.map(tickSentence),
    explainCounts(rows),
    layoutSentence(rows),
    batches ? '~ marks a mean of batches.' : undefined,
  ];
  const remarks = groupBy(
    rows.flatMap((row, i) =>
      [...rowRemarks(row), ...throughputRemarks(row)].map((text) => ({
        text,
        name: names[i] ?? '',
      })),
    ),
    ({ text }) => text,
  );
  return [
    ...new Set(general.filter((sentence) => sentence !== undefined)),
    ...Array.from(remarks, ([text, all]) => {
      // The table marks all of them.
      const names = all.map(({ name }) => name);
      return `${listNames(names, MOST_NAMES)}: ${text}`;
    }),
  ];
}

function throughputRemarks(row: OperationRow): string[] {
  const sentence = throughputSentence(row);
  return sentence === undefined ? [] : [sentence];
}

/** Keeps both ends of a long name: operations and points differ at the end. */
function shorten(name: string, room: number): string {
  if (name.length <= room) return name;
  const end = Math.floor((room * 2) / 3);
  return `${name.slice(0, room - 1 - end)}…${name.slice(-end)}`;
}

function width({ title, cells }: Column): number {
  return cells.reduce((most, cell) => Math.max(most, cell.length), title.length);
}

function pad(text: string, align: Column['align'], width: number): string {
  return align === 'left' ? text.padEnd(width) : text.padStart(width);
}
