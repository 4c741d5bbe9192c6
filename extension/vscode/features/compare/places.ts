import type { ColumnPlace } from '../../../workers';
import type { Services } from '../../common';
import { unknownRun } from '../../services/runs';
import { columnOf } from './references';

/** Resolves references to columns into places for the worker. */
export function columnPlacesOf(
  { runs }: Pick<Services, 'runs'>,
  references: readonly string[],
): Promise<ColumnPlace[]> {
  return Promise.all(
    references.map(async (reference) => {
      const column = columnOf(reference);
      if (column !== undefined && 'address' in column) return { address: column.address };
      const entry = column && (await runs.find(column));
      if (entry !== undefined) return { folder: entry.folder };
      throw unknownRun(column?.id ?? reference);
    }),
  );
}
