import type { MeasuredRow } from '../../../workers';
import { pointsText } from '../../services/figures';
import { describeRow } from './describe';

interface Description {
  readonly text: string;
  readonly since: Date;
}

/** A row and the start time of its run. */
export interface DatedRow extends MeasuredRow {
  readonly run: { readonly created: Date };
}

/** Descriptions after operations' names: the latest figures, or a newer text. */
export interface Descriptions {
  /** Sets an item's text, until a run that began after `since` replaces it. */
  set(id: string, text: string | undefined, since: Date): void;
  /** From one row, or the points of a sweep. `isStale`: the figures belong to another image. */
  of(id: string, rows: readonly DatedRow[], isStale?: boolean): string | undefined;
}

export function newDescriptions(): Descriptions {
  const described = new Map<string, Description>();
  return {
    set: (id, text, since) => {
      if (text === undefined) described.delete(id);
      else described.set(id, { text, since });
    },
    of: (id, rows, isStale = false) => {
      const known = described.get(id);
      const [row] = rows;
      const isNewer = known && row && row.run.created >= known.since;
      if (known && !isNewer) return known.text;
      if (row === undefined) return undefined;
      const text = rows.length > 1 ? pointsText(rows) : describeRow(row);
      return `${isStale ? 'stale: ' : ''}${text}`;
    },
  };
}
