/** Parses a table written as text: one row per line, fields between bars. */
export function textTable(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.split('|').map((field) => field.trim()));
}
