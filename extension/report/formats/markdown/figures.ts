import { shortUnit } from '../../../agent';
import {
  figure,
  formatFigure,
  formatFine,
  formatMeanFigure,
  formatNumber,
  formatTime,
  formatWithin,
  histogram,
  NO_FIGURE,
  PERCENTILES,
  textHistogram,
} from '../../../measure';
import { inNanoseconds, type OperationRow, rowThroughput } from '../../../runs';
import { code, codeBlock, escapeText, markdownTable } from '../../text';
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
  readingSentence,
  scaleSentence,
  tickSentence,
  unitSentence,
} from '../../wording';

const HISTOGRAM_COLUMNS = 24;

/** A condition that figures depend on. */
export interface Condition {
  readonly title: string;
  readonly text: string;
}

/** All samples of every operation; conditions that all of them share are repeated in every row. */
export function resultTable(
  rows: readonly OperationRow[],
  names: readonly string[],
  conditions: readonly Condition[] = [],
): string {
  const figures = ['mean', 'batch mean', 'min', ...PERCENTILES, 'max'];
  const shared = conditions.map(({ title }) => title);
  const titles = ['operation', ...figures, 'unit', 'samples', 'ticks inside', ...shared];
  const lines = rows.map((row, i) => {
    const { statistics, percentiles } = row.all;
    return [
      nameCell(row, names[i] ?? ''),
      meanCell(row),
      batchCell(row),
      optional(statistics?.min, formatNumber),
      ...PERCENTILES.map((name) => formatFigure(percentiles[name])),
      maxCell(row),
      shortUnit(row.clock.unit),
      formatNumber(row.samples),
      optional(row.ticksInside, formatNumber),
      ...conditions.map(({ text }) => escapeText(text)),
    ];
  });
  return markdownTable(titles, lines, 'figures', titles.length - shared.length);
}

/** Remarks on the figures of a table: units, what was subtracted, signs, ticks. */
export function remarks(rows: readonly OperationRow[]): string {
  const sentences = [
    ...rows.map(({ clock }) => unitSentence(clock)),
    readingSentence(rows),
    marginSentence(rows),
    explainBounds(rows),
    outlierSentence(rows),
    ...rows.map(tickSentence),
    explainCounts(rows),
    layoutSentence(rows),
  ];
  return [...new Set(sentences.filter((sentence) => sentence !== undefined))]
    .map(escapeText)
    .join(' ');
}

/** Samples without ticks if ticks can be seen, and the means that are robust against a tail. */
export function spreadTable(rows: readonly OperationRow[], names: readonly string[]): string {
  const timed = rows.some(({ clock }) => clock.unit === 'cycles');
  const flowing = rows.some((row) => rowThroughput(row) !== undefined);
  const counted = formatCounterTitle(rows);
  const titles = [
    'operation',
    'samples',
    'mean',
    'p50',
    'p99',
    'max',
    'deviation',
    'trimmed mean',
    'batches',
    ...(counted === undefined ? [] : [escapeText(counted)]),
    ...(hasLayouts(rows) ? ['layouts'] : []),
    'cold',
    ...(timed ? ['mean time'] : []),
    ...(flowing ? ['per byte', 'throughput'] : []),
  ];
  const lines = rows.map((row, i) => {
    const quiet = row.ticksInside === undefined ? undefined : row.quiet;
    const { statistics } = quiet ?? {};
    const formatSampled = (value: number | undefined, margin?: number): string =>
      row.meanFrom === 'samples' ? meanWithin(value, margin) : NO_FIGURE;
    return [
      nameCell(row, names[i] ?? ''),
      optional(quiet && (statistics?.count ?? 0), formatNumber),
      formatSampled(statistics?.mean, quiet?.margins.mean),
      quiet ? formatFigure(quiet.percentiles.p50) : NO_FIGURE,
      quiet ? formatFigure(quiet.percentiles.p99) : NO_FIGURE,
      optional(statistics?.max, formatNumber),
      formatSampled((quiet ?? row.all).statistics?.deviation),
      formatSampled(row.all.statistics?.trimmedMean, row.all.margins.trimmedMean),
      formatNumber(row.batches?.count ?? 0),
      ...(counted === undefined ? [] : [meanWithin(row.counted?.mean, row.counted?.margin)]),
      ...(hasLayouts(rows) ? [layoutCell(row)] : []),
      row.cold.length === 0 ? NO_FIGURE : row.cold.map(formatNumber).join(' '),
      ...(timed ? [timeCell(row)] : []),
      ...(flowing ? throughputCells(row) : []),
    ];
  });
  return markdownTable(titles, lines);
}

/** One text histogram per operation, with its scale. */
export function histogramBlock(rows: readonly OperationRow[], names: readonly string[]): string {
  const longest = Math.max(0, ...names.map((name) => name.length));
  const lines = rows.flatMap((row, i) => {
    const { statistics } = row.all;
    if (statistics === undefined) return [];
    const unit = shortUnit(row.clock.unit);
    const bins = histogram(row.distribution, HISTOGRAM_COLUMNS);
    const bars = textHistogram(bins, HISTOGRAM_COLUMNS);
    const [low, high] = [formatNumber(statistics.min), formatNumber(statistics.max)];
    const name = (names[i] ?? '').padEnd(longest);
    return [`${name} ${low.padStart(9)} |${bars}| ${high} ${unit} (${scaleSentence(bins, unit)})`];
  });
  return codeBlock('text', lines);
}

function nameCell({ standing }: OperationRow, name: string): string {
  return standing === 'ok' ? code(name) : `${code(name)} (${standing})`;
}

/** The mean of batches, which contain no reading of the clock. */
function batchCell({ batches }: OperationRow): string {
  return batches === undefined ? NO_FIGURE : formatMeanFigure(batches.mean);
}

function meanWithin(value: number | undefined, margin: number | undefined): string {
  return optional(value, (known) => formatMeanFigure(figure(known, margin)));
}

function meanCell({ mean, meanFrom }: OperationRow): string {
  const text = formatMeanFigure(mean);
  return 'value' in mean && meanFrom === 'batches' ? `${text} (batches)` : text;
}

/** The cost of one byte, and the rate if the unit is a time. */
function throughputCells(row: OperationRow): string[] {
  const throughput = rowThroughput(row);
  const { margins } = throughput ?? {};
  return [
    fineCell(throughput?.perByte, margins?.perByte, shortUnit(row.clock.unit)),
    fineCell(throughput?.megabytesPerSecond, margins?.megabytesPerSecond, 'MB/s'),
  ];
}

function fineCell(value: number | undefined, margin: number | undefined, unit: string): string {
  return optional(value, (known) => `${formatWithin(figure(known, margin), formatFine)} ${unit}`);
}

function timeCell(row: OperationRow): string {
  const time = inNanoseconds(row.mean, row);
  return time === undefined ? NO_FIGURE : formatTime(time.value, time.margin);
}

function optional(value: number | undefined, format: (value: number) => string): string {
  return value === undefined ? NO_FIGURE : format(value);
}
