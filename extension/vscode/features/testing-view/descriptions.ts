import type { MeasuredRow } from '../../../workers';
import { pointsText } from '../../services/figures';
import { descriptionOf } from './describe';

interface Told {
  readonly text: string;
  readonly since: Date;
}

/** A row and when its run began. */
export interface DatedRow extends MeasuredRow {
  readonly run: { readonly created: Date };
}

/** What stands behind operations' names: the latest figures, or what was told since. */
export interface Descriptions {
  /** Tells something of an item; nothing takes it back. A run that began `since` replaces it. */
  tell(id: string, text: string | undefined, since: Date): void;
  /** Of one row, or of the points of a sweep. `isStale`: they are of another image than the one at hand. */
  of(id: string, rows: readonly DatedRow[], isStale?: boolean): string | undefined;
}

/** Descriptions of which nothing has been told. */
export function newDescriptions(): Descriptions {
  const told = new Map<string, Told>();
  return {
    tell: (id, text, since) => {
      if (text === undefined) told.delete(id);
      else told.set(id, { text, since });
    },
    of: (id, rows, isStale = false) => {
      const known = told.get(id);
      const [row] = rows;
      const isNewer = known && row && row.run.created >= known.since;
      if (known && !isNewer) return known.text;
      if (row === undefined) return undefined;
      const text = rows.length > 1 ? pointsText(rows) : descriptionOf(row);
      return `${isStale ? 'stale: ' : ''}${text}`;
    },
  };
}
