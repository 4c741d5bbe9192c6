/** The number of looks before they repeat. */
export const LOOKS = 6;

/** The class with a line's colour and dashes. */
export function lookOf(at: number): string {
  return `look-${at % LOOKS}`;
}
