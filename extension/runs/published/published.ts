import { cmsisColumns } from './cmsis';
import type { PublishedColumn } from './model';
import { nearAddresses } from './near-address';
import { nxpColumns } from './nxp';
import { overtosColumns } from './overtos';
import { twrColumns } from './twr';

const COLUMNS: readonly PublishedColumn[] = [
  ...nxpColumns,
  ...cmsisColumns,
  ...overtosColumns,
  ...twrColumns,
];

/** Every column of every table of every document. */
export function publishedColumns(): readonly PublishedColumn[] {
  return COLUMNS;
}

/** Finds the column at `published:<document>/<table>/<column>`, or suggests addresses. */
export function findPublished(
  address: string,
): { readonly column: PublishedColumn } | { readonly near: readonly string[] } {
  const column = COLUMNS.find((candidate) => candidate.address === address);
  return column === undefined ? { near: nearAddresses(address, COLUMNS) } : { column };
}
