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
