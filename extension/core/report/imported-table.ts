import { shortUnit } from '../measure/clock';
import { PERCENTILES } from '../measure/percentile';
import type { RunRecord } from '../runs/record';
import { formatMean, formatNumber } from './numbers';
import type { Table } from './section';
import { type SummaryRow, summaryRows } from './summary-row';

interface Column {
  readonly title: string;
  readonly value: (row: SummaryRow) => number | undefined;
  readonly format: (value: number) => string;
}

const COLUMNS: readonly Column[] = [
  { title: 'mean', value: ({ mean }) => mean, format: formatMean },
  { title: 'trimmed mean', value: ({ trimmedMean }) => trimmedMean, format: formatMean },
  { title: 'deviation', value: ({ deviation }) => deviation, format: formatMean },
  { title: 'min', value: ({ min }) => min, format: formatNumber },
  ...PERCENTILES.map((title) => ({
    title,
    value: ({ percentiles }: SummaryRow) => percentiles[title],
    format: formatNumber,
  })),
  { title: 'max', value: ({ max }) => max, format: formatNumber },
  { title: 'samples', value: ({ samples }) => samples, format: formatNumber },
];

/** What another tool told: a column for each figure that it has, empty where one is missing. */
export function importedTable(rows: readonly SummaryRow[]): Table {
  const told = COLUMNS.filter(({ value }) => rows.some((row) => value(row) !== undefined));
  return {
    titles: ['operation', ...told.map(({ title }) => title), 'unit'],
    rows: rows.map((row) => [
      row.standing === 'ok' ? row.name : `${row.name} !`,
      ...told.map(({ value, format }) => {
        const figure = value(row);
        return figure === undefined ? '' : format(figure);
      }),
      shortUnit(row.unit),
    ]),
  };
}

/** What was imported, in a sentence. */
export function importedSentence({ target, imported }: RunRecord): string {
  const operations = imported?.operations ?? [];
  const refused = operations.filter(({ inconclusive }) => inconclusive !== undefined).length;
  const doubtful = operations.filter(({ doubts }) => doubts.length > 0).length;
  const source = imported?.source === undefined ? '' : ` (${imported.source})`;
  const count = `${operations.length} operation${operations.length === 1 ? '' : 's'}`;
  return (
    `${count} imported from ${target.title}${source}: ` +
    `${refused} inconclusive, ${doubtful} doubtful.`
  );
}

/** Rows of an imported run, and what is to know of each. */
export function importedRemarks(record: RunRecord): string[] {
  return summaryRows(record).flatMap(({ name, standing, reasons }) => {
    const mark = standing === 'ok' ? '' : `${standing}, `;
    return reasons.map((reason, at) => `${name}: ${at === 0 ? mark : ''}${reason}`);
  });
}
