import { visibleLine } from './visible';

/** Text that Markdown must show as it is. */
export function escapeText(text: string): string {
  return text.replace(/[\\`*_<>|[\]]/g, '\\$&').replace(/\s+/g, ' ');
}

/** A code span, also inside a table's cell. */
export function code(text: string): string {
  const plain = text.replace(/`/g, "'").replace(/\s+/g, ' ').replace(/\|/g, '\\|');
  return plain.trim() === '' ? '' : `\`${plain}\``;
}

/** A table with its first column to the left; the others to the right, unless they hold words. */
export function markdownTable(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  holds: 'words' | 'figures' = 'figures',
): string {
  const rule = titles.map((_, index) => (index === 0 || holds === 'words' ? '---' : '---:'));
  return [titles, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** A block of code that no line of it can end; what others wrote stays on its line. */
export function codeBlock(language: string, lines: readonly string[]): string {
  const shown = lines.map(visibleLine);
  const longest = Math.max(
    2,
    ...shown.flatMap((line) => line.match(/`+/g) ?? []).map(({ length }) => length),
  );
  const fence = '`'.repeat(longest + 1);
  return [`${fence}${language}`, ...shown, fence].join('\n');
}
