import { shortUnit } from '../agent';
import { formatMean, formatNumber, PERCENTILES } from '../measure';
import type { RunRecord } from '../runs';
import type { Section, Table } from './section';
import { type SummaryRow, summaryRows } from './summary-row';

/** An imported run: figures, doubts about them, and facts from the tool. */
export function buildImportSections(record: RunRecord): Section[] {
  const facts = Object.entries(record.imported?.facts ?? {});
  return [
    {
      title: 'Imported figures',
      lead: 'Another tool measured these; a cell is empty where it reports nothing. ! marks doubt.',
      table: buildImportTable(summaryRows(record)),
      lines: [...listRemarks(record), ...record.notes, ...record.problems],
    },
    ...(facts.length === 0
      ? []
      : [
          {
            title: 'Reported by the tool',
            table: { holds: 'words' as const, titles: ['fact', 'value'], rows: facts },
            lines: [],
          },
        ]),
  ];
}

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

/** Another tool's figures: a column for each that it has, empty where one is missing. */
function buildImportTable(rows: readonly SummaryRow[]): Table {
  const columns = COLUMNS.filter(({ value }) => rows.some((row) => value(row) !== undefined));
  return {
    titles: ['operation', ...columns.map(({ title }) => title), 'unit'],
    rows: rows.map((row) => [
      row.standing === 'ok' ? row.name : `${row.name} !`,
      ...columns.map(({ value, format }) => {
        const figure = value(row);
        return figure === undefined ? '' : format(figure);
      }),
      shortUnit(row.unit),
    ]),
  };
}

/** Describes the import in a sentence. */
export function describeImport({ target, imported }: RunRecord): string {
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

/** Rows of an imported run with remarks on each. */
function listRemarks(record: RunRecord): string[] {
  return summaryRows(record).flatMap(({ name, standing, reasons }) => {
    const mark = standing === 'ok' ? '' : `${standing}, `;
    return reasons.map((reason, at) => `${name}: ${at === 0 ? mark : ''}${reason}`);
  });
}
