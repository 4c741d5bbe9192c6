import { nearest, once } from '../../base';
import { cmsisColumns } from './cmsis';
import type { PublishedColumn, PublishedRow, PublishedUnit } from './model';
import { nxpColumns } from './nxp';
import { overtosColumns } from './overtos';
import { twrColumns } from './twr';

/** Every column of every table of every document. */
export const publishedColumns = once((): readonly PublishedColumn[] => [
  ...nxpColumns(),
  ...cmsisColumns(),
  ...overtosColumns(),
  ...twrColumns(),
]);

/** Finds the column at `published:<document>/<table>/<column>`, or suggests addresses. */
export function findPublished(
  address: string,
): { readonly column: PublishedColumn } | { readonly near: readonly string[] } {
  const columns = publishedColumns();
  const column = columns.find((candidate) => candidate.address === address);
  return column === undefined ? { near: nearAddresses(address, columns) } : { column };
}

const LIMIT = 8;

const PARTS: readonly ((column: PublishedColumn) => string)[] = [
  ({ document }) => document.id,
  ({ table }) => table.id,
  ({ id }) => id,
];

/** Suggests addresses for a mistyped one; a missing part matches any. */
function nearAddresses(address: string, columns: readonly PublishedColumn[]): string[] {
  const words = address.replace(/^published:/, '').split('/');
  return PARTS.reduce<readonly PublishedColumn[]>((left, part, index) => {
    const word = words[index] ?? '';
    return word === '' ? left : narrowColumns(left, part, word);
  }, columns)
    .slice(0, LIMIT)
    .map((column) => column.address);
}

function narrowColumns(
  columns: readonly PublishedColumn[],
  part: (column: PublishedColumn) => string,
  word: string,
): readonly PublishedColumn[] {
  const exact = columns.filter((column) => part(column) === word);
  if (exact.length > 0) return exact;
  const near = nearest(word, columns.map(part));
  return near.flatMap((name) => columns.filter((column) => part(column) === name));
}

const NANOSECONDS: Readonly<Partial<Record<PublishedUnit, number>>> = {
  ns: 1,
  µs: 1e3,
  ms: 1e6,
  s: 1e9,
};

/** Converts a published figure to a unit of measured figures; undefined for ratios and rates. */
export function inClockUnit({
  value,
  unit,
}: PublishedRow): { value: number; unit: 'cycles' | 'ns' } | undefined {
  if (unit === 'cycles') return { value, unit };
  const scale = NANOSECONDS[unit];
  return scale === undefined ? undefined : { value: value * scale, unit: 'ns' };
}

/** Converts a published figure to time; cycles by the column's core clock. */
export function toPublishedNanoseconds(
  { system }: PublishedColumn,
  row: PublishedRow,
): number | undefined {
  const figure = inClockUnit(row);
  if (figure?.unit !== 'cycles') return figure?.value;
  return system === undefined ? undefined : (figure.value * 1e9) / system.coreHz;
}
