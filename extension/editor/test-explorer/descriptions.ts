import type { MeasuredRow } from '../../workers/run/protocol';
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
  /** `isStale`: the figures are of another image than the one at hand. */
  of(id: string, row: DatedRow | undefined, isStale?: boolean): string | undefined;
}

/** Descriptions of which nothing has been told. */
export function newDescriptions(): Descriptions {
  const told = new Map<string, Told>();
  return {
    tell: (id, text, since) => {
      if (text === undefined) told.delete(id);
      else told.set(id, { text, since });
    },
    of: (id, row, isStale = false) => {
      const known = told.get(id);
      const isNewer = known && row && row.run.created >= known.since;
      if (known && !isNewer) return known.text;
      return row && `${isStale ? 'stale: ' : ''}${descriptionOf(row)}`;
    },
  };
}
