import { formatNumber } from '../../measure';
import type { PublishedRow } from '../../runs';
import type { Section } from '../section';
import { ownCell, publishedCell, withNotes } from './cells';
import type { Paper } from './paper';
import type { Own } from './together';

/** The user's column next to the published ones. */
export interface OwnColumn {
  readonly label: string;
  /** Undefined if the document's row does not apply to the column. */
  readonly of: (row: PublishedRow) => Own | undefined;
}

/** The document's table, row by row, with the user's columns after the published ones. */
export function grid(
  paper: Paper,
  own: readonly OwnColumn[],
  { ids = paper.columns.map(({ id }) => id), names = paper.names } = {},
): Section {
  const published = paper.columns.filter(({ id }) => ids.includes(id));
  const columns = own.map(({ label, of }) => {
    const figures = names.map((name) => {
      const row = published.map(({ id }) => paper.at(id, name)).find((each) => each !== undefined);
      return row && of(row);
    });
    return { label, figures, unit: commonUnit(figures) };
  });
  const cells = names.map((name, at) => [
    ...published.map(({ id }) => publishedCell(paper.at(id, name))),
    ...columns.map(({ figures, unit }) => ownCell(figures[at], unit)),
  ]);
  const { rows, lines } = withNotes(cells);
  return {
    title: paper.title,
    table: {
      titles: [
        'operation',
        ...published.map(publishedTitle),
        ...columns.map(({ label, unit }) => titled(label, unit)),
      ],
      rows: rows.map((each, at) => [names[at] ?? '', ...each]),
    },
    lines: [
      ...lines,
      ...columns.flatMap(sizeLine),
      ...unitLines(columns),
      ...againLines(published),
    ],
  };
}

/** How many samples a column's figures are made of, and what they leave out. */
function sizeLine({
  label,
  figures,
}: {
  readonly label: string;
  readonly figures: readonly (Own | undefined)[];
}): string[] {
  const counts = figures.flatMap((own) => (own?.kind === 'value' && own.samples) || []);
  if (counts.length === 0) return [];
  const [least, most] = [Math.min(...counts), Math.max(...counts)].map(formatNumber);
  const range = least === most ? most : `${least} to ${most}`;
  return [
    `${label}: n = ${range} samples a row, net of reading the clock; a spread is in the report and in CSV.`,
  ];
}

/** A remark for an emulated core's figures next to times and cycles. */
export function unitLines(columns: readonly { readonly unit: string | undefined }[]): string[] {
  const isEmulated = columns.some(({ unit }) => unit?.startsWith('instr'));
  return isEmulated ? ['instr are instructions of an emulated core: neither cycles nor time.'] : [];
}

/** Names the user's replacement for each published system. */
export function againLines(columns: Paper['columns']): string[] {
  const systems = columns.flatMap(({ system }) => system ?? []);
  return [...new Set(systems.map(({ os, board, again }) => `${os} on ${board}: ${again}.`))];
}

/** Many documents print the unit next to each figure. */
function publishedTitle({ id, unit, rows }: Paper['columns'][number]): string {
  const isBare = rows.every(({ printed }) => /^[+-]?[\d.]+$/.test(printed));
  return titled(id, isBare ? unit : undefined);
}

/** A column's heading with its unit. */
export function titled(label: string, unit: string | undefined): string {
  return unit === undefined ? label : `${label} (${unit})`;
}

/** The unit of a column's first figure. */
export function commonUnit(figures: readonly (Own | undefined)[]): string | undefined {
  return figures.flatMap((own) => (own?.kind === 'value' ? [own.unit] : []))[0];
}
