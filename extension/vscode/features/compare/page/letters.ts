/** The sign of a column wherever it is drawn or spoken of: A is the baseline. */
export function letterOf(at: number): string {
  return String.fromCharCode(65 + (at % 26));
}
