import { visibleLine } from '../base';
import { code, codeBlock, escapeText, markdownTable } from './text';

/** A titled part of a report: a table and sentences, for terminals and Markdown. */
export interface Section {
  readonly title: string;
  /** Introduces the table. */
  readonly lead?: string | undefined;
  /** Lines of text that show the figures at a glance. */
  readonly picture?: readonly string[] | undefined;
  readonly table?: Table | undefined;
  /** Sentences after the table. */
  readonly lines: readonly string[];
}

/** The first column names the rows. */
export interface Table {
  /** A table of words is left-aligned throughout, one of figures right-aligned. */
  readonly holds?: 'words';
  readonly titles: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A section as plain text. */
export function sectionText({ title, lead, picture, table, lines }: Section): string {
  const parts = [
    ...(lead === undefined ? [] : [visibleLine(lead)]),
    ...(picture === undefined ? [] : [picture.map(visibleLine).join('\n')]),
    ...(table === undefined ? [] : [textTable(table)]),
    ...(lines.length === 0 ? [] : [lines.map(visibleLine).join('\n')]),
  ];
  return `${visibleLine(title)}\n\n${parts.join('\n\n')}\n`;
}

/** A section as Markdown, under a heading of the given depth. */
export function sectionMarkdown(
  { title, lead, picture, table, lines }: Section,
  depth: number,
): string {
  const escaped = table && {
    ...table,
    titles: table.titles.map(escapeText),
    rows: table.rows.map(([name = '', ...cells]) => [code(name), ...cells.map(escapeText)]),
  };
  const parts = [
    `${'#'.repeat(depth)} ${escapeText(title)}`,
    ...(lead === undefined ? [] : [escapeText(lead)]),
    ...(picture === undefined ? [] : [codeBlock('text', picture)]),
    ...(escaped === undefined ? [] : [markdownTable(escaped.titles, escaped.rows, escaped.holds)]),
    ...(lines.length === 0 ? [] : [lines.map((line) => `- ${escapeText(line)}`).join('\n')]),
  ];
  return parts.join('\n\n');
}

/** A table as plain text. */
function textTable({ titles, rows, holds }: Table): string {
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
    .map(visibleLine)
    .join('\n');
}
