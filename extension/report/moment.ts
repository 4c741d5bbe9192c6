/** A moment as lists and headings show it, in the user's own zone; in a test the zone is given. */
export function formatMoment(date: Date, timeZone?: string): string {
  // Swedish writes dates so that they sort, and that nobody mistakes the month for the day.
  return new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'medium',
    ...(timeZone !== undefined && { timeZone }),
  }).format(date);
}
