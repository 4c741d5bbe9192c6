import { visibleLine } from '../base';

/** Escapes text so that Markdown shows it unchanged. */
export function escapeText(text: string): string {
  const line = visibleLine(text.replace(/\s+/g, ' '));
  return line.replace(/[\\`*_<>|[\]]|&(?=[#\w]+;)/g, '\\$&');
}

/** Formats a code span, also for table cells. */
export function code(text: string): string {
  const line = visibleLine(text.replace(/\s+/g, ' '));
  const plain = line.replace(/`/g, "'").replace(/\|/g, '\\|');
  return plain.trim() === '' ? '' : `\`${plain}\``;
}

/** A table; columns after the first are right-aligned unless they hold words, as those from `words` on do. */
export function markdownTable(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  holds: 'words' | 'figures' = 'figures',
  words = titles.length,
): string {
  const isText = (column: number) => column === 0 || column >= words || holds === 'words';
  const rule = titles.map((_, column) => (isText(column) ? '---' : '---:'));
  return [titles, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Formats a code block that none of its lines can end; foreign text stays on its line. */
export function codeBlock(language: string, lines: readonly string[]): string {
  const shown = lines.map(visibleLine);
  const longest = Math.max(
    2,
    ...shown.flatMap((line) => line.match(/`+/g) ?? []).map(({ length }) => length),
  );
  const fence = '`'.repeat(longest + 1);
  return [`${fence}${language}`, ...shown, fence].join('\n');
}

/** A moment in lists and headings, in the user's own zone; tests pass a zone. */
export function formatMoment(date: Date, timeZone?: string): string {
  // Swedish dates sort, and the month cannot be confused with the day.
  return new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'medium',
    ...(timeZone !== undefined && { timeZone }),
  }).format(date);
}
