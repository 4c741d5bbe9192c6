import type { Revision } from '../agent';
import { type Column, toMeansColumn } from '../compare';
import type { RunProfileReading } from '../profile';
import type { PublishedColumn, PublishedDocument, RunRecord } from '../runs';

/** A run or a published column in a report. */
export interface ReportColumn {
  readonly column: Column;
  /** A short name for table heads. */
  readonly label: string;
  readonly title: string;
  /** The publication of its figures, and remarks that belong to them. */
  readonly document?: Pick<PublishedDocument, 'id' | 'title' | 'remarks'>;
  /** The profile of the run, if it has one. */
  readonly profile?: RunProfileReading | undefined;
}

/** A run, measured or imported. */
export function runColumn(record: RunRecord): ReportColumn {
  const { imported, target } = record;
  const label = imported?.format ?? target.id;
  return { column: { kind: 'run', record }, label, title: target.title };
}

/** A column of a paper. */
export function paperColumn(published: PublishedColumn): ReportColumn {
  const { id, document, table, system, language } = published;
  const measured = system === undefined ? [] : [`${system.os} on ${system.board}`];
  const title = [...measured, ...(language === undefined ? [] : [language]), table.name].join(', ');
  return { column: toMeansColumn(published), label: id, title, document };
}

/** The runs among columns, in order. */
export function selectRecords(columns: readonly ReportColumn[]): RunRecord[] {
  return columns.flatMap(({ column }) => (column.kind === 'run' ? [column.record] : []));
}

/** The source of a column's figures. */
export function getColumnSource({ column }: ReportColumn): 'measured' | 'imported' | 'published' {
  if (column.kind === 'published') return 'published';
  return column.record.imported === undefined ? 'measured' : 'imported';
}

/** Makes labels distinct: where two columns share one, the end of their id is added. */
export function distinctLabels(columns: readonly ReportColumn[]): string[] {
  const longer = columns.map((each) => {
    const isAlone = columns.every((other) => other === each || other.label !== each.label);
    return isAlone ? each.label : `${each.label} ${endOfId(each)}`;
  });
  return longer.map((label, at) => {
    const before = longer.slice(0, at).filter((other) => other === label).length;
    return before === 0 ? label : `${label} (${before + 1})`;
  });
}

function endOfId({ column }: ReportColumn): string {
  if (column.kind === 'published') return column.address.split('/').slice(0, 2).join('/');
  return column.record.id.split('-').at(-1) ?? '';
}

/** The commit of a run's sources, or why it is not known; undefined for what no user's source is in. */
export function findRevision({ column }: ReportColumn): Revision | undefined {
  if (column.kind === 'published') return undefined;
  return column.record.passes.find(({ image }) => image.revision)?.image.revision;
}

export function getColumnId({ column }: ReportColumn): string {
  return column.kind === 'published' ? column.address : column.record.id;
}
