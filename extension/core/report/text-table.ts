import type { Table } from './section';

/** A table as plain text. */
export function textTable({ titles, rows, holds }: Table): string {
  const lines = [titles, ...rows];
  const widths = titles.map((_, at) => Math.max(...lines.map((cells) => (cells[at] ?? '').length)));
  return lines
    .map((cells) =>
      widths
        .map((width, at) => {
          const cell = cells[at] ?? '';
          return at === 0 || holds === 'words' ? cell.padEnd(width) : cell.padStart(width);
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
