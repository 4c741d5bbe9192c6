import { nearest } from '../../base';
import type { PublishedColumn } from './model';

const LIMIT = 8;

const PARTS: readonly ((column: PublishedColumn) => string)[] = [
  ({ document }) => document.id,
  ({ table }) => table.id,
  ({ id }) => id,
];

/** Suggests addresses for a mistyped one; a missing part matches any. */
export function nearAddresses(address: string, columns: readonly PublishedColumn[]): string[] {
  const words = address.replace(/^published:/, '').split('/');
  return PARTS.reduce<readonly PublishedColumn[]>((left, part, index) => {
    const word = words[index] ?? '';
    return word === '' ? left : narrowed(left, part, word);
  }, columns)
    .slice(0, LIMIT)
    .map((column) => column.address);
}

function narrowed(
  columns: readonly PublishedColumn[],
  part: (column: PublishedColumn) => string,
  word: string,
): readonly PublishedColumn[] {
  const exact = columns.filter((column) => part(column) === word);
  if (exact.length > 0) return exact;
  const near = nearest(word, columns.map(part));
  return near.flatMap((name) => columns.filter((column) => part(column) === name));
}
