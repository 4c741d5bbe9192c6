import { formatMean, formatNumber } from '../measure';
import { recordsOf } from './columns';
import { jsonText } from './json-text';
import type { Report, ReportInput } from './report';
import { namesAmong, soundRows, type SummaryRow } from './summary-row';

/** What github-action-benchmark takes as `customSmallerIsBetter`; refused figures are left out. */
export function writeGha({ columns }: ReportInput): Report {
  const rows = soundRows(recordsOf(columns));
  const names = namesAmong(rows);
  const entries = rows.map((row, i) => ({
    name: names[i],
    unit: row.unit,
    value: row.mean,
    ...(row.deviation === undefined ? {} : { range: `± ${formatMean(row.deviation)}` }),
    extra: extraOf(row),
  }));
  return { text: jsonText(entries), beside: [] };
}

function extraOf({ run, samples, min, percentiles, max, meanFrom }: SummaryRow): string {
  const figures = { min, ...percentiles, max, samples };
  const told = Object.entries(figures).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} ${formatNumber(value)}`],
  );
  const batches = meanFrom === 'batches' ? ['mean of batches'] : [];
  return [...batches, ...told, run].join('\n');
}
