import { findPublished } from '../../core/published';
import { paperColumn, type ReportColumn, runColumn } from '../../core/report/columns';
import { withStandIns } from '../../core/runs/stand-ins';
import { EngineError, didYouMean } from '../error';
import { resolveRun } from '../resolve';
import { readRun } from '../resolve/read';

const PUBLISHED = 'published:';

/** Where references are looked up. */
export interface Places {
  readonly cwd: string;
  readonly runsFolder: string;
}

/** Whether a reference names a column of a paper. */
export function isPublished(reference: string): boolean {
  return reference.startsWith(PUBLISHED);
}

/** The columns that references name: runs, or columns of papers. */
export function resolveColumns(
  references: readonly string[],
  places: Places,
): Promise<readonly ReportColumn[]> {
  return Promise.all(
    references.map(async (reference) =>
      isPublished(reference) ? publishedColumn(reference) : columnOf(reference, places),
    ),
  );
}

/** A run, with suites in the place of others: `RUN+posix`. A folder may have a `+` in its name. */
async function columnOf(reference: string, places: Places): Promise<ReportColumn> {
  const whole = await resolveRun(reference, places).catch((error: unknown) => {
    if (reference.includes('+')) return undefined;
    throw error;
  });
  if (whole !== undefined) return runColumn(await readRun(whole));
  const [run = '', ...names] = reference.split('+');
  const record = await readRun(await resolveRun(run, places));
  const seen = withStandIns(record, names);
  if (seen !== undefined) {
    const column = runColumn(seen);
    return { ...column, label: [column.label, ...names].join('+') };
  }
  throw new EngineError(
    'bad-value',
    `${record.id} has no suites that "+${names.join('+')}" could mean.`,
    'RUN+posix takes posix_heap in the place of heap, and so on; RUN+posix_mutex that suite alone.',
  );
}

/** The column of a paper at an address, if it can be compared. */
export function publishedColumn(address: string): ReportColumn {
  const found = findPublished(address);
  if ('near' in found) {
    const hint = didYouMean(found.near) ?? 'An address is published:<document>/<table>/<column>.';
    throw new EngineError('unknown-run', `There is no published column "${address}".`, hint);
  }
  const column = paperColumn(found.column);
  if (column.column.kind === 'published' && column.column.operations.length > 0) return column;
  throw new EngineError(
    'bad-value',
    `${address} cannot be compared: it holds ratios or rates, not what an operation costs.`,
  );
}
