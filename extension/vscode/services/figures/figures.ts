import type * as vscode from 'vscode';
import { shortUnit } from '../../../agent';
import type { Client } from '../../../base';
import { formatFigure, formatMeanFigure, getFigureValue } from '../../../measure';
import { describeRepeats } from '../../../report';
import { isWithheld, type OperationRow } from '../../../runs';
import type { FiguresCalls } from '../../../workers';
import {
  type FigureRow,
  type Figures,
  type LatestFigures,
  type RunEntry,
  type Runs,
  startWorker,
  type WorkerHandle,
} from '../../common';

/** Summarised runs in memory: those that lenses show or compare with, and some more. */
const kept = 32;

/** The newest figures of each target, from the runs of its home; `call` works off this thread. */
export function newFigures(
  runs: Pick<Runs, 'list' | 'onDidChange'>,
  call: <Name extends 'rows' | 'changes'>(
    name: Name,
    takes: FiguresCalls[Name]['takes'],
  ) => Promise<FiguresCalls[Name]['gives']>,
): Figures {
  // A run that cannot be read has no figures; lists and results give the reason.
  const readRows = keepLatest(([run]) => call('rows', { folder: run.folder }).catch(() => []));
  const readChanges = keepLatest(([run, reference = run]) =>
    call('changes', { columns: [reference, run].map(({ folder }) => ({ folder })) }).catch(
      () => [],
    ),
  );
  return {
    onDidChange: runs.onDidChange,
    of: (run) => readRows([run]),
    changes: (run, reference) => readChanges([run, reference]),
    latest: async (home, target) => {
      const measured = listMeasuredRuns(await runs.list(home), target);
      return newestRows(
        await Promise.all(measured.map(async (run) => ({ run, rows: await readRows([run]) }))),
      );
    },
  };
}

/** Computes something from runs once; the last requested results stay in memory. */
function keepLatest<T>(
  compute: (runs: readonly [RunEntry, ...RunEntry[]]) => Promise<T>,
): typeof compute {
  const results = new Map<string, Promise<T>>();
  return (runs) => {
    const key = runs.map(({ folder, version }) => `${folder} ${version}`).join('\n');
    const result = results.get(key) ?? compute(runs);
    results.delete(key);
    results.set(key, result);
    for (const oldest of [...results.keys()].slice(0, -kept)) results.delete(oldest);
    return result;
  };
}

/** The number of runs searched, so that recent runs of single operations do not hide the others. */
const depth = 8;

/** A target's runs measured here, including those cut short, the newest first. */
export function listMeasuredRuns(
  entries: readonly RunEntry[],
  target: string,
): readonly RunEntry[] {
  return entries
    .filter((run) => run.target.id === target && run.imported === undefined)
    .slice(0, depth);
}

/** Equal for rows of two runs with the same measurement. */
function toKey({ suite, op, params }: OperationRow): string {
  return JSON.stringify([suite, op, Object.entries(params).sort()]);
}

/** False for operations that their run did not reach before it ended. */
function hasResult({ standing, samples, batches }: OperationRow): boolean {
  const isCut = standing === 'stopped' || standing === 'incomplete';
  return !isCut || samples > 0 || batches !== undefined;
}

/**
 * The newest row of each measurement, those of the newest run first. A newer doubtful row hides an
 * older sound one, which is no longer current.
 */
export function newestRows(
  runs: readonly { readonly run: RunEntry; readonly rows: readonly OperationRow[] }[],
): LatestFigures | undefined {
  const [newest] = runs;
  if (newest === undefined) return undefined;
  const rows = new Map<string, FigureRow>();
  for (const { run, rows: measured } of runs) {
    for (const row of measured) {
      if (row.build !== 'headline' || !hasResult(row) || rows.has(toKey(row))) continue;
      rows.set(toKey(row), { ...row, run });
    }
  }
  return { run: newest.run, rows: [...rows.values()] };
}

/** The worker that summarises kept runs; starts on first use. */
export interface FiguresWorker extends vscode.Disposable {
  readonly call: Client<FiguresCalls>['call'];
}

/** Summarises runs off the extension host's thread; restarts a worker that has ended. */
export function newFiguresWorker(
  context: Pick<vscode.ExtensionContext, 'extensionUri'>,
  start: () => WorkerHandle<FiguresCalls> = () => startWorker(context, 'figures'),
): FiguresWorker {
  let worker: WorkerHandle<FiguresCalls> | undefined;
  return {
    call: async (call, takes, options) => {
      worker ??= start();
      const asked = worker;
      try {
        return await asked.client.call(call, takes, options);
      } catch (error) {
        const isGone = (error as { code?: unknown }).code === 'worker-ended';
        if (isGone && worker === asked) worker = undefined;
        throw error;
      }
    },
    dispose: () => void worker?.end(),
  };
}

/** The part of a row that places it among the points of a sweep. */
type PointRow = Pick<OperationRow, 'clock' | 'standing' | 'mean' | 'all' | 'repeats'>;

/**
 * The rows of an operation in the newest run with figures of it: one, or the points of a sweep.
 * Rows of the newest run come first.
 */
export function newestPoints<Row extends Pick<FigureRow, 'suite' | 'op' | 'run'>>(
  rows: readonly Row[],
  operation: string,
): readonly Row[] {
  const own = rows.filter(({ suite, op }) => `${suite}/${op}` === operation);
  return own.filter(({ run }) => run === own[0]?.run);
}

/** Summarises a sweep in a line: the number of points, and the range of the leading figure. */
export function pointsText(rows: readonly PointRow[]): string {
  const parts = [`${rows.length} points`, ...reach(rows), ...outcasts(rows)];
  return parts.join(' · ');
}

/** The medians, or the means if any point is too short for a median, and the least number of repeats. */
function reach(rows: readonly PointRow[]): readonly string[] {
  const shown = rows.filter(({ standing }) => !isWithheld(standing));
  const hasMedians = shown.every(({ all }) => getFigureValue(all.percentiles.p50) !== undefined);
  const [name, format] = hasMedians
    ? (['p50', formatFigure] as const)
    : (['mean', formatMeanFigure] as const);
  const figures = shown
    .map(({ all, mean }) => (hasMedians ? all.percentiles.p50 : mean))
    .filter((of) => 'value' in of)
    .toSorted((one, other) => one.value - other.value);
  const [first, last] = [figures[0], figures.at(-1)];
  if (first === undefined || last === undefined) return [];
  const unit = shortUnit(shown[0]?.clock.unit ?? 'ns');
  return [
    `${name} ${format(first)} to ${format(last)} ${unit}`,
    ...describeRepeats({ repeats: Math.min(...shown.map(({ repeats }) => repeats)) }),
  ];
}

/** The points without a figure, by their outcome. */
function outcasts(rows: readonly PointRow[]): readonly string[] {
  const words = rows.map(({ standing }) => standing).filter((each) => each !== 'ok');
  return [...new Set(words)].map(
    (word) => `${words.filter((each) => each === word).length} ${word}`,
  );
}
