import { EngineError, visibleLine } from '../../base';
import { type Distribution, formatNumber, PERCENTILES, plural } from '../../measure';
import type { OperationRecord, RunPass, RunRecord } from '../../runs';
import { selectRecords } from '../columns';
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
  'batch_mean_margin',
  'trimmed_mean_margin',
  'repeats',
  'layouts',
  'layout_low',
  'layout_high',
  'per_byte_margin',
  'mb_per_s_margin',
  'rules',
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
  const records = selectRecords(columns);
  if (name !== undefined) refuseMany(records);
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
    row.margins.batchMean,
    row.margins.trimmedMean,
    row.repeats,
    row.layouts?.images,
    row.layouts?.low,
    row.layouts?.high,
    throughput?.margins?.perByte,
    throughput?.margins?.megabytesPerSecond,
    row.rules,
  ];
}

/**
 * Every measured value with its count, without subtracting the cost of reading the clock (kind
 * `empty`) or of the empty loop (kind `empty_batch`). Made line by line: there may be millions.
 */
function* sampleTable(records: readonly RunRecord[]): Generator<Line> {
  yield SAMPLE_COLUMNS;
  for (const { id, passes, imported } of records) {
    for (const pass of passes) {
      for (const operation of pass.operations) yield* listMeasuredLines(id, pass, operation);
    }
    if (!imported) continue;
    for (const { suite, op, repeat, distribution = [] } of imported.operations) {
      const about = [id, '', `${suite}/${op}`, '', repeat];
      for (const [value, count] of distribution) {
        yield [...about, 'sample', imported.unit, value, count];
      }
    }
  }
}

function* listMeasuredLines(
  run: string,
  pass: RunPass,
  operation: OperationRecord,
): Generator<Line> {
  const { suite, op, repeat, batches } = operation;
  const params = Object.entries(operation.params).map(([name, value]) => `${name}=${value}`);
  const about = [run, pass.build, `${suite}/${op}`, params.join(' '), repeat];
  const unit = pass.clocks[operation.clock]?.unit ?? '';
  for (const [kind, values] of listValues(operation)) {
    const name = kind === 'batch' ? `batch_of_${batches.size}` : kind;
    for (const [value, count] of values) yield [...about, name, unit, value, count];
  }
}

/** Everything that was measured of an operation, by its kind. */
function listValues({ cold, quiet, ticked, batches, empty }: OperationRecord) {
  const once = (values: readonly number[]): Distribution => values.map((value) => [value, 1]);
  return [
    ['cold', once(cold === null ? [] : [cold])],
    ['sample', quiet],
    ['sample_with_tick', ticked],
    ['empty', empty.samples],
    ['batch', once(batches.elapsed)],
    ['empty_batch', once(empty.batches)],
  ] as const;
}

/** Four times the rows of a spreadsheet. */
const MOST_LINES = 4_000_000;

/** Somewhat less than the longest possible string, which has 2^29 - 24. */
const MOST_CHARACTERS = 500_000_000;

const REFUSED_HINT =
  'Report fewer runs at once, or read the values from run.json. With -o - the figures are printed without them.';

/** Refuses what no spreadsheet shows and no text holds. */
function refuseMany(records: readonly RunRecord[]): void {
  const measured = records.flatMap(({ passes }) => passes.flatMap(({ operations }) => operations));
  const imported = records.flatMap((record) => record.imported?.operations ?? []);
  const values =
    measured.flatMap(listValues).reduce((sum, [, each]) => sum + each.length, 0) +
    imported.reduce((sum, { distribution = [] }) => sum + distribution.length, 0);
  if (values <= MOST_LINES) return;
  throw new EngineError(
    'refused',
    `The samples are ${formatNumber(values)} different values; a CSV file of them holds ${formatNumber(MOST_LINES)}.`,
    REFUSED_HINT,
  );
}

/**
 * Formats comma-separated values, quoted per RFC 4180; an absent value is an empty field. Text that a
 * spreadsheet would calculate as a formula gets an apostrophe, as spreadsheets mark text themselves.
 */
export function csvText(lines: Iterable<readonly Cell[]>, most = MOST_CHARACTERS): string {
  const parts: string[] = [];
  let part: string[] = [];
  let characters = 0;
  for (const line of lines) {
    const text = `${line.map(field).join(',')}\n`;
    characters += text.length;
    if (characters > most) throw tooLong(parts.length * LINES_JOINED + part.length, most);
    part.push(text);
    // Short strings take several times the memory of their text.
    if (part.length === LINES_JOINED) {
      parts.push(part.join(''));
      part = [];
    }
  }
  return [...parts, ...part].join('');
}

const LINES_JOINED = 10_000;

function tooLong(lines: number, most: number): EngineError {
  const message = `A CSV file holds ${formatNumber(most)} characters; ${plural(lines, 'line')} of this one fit.`;
  return new EngineError('refused', message, REFUSED_HINT);
}

function field(cell: Cell): string {
  if (cell === undefined) return '';
  // Twelve digits exceed any clock's precision and hide rounding errors.
  if (typeof cell === 'number') return String(Number(cell.toPrecision(12)));
  const text = visibleLine(/^[=+\-@\t]/.test(cell) ? `'${cell}` : cell);
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
