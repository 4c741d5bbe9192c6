import type { PublishedColumn, PublishedRow } from './model';
import { findPublished } from './published';

/** The column at an existing address. */
export function columnAt(address: string): PublishedColumn {
  const found = findPublished(`published:${address}`);
  if ('column' in found) return found.column;
  throw new Error(`no column ${address}; near: ${found.near.join(' ')}`);
}

/** The rows of a column as name and printed text. */
export function listPrinted(address: string): [name: string, printed: string][] {
  return columnAt(address).rows.map(({ name, printed }) => [name, printed]);
}

/** One row of a column. */
export function rowAt(address: string, name: string): PublishedRow {
  const row = columnAt(address).rows.find((candidate) => candidate.name === name);
  if (row === undefined) throw new Error(`no row ${name} in ${address}`);
  return row;
}

/** The names of a column's doubtful rows. */
export function listDoubtful(address: string): string[] {
  return columnAt(address)
    .rows.filter(({ doubts }) => doubts.length > 0)
    .map(({ name }) => name);
}

/** The lines of a text, without empty ones. */
export function splitPrintedLines(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

/** Cells as printed in a document, separated by blanks. */
export function splitPrintedCells(line: string): string[] {
  return line.trim().split(/\s+/);
}
