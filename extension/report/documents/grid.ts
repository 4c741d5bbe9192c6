import { formatNumber } from '../../measure';
import type { PublishedRow } from '../../runs';
import type { Section } from '../section';
import { MEASURED_ONCE } from '../wording';
import { makeOwnCell, toPublishedCell, withNotes } from './cells';
import type { Paper } from './paper';
import { isExactUnit, type Own } from './together';

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
    ...published.map(({ id }) => toPublishedCell(paper.at(id, name))),
    ...columns.map(({ figures, unit }) => makeOwnCell(figures[at], unit)),
  ]);
  const { rows, lines } = withNotes(cells);
  return {
    title: paper.title,
    table: {
      titles: [
        'operation',
        ...published.map(formatPublishedTitle),
        ...columns.map(({ label, unit }) => formatHeading(label, unit)),
      ],
      rows: rows.map((each, at) => [names[at] ?? '', ...each]),
    },
    lines: [
      ...lines,
      ...new Set(columns.flatMap(({ label, figures }) => sizeLines(label, figures))),
      ...unitLines(columns),
      ...againLines(published),
    ],
  };
}

/** The samples behind a column's figures, their variation, and what they leave out. */
export function sizeLines(label: string, figures: readonly (Own | undefined)[]): string[] {
  const values = figures.flatMap((own) => (own?.kind === 'value' ? [own] : []));
  const samples = rangeText(values.flatMap((own) => own.samples || []));
  if (samples === undefined) return [];
  const repeats = values.flatMap((own) => own.repeats ?? []);
  const count = rangeText(repeats);
  const isOnce = Math.max(...repeats) <= 1;
  const text = `${label}: n = ${samples} samples per figure${isOnce ? '' : ` in ${count} repeats`}`;
  const isMargin = values.some(({ margin }) => margin !== undefined);
  return [
    `${text}, net of reading the clock.`,
    ...(isMargin ? [MARGIN] : []),
    ...(isOnce && values.some(({ unit }) => !isExactUnit(unit)) ? [MEASURED_ONCE] : []),
  ];
}

const MARGIN =
  '± is half of the 95 % interval over the repeats; for figures computed from several others it is an ' +
  'upper bound.';

function rangeText(counts: readonly number[]): string | undefined {
  if (counts.length === 0) return undefined;
  const [least, most] = [Math.min(...counts), Math.max(...counts)].map(formatNumber);
  return least === most ? most : `${least} to ${most}`;
}

/** A remark for an emulated core's figures next to times and cycles. */
export function unitLines(columns: readonly { readonly unit: string | undefined }[]): string[] {
  const isEmulated = columns.some(({ unit }) => unit !== undefined && isExactUnit(unit));
  return isEmulated ? ['instr are instructions of an emulated core: neither cycles nor time.'] : [];
}

/** Names the user's replacement for each published system. */
export function againLines(columns: Paper['columns']): string[] {
  const systems = columns.flatMap(({ system }) => system ?? []);
  return [...new Set(systems.map(({ os, board, again }) => `${os} on ${board}: ${again}.`))];
}

/** Many documents print the unit next to each figure. */
function formatPublishedTitle({ id, unit, rows }: Paper['columns'][number]): string {
  const isBare = rows.every(({ printed }) => /^[+-]?[\d.]+$/.test(printed));
  return formatHeading(id, isBare ? unit : undefined);
}

/** A column's heading with its unit. */
export function formatHeading(label: string, unit: string | undefined): string {
  return unit === undefined ? label : `${label} (${unit})`;
}

/** The unit of a column's first figure. */
export function commonUnit(figures: readonly (Own | undefined)[]): string | undefined {
  return figures.flatMap((own) => (own?.kind === 'value' ? [own.unit] : []))[0];
}
