import { visibleLine } from './visible';

/** Escapes text so that Markdown shows it unchanged. */
export function escapeText(text: string): string {
  return text.replace(/[\\`*_<>|[\]]/g, '\\$&').replace(/\s+/g, ' ');
}

/** Formats a code span, also for table cells. */
export function code(text: string): string {
  const plain = text.replace(/`/g, "'").replace(/\s+/g, ' ').replace(/\|/g, '\\|');
  return plain.trim() === '' ? '' : `\`${plain}\``;
}

/** A table; columns after the first are right-aligned unless they hold words. */
export function markdownTable(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  holds: 'words' | 'figures' = 'figures',
): string {
  const rule = titles.map((_, index) => (index === 0 || holds === 'words' ? '---' : '---:'));
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
