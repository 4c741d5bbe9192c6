import { formatMoment } from '../../report';
import { tame } from './text';

/** A moment as it stands everywhere; what is no moment stays as it is. */
export function whenOf(created: string): string {
  const date = new Date(created);
  return Number.isNaN(date.getTime()) ? tame(created) : formatMoment(date);
}
