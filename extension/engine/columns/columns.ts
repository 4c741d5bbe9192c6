import { didYouMean, EngineError } from '../../base';
import { paperColumn, type ReportColumn, runColumn } from '../../report';
import { selectTwins, findPublished, type RunRecord, withVariants } from '../../runs';
import { readRun } from '../figures';
import { profileReading, readRunAsProfiled, withProfiledFacts } from '../profile';
import { type ReferenceFolders, resolveRun, type StoredRun } from '../resolve';

const PUBLISHED = 'published:';

/** Recognises references to published columns. */
export function isPublished(reference: string): boolean {
  return reference.startsWith(PUBLISHED);
}

/** A run that a reference names; with variants, also the operations that have a twin. */
interface RunFound {
  readonly record: RunRecord;
  readonly profile?: ReportColumn['profile'];
  readonly names: readonly string[];
  readonly twins: ReadonlySet<string>;
}

/** Resolves references to runs or published columns. */
export async function resolveColumns(
  references: readonly string[],
  folders: ReferenceFolders,
): Promise<readonly ReportColumn[]> {
  const found = await Promise.all(
    references.map(async (reference) =>
      isPublished(reference) ? requireColumn(reference) : findRun(reference, folders),
    ),
  );
  return found.map((each) => (isRun(each) ? toColumn(each, found) : each));
}

const isRun = (found: ReportColumn | RunFound): found is RunFound => 'twins' in found;

/** If a run is compared with itself with variants, only operations with a twin are shown. */
function toColumn(own: RunFound, all: readonly (ReportColumn | RunFound)[]): ReportColumn {
  const { record, profile, names } = own;
  const same = all.filter(isRun).filter((each) => each.record.id === record.id);
  const isAmongOthers = new Set(same.map((each) => each.names.join())).size > 1;
  const twins = new Set(same.flatMap((each) => [...each.twins]));
  const shown = runColumn(isAmongOthers ? selectTwins(record, twins) : record);
  const column = profile ? { ...shown, profile } : shown;
  return names.length === 0 ? column : { ...column, label: [column.label, ...names].join('+') };
}

async function readWhole(stored: StoredRun): Promise<Pick<RunFound, 'record' | 'profile'>> {
  const record = await readRun(stored);
  const profile = await profileReading(stored.folder);
  return { record: withProfiledFacts(record, profile), profile };
}

/** Resolves a run with suites in place of others: `RUN+posix`. A folder's name may contain a `+`. */
async function findRun(reference: string, folders: ReferenceFolders): Promise<RunFound> {
  const whole = await resolveRun(reference, folders).catch((error: unknown) => {
    if (reference.includes('+')) return undefined;
    throw error;
  });
  if (whole !== undefined) return { ...(await readWhole(whole)), names: [], twins: new Set() };
  const [run = '', ...names] = reference.split('+');
  const record = await readRunAsProfiled(await resolveRun(run, folders));
  const seen = withVariants(record, names);
  if (seen !== undefined) return { ...seen, names };
  throw new EngineError(
    'bad-value',
    `${record.id} has no suites that match "+${names.join('+')}".`,
    'RUN+posix takes posix_heap in place of heap, and so on; RUN+posix_mutex takes that suite only.',
  );
}

/** Finds the published column at an address; throws if it cannot be compared. */
export function requireColumn(address: string): ReportColumn {
  const found = findPublished(address);
  if ('near' in found) {
    const hint = didYouMean(found.near) ?? 'The form is published:<document>/<table>/<column>.';
    throw new EngineError('unknown-run', `There is no published column "${address}".`, hint);
  }
  const column = paperColumn(found.column);
  if (column.column.kind === 'published' && column.column.operations.length > 0) return column;
  throw new EngineError(
    'bad-value',
    `${address} cannot be compared: it has ratios or rates, not the costs of operations.`,
    'Name a column of times or cycles, such as: published:nxp-zephyr-linux/average/zephyr-rt1050',
  );
}
