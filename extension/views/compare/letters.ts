/** How many looks there are before they repeat. */
export const LOOKS = 6;

/** The sign of a column wherever it is drawn or spoken of: A is the baseline. */
export function letterOf(at: number): string {
  return String.fromCharCode(65 + (at % 26));
}

/** The class that gives a column its colour, its line and its pattern. */
export function lookOf(at: number): string {
  return `look-${at % LOOKS}`;
}
