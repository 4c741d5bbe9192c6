/** How many looks there are before they repeat. */
export const LOOKS = 6;

/** The class that gives a line its colour and its dashes. */
export function lookOf(at: number): string {
  return `look-${at % LOOKS}`;
}
