import { formatMoment } from '../../report';
import { tame } from './text';

/** Formats a moment as in all views; an invalid one stays as it is. */
export function whenOf(created: string): string {
  const date = new Date(created);
  return Number.isNaN(date.getTime()) ? tame(created) : formatMoment(date);
}
