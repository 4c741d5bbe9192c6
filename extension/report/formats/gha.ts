import { figure, formatFigure, formatMean } from '../../measure';
import { selectRecords } from '../columns';
import { namesAmong, soundRows, type SummaryRow } from '../summary-row';
import { rulesSentence } from '../wording';
import { jsonText, type Report, type ReportFormat, type ReportInput } from './format';

export const gha: ReportFormat = {
  id: 'gha',
  title: 'github-action-benchmark',
  ending: 'json',
  about: 'github-action-benchmark, tool `customSmallerIsBetter`',
  writeReport,
};

/** Input of github-action-benchmark for `customSmallerIsBetter`, without refused figures. */
function writeReport({ columns }: ReportInput): Report {
  const records = selectRecords(columns);
  const { rows, missing } = soundRows(records);
  const rules = new Map(records.map((record) => [record.id, rulesSentence(record)]));
  const names = namesAmong(rows);
  const entries = rows.map((row, i) => ({
    name: names[i],
    unit: row.unit,
    value: row.mean,
    ...formatRange(row),
    extra: formatExtra(row, rules.get(row.run)),
  }));
  return { text: jsonText(entries), beside: [], missing };
}

/** The margin over repeats; a mean that is exact, or was measured once, has none. */
function formatRange({ margins: { mean } }: SummaryRow): { readonly range?: string } {
  return mean === undefined ? {} : { range: `± ${formatMean(mean)}` };
}

function formatExtra(row: SummaryRow, rules: string | undefined): string {
  const { run, source, samples, repeats, min, percentiles, max, meanFrom, reasons } = row;
  const figures = { min, ...percentiles, max, samples, repeats };
  const unbounded = Object.entries(row.uppers).flatMap(([name, upper]) => upper ?? name);
  const named = Object.entries(figures).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const margin = Object.entries(row.margins).find(([of]) => of === name)?.[1];
    const upper = unbounded.includes(name) ? null : undefined;
    return [`${name} ${formatFigure(figure(value, margin, upper))}`];
  });
  const batches = meanFrom === 'batches' ? ['mean of batches'] : [];
  const remarks = [...(source === 'measured' ? reasons : []), ...(rules ? [rules] : [])];
  return [...batches, ...named, ...remarks, run].join('\n');
}
