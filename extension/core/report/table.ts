import { shortUnit } from '../measure/clock';
import { valueOf } from '../measure/figure';
import { histogram } from '../measure/histogram';
import { textHistogram } from '../measure/text-histogram';
import type { RunRecord } from '../runs/record';
import type { OperationRow } from '../runs/row';
import { isWithheld } from '../runs/standing';
import { summarise } from '../runs/summarise';
import { formatFigure, formatMean, formatNumber, NO_FIGURE } from './numbers';
import {
  countedSentence,
  countedTitle,
  operationNames,
  PASS_TITLES,
  readingSentence,
  rowRemarks,
  tickSentence,
  unitSentence,
} from './wording';

const WIDTH = 120;
const NAME = { narrowest: 12, widest: 28 };
const HISTOGRAM = { narrowest: 10, widest: 24 };

interface Column {
  readonly title: string;
  readonly align: 'left' | 'right';
  readonly cells: readonly string[];
}

/** The terminal's table of a run: plain text of at most 120 columns. */
export function terminalTable(record: Pick<RunRecord, 'passes'>): string {
  const rows = summarise(record);
  const passes = (['headline', 'traced'] as const).flatMap((build) => {
    const own = rows.filter((row) => row.build === build);
    return own.length === 0 ? [] : [[PASS_TITLES[build], '', ...passLines(own)].join('\n')];
  });
  return passes.length === 0 ? 'Nothing was measured.\n' : `${passes.join('\n\n')}\n`;
}

function passLines(rows: readonly OperationRow[]): string[] {
  const names = operationNames(rows);
  const figures = figureColumns(rows);
  const closing = closingColumns(rows);
  const taken = [...figures, ...closing].reduce((sum, column) => sum + width(column), 0);
  const room = (gap: string): number =>
    WIDTH - taken - gap.length * (figures.length + closing.length + 1);
  const gap = room('  ') >= NAME.narrowest + HISTOGRAM.narrowest ? '  ' : ' ';
  const name = nameColumn(rows, names, clamp(room(gap) - HISTOGRAM.narrowest, NAME));
  const bars = histogramColumn(rows, clamp(room(gap) - width(name), HISTOGRAM));
  const columns = [name, ...figures, bars, ...closing];
  const lines = ['title' as const, ...rows.keys()].map((at) =>
    columns.map((column) => pad(column, at === 'title' ? column.title : (column.cells[at] ?? ''))),
  );
  return [...lines.map((cells) => cells.join(gap).trimEnd()), '', ...footnotes(rows, names)];
}

function nameColumn(rows: readonly OperationRow[], names: readonly string[], room: number): Column {
  const cells = rows.map(({ standing }, i) => {
    const mark = standing === 'ok' ? '' : ' !';
    return shorten(names[i] ?? '', room - mark.length) + mark;
  });
  return { title: 'operation', align: 'left', cells };
}

function figureColumns(rows: readonly OperationRow[]): Column[] {
  const right = (title: string, cell: (row: OperationRow) => string): Column => {
    return { title, align: 'right', cells: rows.map(cell) };
  };
  const counted = countedTitle(rows);
  const extreme = (row: OperationRow, key: 'min' | 'max'): string =>
    row.all.statistics === undefined ? NO_FIGURE : formatNumber(row.all.statistics[key]);
  return [
    right('mean', meanCell),
    ...(rows.some(({ batches }) => batches) ? [right('batch', batchCell)] : []),
    ...(counted === undefined ? [] : [right(counted, countedCell)]),
    right('min', (row) => extreme(row, 'min')),
    right('p50', ({ all }) => formatFigure(all.percentiles.p50)),
    right('p90', ({ all }) => formatFigure(all.percentiles.p90)),
    right('p99', ({ all }) => formatFigure(all.percentiles.p99)),
    right('max', (row) => extreme(row, 'max')),
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
  const text = 'value' in mean ? formatMean(mean.value) : NO_FIGURE;
  return meanFrom === 'batches' && text !== NO_FIGURE ? `~${text}` : text;
}

/** The mean of batches, which has no reading of the clock inside. */
function batchCell({ batches, standing }: OperationRow): string {
  const mean = batches && valueOf(batches.mean);
  return mean === undefined || isWithheld(standing) ? NO_FIGURE : formatMean(mean);
}

function countedCell({ counted }: OperationRow): string {
  return counted === undefined ? NO_FIGURE : formatMean(counted.mean);
}

function ticksCell({ ticksInside }: OperationRow): string {
  return ticksInside === undefined ? NO_FIGURE : formatNumber(ticksInside);
}

function footnotes(rows: readonly OperationRow[], names: readonly string[]): string[] {
  const batches = rows.some(({ meanFrom, mean }) => meanFrom === 'batches' && 'value' in mean);
  const general = [
    ...rows.map(({ clock }) => unitSentence(clock)),
    readingSentence(rows),
    ...rows.map(tickSentence),
    countedSentence(rows),
    batches ? '~ marks a mean of batches.' : undefined,
  ];
  const remarks = rows.flatMap((row, i) =>
    rowRemarks(row).map((remark) => `${names[i] ?? ''}: ${remark}`),
  );
  return [...new Set(general.filter((sentence) => sentence !== undefined)), ...remarks];
}

function shorten(name: string, room: number): string {
  return name.length <= room ? name : `${name.slice(0, room - 1)}…`;
}

function clamp(value: number, { narrowest, widest }: typeof NAME): number {
  return Math.min(widest, Math.max(narrowest, value));
}

function width({ title, cells }: Column): number {
  return Math.max(title.length, ...cells.map((cell) => cell.length));
}

function pad(column: Column, text: string): string {
  return column.align === 'left' ? text.padEnd(width(column)) : text.padStart(width(column));
}
