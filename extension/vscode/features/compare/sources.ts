import type { ColumnSource } from '../../../workers';
import type { Services } from '../../common';
import { unknownRun } from '../../services/runs';
import { parseReference } from './references';

/** Resolves references to columns into their sources for the worker. */
export function resolveColumnSources(
  { runs }: Pick<Services, 'runs'>,
  references: readonly string[],
): Promise<ColumnSource[]> {
  return Promise.all(
    references.map(async (reference) => {
      const column = parseReference(reference);
      if (column !== undefined && 'address' in column) return { address: column.address };
      const entry = column && (await runs.find(column));
      if (entry !== undefined) return { folder: entry.folder };
      throw unknownRun(column?.id ?? reference);
    }),
  );
}
