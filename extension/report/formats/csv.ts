import { visibleLine } from '../../base';
import { type Distribution, PERCENTILES } from '../../measure';
import type { ImportedOperation, OperationRecord, RunPass, RunRecord } from '../../runs';
import { recordsOf } from '../columns';
import { type SummaryRow, summaryRows } from '../summary-row';
import type { Report, ReportFormat, ReportInput } from './format';

export const csv: ReportFormat = {
  id: 'csv',
  title: 'CSV',
  ending: 'csv',
  about: 'spreadsheets: a line per operation, and every value as measured in `NAME.samples.csv`',
  writeReport,
};

type Cell = string | number | undefined;
type Line = readonly (string | number)[];

const COLUMNS = [
  'run',
  'target',
  'source',
  'build',
  'operation',
  'params',
  'unit',
  'standing',
  'samples',
  'ticks_inside',
  'mean',
  'mean_from',
  'batch_mean',
  'trimmed_mean',
  'deviation',
  'min',
  ...PERCENTILES,
  'max',
  'cold',
  'reading_cost',
  'reasons',
  'bytes',
  'per_byte',
  'mb_per_s',
  'mean_margin',
  ...PERCENTILES.map((each) => `${each}_margin`),
  ...PERCENTILES.map((each) => `${each}_upper`),
];

const SAMPLE_COLUMNS = [
  'run',
  'build',
  'operation',
  'params',
  'repeat',
  'kind',
  'unit',
  'value',
  'count',
];

/** One line per operation; the samples are in a second file. */
function writeReport({ columns, name }: ReportInput): Report {
  const records = recordsOf(columns);
  const text = csvText([COLUMNS, ...records.flatMap(summaryRows).map(cells)]);
  if (name === undefined) return { text, beside: [] };
  return { text, beside: [{ name: `${name}.samples.csv`, text: csvText(sampleTable(records)) }] };
}

function cells(row: SummaryRow): (string | number | undefined)[] {
  const { run, target, source, build, name, unit, standing, samples, ticksInside, throughput } =
    row;
  const params = Object.entries(row.params).map(([key, value]) => `${key}=${value}`);
  return [
    run,
    target,
    source,
    build,
    name,
    params.join(' '),
    unit,
    standing,
    samples,
    ticksInside,
    row.mean,
    row.meanFrom,
    row.batchMean,
    row.trimmedMean,
    row.deviation,
    row.min,
    ...PERCENTILES.map((each) => row.percentiles[each]),
    row.max,
    row.cold,
    row.readingCost,
    row.reasons.join('; '),
    throughput?.bytes,
    throughput?.perByte,
    throughput?.megabytesPerSecond,
    row.margins.mean,
    ...PERCENTILES.map((each) => row.margins[each]),
    ...PERCENTILES.map((each) => (row.uppers[each] === null ? 'none' : row.uppers[each])),
  ];
}

/**
 * Every measured value with its count, without subtracting the cost of reading the clock (kind
 * `empty`) or of the empty loop (kind `empty_batch`).
 */
function sampleTable(records: readonly RunRecord[]): Line[] {
  return [SAMPLE_COLUMNS, ...records.flatMap(recordLines)];
}

function recordLines(record: RunRecord): Line[] {
  const { id, passes, imported } = record;
  return [
    ...passes.flatMap((pass) => pass.operations.flatMap((each) => measuredLines(id, pass, each))),
    ...(imported?.operations.flatMap((each) => importedLines(id, imported.unit, each)) ?? []),
  ];
}

function measuredLines(run: string, pass: RunPass, operation: OperationRecord): Line[] {
  const { suite, op, repeat, cold, quiet, ticked, batches, empty } = operation;
  const params = Object.entries(operation.params).map(([name, value]) => `${name}=${value}`);
  const about = [run, pass.build, `${suite}/${op}`, params.join(' '), repeat];
  const unit = pass.clocks[operation.clock]?.unit ?? '';
  const of = (kind: string, values: Distribution): Line[] =>
    values.map(([value, count]) => [...about, kind, unit, value, count]);
  const once = (values: readonly number[]): Distribution => values.map((value) => [value, 1]);
  return [
    ...of('cold', once(cold === null ? [] : [cold])),
    ...of('sample', quiet),
    ...of('sample_with_tick', ticked),
    ...of('empty', empty.samples),
    ...of(`batch_of_${batches.size}`, once(batches.elapsed)),
    ...of('empty_batch', once(empty.batches)),
  ];
}

function importedLines(run: string, unit: string, operation: ImportedOperation): Line[] {
  const { suite, op, repeat, distribution = [] } = operation;
  return distribution.map(([value, count]) => [
    run,
    '',
    `${suite}/${op}`,
    '',
    repeat,
    'sample',
    unit,
    value,
    count,
  ]);
}

/**
 * Formats comma-separated values, quoted per RFC 4180; an absent value is an empty field. Text that a
 * spreadsheet would calculate as a formula gets an apostrophe, as spreadsheets mark text themselves.
 */
function csvText(lines: readonly (readonly Cell[])[]): string {
  return lines.map((cells) => `${cells.map(field).join(',')}\n`).join('');
}

function field(cell: Cell): string {
  if (cell === undefined) return '';
  // Twelve digits exceed any clock's precision and hide rounding errors.
  if (typeof cell === 'number') return String(Number(cell.toPrecision(12)));
  const text = visibleLine(/^[=+\-@\t]/.test(cell) ? `'${cell}` : cell);
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
