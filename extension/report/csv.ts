import { PERCENTILES } from '../measure';
import type { RunRecord } from '../runs';
import { recordsOf } from './columns';
import { sampleTable } from './csv-samples';
import { csvText } from './csv-text';
import type { Report, ReportInput } from './report';
import { type SummaryRow, summaryRows } from './summary-row';

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
];

/** A line an operation; the samples stand in a second file. */
export function writeCsv({ columns, name }: ReportInput): Report {
  const records = recordsOf(columns);
  const text = csvText([COLUMNS, ...records.flatMap(summaryRows).map(cells)]);
  if (name === undefined) return { text, beside: [] };
  return { text, beside: [{ name: `${name}.samples.csv`, text: samplesText(records) }] };
}

function samplesText(records: readonly RunRecord[]): string {
  return csvText(sampleTable(records));
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
  ];
}
