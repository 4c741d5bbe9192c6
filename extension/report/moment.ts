/** A moment in lists and headings, in the user's own zone; tests pass a zone. */
export function formatMoment(date: Date, timeZone?: string): string {
  // Swedish dates sort, and nobody mistakes the month for the day.
  return new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'medium',
    ...(timeZone !== undefined && { timeZone }),
  }).format(date);
}
