/** The fields of a table written as text: a line a row, fields between bars. */
export function textTable(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.split('|').map((field) => field.trim()));
}
