import { tame } from './text';

/** A moment in the user's language; what is no moment stays as it is. */
export function whenOf(created: string): string {
  const date = new Date(created);
  if (Number.isNaN(date.getTime())) return tame(created);
  const language = document.documentElement.lang || undefined;
  return date.toLocaleString(language, { dateStyle: 'medium', timeStyle: 'medium' });
}
