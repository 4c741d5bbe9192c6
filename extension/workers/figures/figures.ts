import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import {
  EngineError,
  newTable,
  type Port,
  remember,
  serve,
  type Served,
  type Serving,
  Transferred,
} from '../../base';
import { compareSteps, parseGate, type Steps } from '../../compare';
import {
  exportRun,
  importRun,
  keepAbandoned,
  openArchive,
  PROFILE_FILE,
  profileReading,
  requireColumn,
  readRunAsProfiled,
  readRunHeads,
  requireProfile,
  writeNamedFile,
} from '../../engine';
import { type History, readHistory } from '../../history';
import { thin } from '../../measure';
import {
  buildComparison,
  buildResults,
  type Compared,
  buildComparedSamples,
  compareReportedSteps,
  markdown,
  matchColumnSubjects,
  packPoints,
  packSamples,
  paperColumn,
  type ReportColumn,
  runColumn,
  type ShownGate,
  applyGate,
} from '../../report';
import {
  importFormats,
  type OperationRow,
  publishedColumns,
  type RunRecord,
  summarise,
} from '../../runs';
import { atMostEvery } from '../shared';
import { profileCalls } from './profiles';
import type {
  ColumnSource,
  FiguresCalls,
  PackedHistory,
  PublishedChoice,
  ShownChange,
} from './protocol';

/** Reads and summarises kept runs; the last requested ones stay in memory. */
export function figuresCalls(): Served<FiguresCalls> {
  const readResults = keepLatest(async (folder) => buildResults(await readRecord(folder)));
  return {
    ...comparingCalls(),
    ...filingCalls,
    ...profileCalls(keepLatest(requireProfile)),
    results: async ({ folder }) => (await readResults(folder)).model,
    heads: ({ records }) => readRunHeads(records),
    keepAbandoned: ({ runsFolder }) => keepAbandoned(runsFolder).then(() => undefined),
    history: async (order, { signal, report }) => {
      const onProgress = atMostEvery<[done: number, total: number]>(
        PROGRESS_MS,
        (done) => done === 0,
        (done, total) => report({ done, total }),
      );
      const onPoints = (history: History) => {
        const points = packHistory(history);
        report(
          { points },
          points.series.map((each) => each.points),
        );
      };
      const history = await readHistory({ ...ALL, ...order, signal, onProgress, onPoints });
      return listShownChanges(history, order.runsFolder);
    },
    rows: async ({ folder }) => summarise(await readRecord(folder)).map(drawable),
    samples: async ({ folder, row, range }) => {
      const { model, samples } = await readResults(folder);
      const found = samples[model.rows.findIndex(({ key }) => key === row)];
      if (!found) {
        throw new EngineError(
          'unknown-benchmark',
          `This run has no row "${row}".`,
          'The run has changed on disk: open its results again.',
        );
      }
      const packed = packSamples(found, range);
      return new Transferred(packed, [packed.quiet, packed.ticked]);
    },
  };
}

/** Views need no more: each report takes as long as a run takes to read. */
const PROGRESS_MS = 100;

/** All operations and targets, on the whole branch. */
const ALL = { patterns: [], target: undefined, branch: undefined, since: undefined };

/** Packs the points of a history whose changes are not known yet. */
function packHistory(history: History): PackedHistory {
  const lists = newTable((ids: readonly string[]) => ids.join(' '));
  const series = history.series.map(({ points, ...about }) => ({
    ...about,
    points: packPoints(points, ({ runs }) => lists.add(runs)),
    changes: [],
  }));
  return { ...history, series, runs: lists.rows };
}

/** The changes of each series, and which of them have a profile on both sides. */
function listShownChanges({ series }: History, runsFolder: string): ShownChange[][] {
  const isProfiled = remember((id: string) => existsSync(join(runsFolder, id, PROFILE_FILE)));
  return series.map(({ points, changes }) =>
    changes.map((change) => ({
      ...change,
      isProfiled: [change.before, change.at].every(
        (side) => points[side]?.runs.some(isProfiled) === true,
      ),
    })),
  );
}

/** Runs kept in memory: about as many as one compares side by side. */
const KEPT = 4;

/** Reads from a run's folder; the last requested results stay in memory. */
function keepLatest<T>(read: (folder: string) => Promise<T>): (folder: string) => Promise<T> {
  const kept = new Map<string, { readonly stamp: string; readonly value: Promise<T> }>();
  return async (folder) => {
    const stamp = await readStamp(folder);
    const known = kept.get(folder);
    const fresh = known?.stamp === stamp ? known : { stamp, value: read(folder) };
    // Kept in the order of use: the first one is the least recently used.
    kept.delete(folder);
    kept.set(folder, fresh);
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    return fresh.value.catch((error: unknown) => {
      kept.delete(folder);
      throw error;
    });
  };
}

/** A text that changes with a run or its profile. */
async function readStamp(folder: string): Promise<string> {
  const files = ['run.json', PROFILE_FILE].map((name) => join(folder, name));
  const found = await Promise.all(files.map((path) => stat(path).catch(() => undefined)));
  return found.map((file) => (file ? `${file.mtimeMs} ${file.size}` : 'missing')).join();
}

function readRecord(folder: string): Promise<RunRecord> {
  return readRunAsProfiled({ folder });
}

/** Loads columns from their sources. */
function loadColumns(
  sources: readonly ColumnSource[],
  read: (folder: string) => Promise<RunRecord> = readRecord,
): Promise<ReportColumn[]> {
  return Promise.all(
    sources.map(async (source) =>
      'address' in source ? requireColumn(source.address) : runColumn(await read(source.folder)),
    ),
  );
}

/** Loads columns with the profiles that runs have. */
async function loadProfiledColumns(sources: readonly ColumnSource[]): Promise<ReportColumn[]> {
  const found = await loadColumns(sources);
  return Promise.all(
    found.map(async (column, at) => {
      const source = sources[at];
      const isRun = source !== undefined && 'folder' in source;
      return isRun ? { ...column, profile: await profileReading(source.folder) } : column;
    }),
  );
}

type Comparing = Pick<FiguresCalls, 'compare' | 'changes' | 'comparedSamples' | 'published'>;

// Long enough not to slow a comparison, short enough to keep the editor responsive.
const TURN_MS = 40;

/** Compares columns: kept runs and published figures. */
export function comparingCalls(): Served<Comparing> {
  const read = keepLatest(readRecord);
  return {
    compare: async ({ columns, delta, gate }, serving) => {
      const steps = compareReportedSteps(await loadColumns(columns, read), { delta });
      const compared = await takeSteps(steps, serving);
      return buildComparison(compared, evaluateGate(compared, gate));
    },
    changes: async ({ columns }, serving) => {
      const found = await loadColumns(columns, read);
      const steps = compareSteps(found.map(({ column }) => column));
      const { operations } = await takeSteps(steps, serving);
      return operations.flatMap(({ suite, op, params, outcomes: [outcome] }) =>
        outcome === undefined ? [] : [{ suite, op, params, outcome }],
      );
    },
    comparedSamples: async ({ columns, operation, range }) => {
      const found = await loadColumns(columns, read);
      const subjects = matchColumnSubjects(found.map(({ column }) => column))[operation] ?? [];
      const packed = buildComparedSamples(subjects).map((each) => {
        if (each === undefined) return null;
        const { unit, mean, samples } = each;
        return { unit, mean, ...packSamples(samples, range) };
      });
      const buffers = packed.flatMap((each) => (each ? [each.quiet, each.ticked] : []));
      return new Transferred(packed, buffers);
    },
    published: async ({ folder }) => {
      const own = folder === undefined ? undefined : await read(folder);
      return listPublishedChoices(own);
    },
  };
}

/** Runs steps and serves other messages in between, including the one that cancels. */
async function takeSteps<Result>(
  steps: Steps<Result>,
  { signal, report }: Pick<Serving<FiguresCalls['compare']>, 'signal' | 'report'>,
): Promise<Result> {
  let turn = performance.now();
  let step = steps.next();
  while (step.done !== true) {
    if (performance.now() - turn > TURN_MS) {
      report(step.value);
      await setImmediate();
      if (signal.aborted) throw new EngineError('cancelled', 'The comparison was cancelled.');
      turn = performance.now();
    }
    step = steps.next();
  }
  return step.value;
}

function evaluateGate(compared: Compared, gate: string | undefined): ShownGate | undefined {
  const parsed = gate === undefined ? undefined : parseGate(gate);
  if (gate === undefined || parsed === undefined || 'problem' in parsed) return undefined;
  return applyGate(compared, parsed.gate, gate);
}

function listPublishedChoices(own: RunRecord | undefined): PublishedChoice[] {
  const ofRun = collectOperationNames(own);
  const core = own?.passes[0]?.facts['core'] ?? '';
  const choices = publishedColumns().flatMap((published): PublishedChoice[] => {
    const { column, label } = paperColumn(published);
    if (column.kind !== 'published' || column.operations.length === 0) return [];
    const { address, document, table, system, language } = published;
    const shared = column.operations.filter(({ suite, op }) => ofRun.has(`${suite}/${op}`));
    return [
      {
        address,
        document: document.id,
        title: document.title,
        table: table.name,
        system: [system?.os ?? label, language].filter(Boolean).join(' · '),
        hardware: [system?.board, system?.core].filter(Boolean).join(' · '),
        operations: column.operations.length,
        shared: new Set(shared.map(({ suite, op }) => `${suite}/${op}`)).size,
      },
    ];
  });
  const isLike = ({ hardware }: PublishedChoice) => Number(core !== '' && hardware.endsWith(core));
  return choices.sort((a, b) => b.shared - a.shared || isLike(b) - isLike(a));
}

function collectOperationNames(record: RunRecord | undefined): ReadonlySet<string> {
  const measured = record?.passes.flatMap(({ operations }) => operations) ?? [];
  const all = [...measured, ...(record?.imported?.operations ?? [])];
  return new Set(all.map(({ suite, op }) => `${suite}/${op}`));
}

type Filing = Pick<FiguresCalls, 'report' | 'exportRun' | 'openExported' | 'importResults'>;

const toStoredRun = (folder: string) => ({ id: basename(folder), folder });

/** Exports runs into files and imports them. */
export const filingCalls: Served<Filing> = {
  report: async ({ columns, file }) => {
    const name = basename(file, extname(file));
    const found = await loadProfiledColumns(columns);
    const { text, beside } = markdown.writeReport({ columns: found, name });
    await writeNamedFile(file, text);
    const images = beside.map((image) => ({ ...image, file: join(dirname(file), image.name) }));
    for (const image of images) await writeNamedFile(image.file, image.text);
    return { file, beside: images.map((image) => image.file) };
  },
  exportRun: async ({ folder, file, tool }) => {
    const { bytes, missing } = await exportRun(toStoredRun(folder), file, tool);
    return { bytes, missing };
  },
  openExported: async ({ file, runsFolder }) => {
    const destination = { runsFolder, isChosenFolder: false };
    const { folder, record, state } = await openArchive(file, destination);
    return { id: record.id, folder, problems: record.problems, wasThere: state === 'present' };
  },
  importResults: async ({ file, format, runsFolder, tool }) => {
    const { folder, record } = await importRun({
      file,
      runsFolder,
      tool,
      isChosenFolder: false,
      format: importFormats.find(({ id }) => id === format),
      command: `cyclescope import ${basename(file)}`,
    });
    return { id: record.id, folder, problems: record.problems, wasThere: false };
  },
};

/** Enough for a small histogram; more values would slow the receiver. */
const MOST_VALUES = 1024;

/** A row with only as many samples as a small drawing needs; its figures are those of all. */
function drawable(row: OperationRow): OperationRow {
  const { distribution, ticked } = row;
  const part = { distribution: thin(distribution, MOST_VALUES), ticked: thin(ticked, MOST_VALUES) };
  return { ...row, ...part };
}

/** Serves figures of kept runs on a port. */
export function serveFigures(port: Port): void {
  serve<FiguresCalls>(port, figuresCalls());
}
