/** The letter of a column, used throughout the view: A is the baseline. */
export function letterOf(at: number): string {
  return String.fromCharCode(65 + (at % 26));
}
