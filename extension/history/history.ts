import type { ClockUnit, Revision } from '../agent';
import { groupBy, newTable, quoteForShell, shortCommit, sumNumbers } from '../base';
import { newAnyMatcher, type Commit } from '../engine';
import { marginOver } from '../measure';
import { mean, measurementNames, type Point } from '../runs';
import { changePoints, exactChanges } from './change-points';
import { type Branch, type BranchRequest, readBranch } from './commits';
import { NO_MARGIN, readFigures, type IndexedFigures, type StoredFigures } from './figures';

export interface HistoryRequest extends BranchRequest {
  readonly runsFolder: string;
  /** Patterns of operations; none selects all. */
  readonly patterns: readonly string[];
  readonly target: string | undefined;
  readonly onProgress?: (done: number, total: number) => void;
  /** Is called with all points before their changes are searched, which may take as long as reading them. */
  readonly onPoints?: (history: History) => void;
}

/** Operations over the commits of a branch. */
export interface History {
  readonly branch: string;
  /** The commits with runs, in the order of the branch. */
  readonly commits: readonly Commit[];
  readonly series: readonly HistorySeries[];
  /** Runs that are not part of it. */
  readonly skipped: readonly NamedRuns[];
  /** Runs that are part of it, and the reason to doubt one of their records. */
  readonly doubted: readonly NamedRuns[];
}

/** One operation on one target. */
export interface HistorySeries {
  readonly target: string;
  /** Its name, with the parameters in which it differs from other series. */
  readonly operation: string;
  /** All of its parameters. */
  readonly params: Point;
  readonly unit: ClockUnit;
  /** The target repeats exactly: each difference is a change. */
  readonly isExact: boolean;
  readonly points: readonly HistoryPoint[];
  readonly changes: readonly HistoryChange[];
}

/** All runs of one commit, or of one difference from it. */
interface HistoryPoint {
  /** The entry in `commits`. */
  readonly commit: number;
  /** The sources differed from the commit; no change is searched for here. */
  readonly isDirty: boolean;
  readonly figure: number;
  /** Half of the 95 % interval; of exact runs that differ, how far they do. Undefined if unknown or none. */
  readonly margin: number | undefined;
  readonly repeats: number;
  /** Ids of the runs, oldest first. */
  readonly runs: readonly string[];
}

export interface HistoryChange {
  /** The first point after the change, and the last one before it, in `points`. */
  readonly at: number;
  readonly before: number;
  /** The figures on both sides: of the two points if they are exact, otherwise means up to the next change. */
  readonly figures: readonly [before: number, after: number];
  /** Commits of the branch after `before`, up to `at`: the change is in one of them. */
  readonly commits: number;
  /** Facts that changed as well, and may be the cause. */
  readonly facts: readonly { readonly name: string; readonly values: readonly [string, string] }[];
}

/** Runs with something in common. */
interface NamedRuns {
  readonly why: string;
  readonly runs: readonly string[];
}

/** Reads the history of operations from the stored runs. */
export async function readHistory(request: HistoryRequest): Promise<History> {
  const failed = new AbortController();
  const signal = AbortSignal.any([request.signal, failed.signal]);
  // Git works meanwhile, in processes of its own.
  const [branch, stored] = await Promise.all([
    readBranch(request).catch((error: unknown) => {
      failed.abort();
      throw error;
    }),
    readFigures(request.runsFolder, request.onProgress, signal),
  ]);
  return buildHistory(stored, branch, request);
}

/** Puts figures into the order of a branch, and finds their changes. */
export async function buildHistory(
  stored: StoredFigures,
  branch: Branch,
  request: Pick<HistoryRequest, 'patterns' | 'target' | 'onPoints'>,
): Promise<History> {
  const { runs, skipped } = await locateRuns(stored, branch, request.target);
  const ids = [...new Set(runs.map(({ revision }) => revision.commit))];
  const described = await branch.describe(ids);
  const commits = ids.flatMap((id) => described.get(id) ?? []);
  const entries = new Map(commits.map(({ id }, at) => [id, at]));
  const own = collectSeries(runs, entries, stored, request.patterns);
  const early = runs.filter(isEarly).map(({ id }) => id);
  const doubted = early.length > 0 ? [{ why: EARLY, runs: early }] : [];
  const unsearched: History = {
    branch: branch.name,
    commits,
    series: own.map(([about, { points }]) => ({
      ...about,
      points,
      changes: [],
    })),
    skipped,
    doubted,
  };
  request.onPoints?.(unsearched);
  const changes = own.map(([{ isExact }, points]) => findChanges(points, isExact, stored));
  await stored.keep();
  return {
    ...unsearched,
    series: unsearched.series.map((each, at) => ({ ...each, changes: changes[at] ?? [] })),
  };
}

/** Clocks of computers in a network differ by so much. */
const CLOCKS_APART_MS = 600_000;

/** By the clocks, a run was begun before its commit was made; its id begins with that time. */
function isEarly({ id, revision }: BranchRun): boolean {
  const begun = id.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z.*/, '$1-$2-$3T$4:$5:$6Z');
  return Date.parse(begun) < Date.parse(revision.commitTime) - CLOCKS_APART_MS;
}

const EARLY =
  'begun before their commits were made, so one of the clocks was wrong; the order is that of the commits';

type KnownRevision = Extract<Revision, { commit: string }>;

/** A run at its position on the branch. */
interface BranchRun extends IndexedFigures {
  readonly id: string;
  readonly revision: KnownRevision;
  readonly position: number;
  /** Equal for the runs of one point. */
  readonly key: number;
  /** Its id, for points that have no other run. */
  readonly alone: readonly string[];
}

/** Puts runs into the order of the branch, and names those that are not on it. */
async function locateRuns({ runs }: StoredFigures, branch: Branch, target: string | undefined) {
  const located: BranchRun[] = [];
  const keys = newTable(({ commit, dirty, diff }: KnownRevision) =>
    JSON.stringify([commit, dirty, diff]),
  );
  const left: { id: string; why: string }[] = [];
  const strangers: { id: string; commit: string }[] = [];
  for (const { id, content } of runs) {
    if ('problem' in content) left.push({ id, why: content.problem });
    else if (target === undefined || content.target.id === target) {
      const { revision } = content;
      const position =
        revision && 'commit' in revision ? branch.findPosition(revision.commit) : undefined;
      if (revision === undefined) left.push({ id, why: NO_RECORD });
      else if ('unknown' in revision) left.push({ id, why: `no commit: ${revision.unknown}` });
      else if (position === undefined) strangers.push({ id, commit: revision.commit });
      else if (position >= branch.from) {
        located.push({ ...content, id, revision, position, key: keys.add(revision), alone: [id] });
      }
    }
  }
  const found = await branch.describe([...new Set(strangers.map(({ commit }) => commit))]);
  for (const { id, commit } of strangers) {
    left.push({ id, why: found.has(commit) ? `their commits are not on ${branch.name}` : MISSING });
  }
  const skipped = Array.from(
    groupBy(left, ({ why }) => why),
    ([why, all]) => ({
      why,
      runs: all.map(({ id }) => id),
    }),
  );
  // Runs of a point stay in the order in which they were measured; differences follow their commit.
  const inOrder = located.toSorted(
    (one, other) =>
      one.position - other.position ||
      Number(one.revision.dirty) - Number(other.revision.dirty) ||
      one.key - other.key,
  );
  return { runs: inOrder, skipped };
}

const NO_RECORD = 'no commit: their images have no record of one';
const MISSING =
  'the repository lacks their commits: its history was rewritten, the clone is shallow, or they belong ' +
  'to another repository';

/** The points of a series, and the newest run of each, by which neighbours are compared. */
interface OwnPoints {
  readonly points: HistoryPoint[];
  readonly newest: BranchRun[];
}

type About = Omit<HistorySeries, 'points' | 'changes'>;

function collectSeries(
  runs: readonly BranchRun[],
  entries: ReadonlyMap<string, number>,
  { operations }: StoredFigures,
  patterns: readonly string[],
): [About, OwnPoints][] {
  const isWanted = operations.map(newAnyMatcher(patterns));
  return [...groupBy(runs, ({ target }) => target.id)].flatMap(([target, own]) => {
    const values = new Map<number, Values>();
    for (const run of own) {
      for (const [at, entry] of run.operations.entries()) {
        if (isWanted[entry] !== true) continue;
        const known = values.get(entry) ?? { runs: [], positions: [] };
        known.runs.push(run);
        known.positions.push(at);
        values.set(entry, known);
      }
    }
    const measured = [...values.keys()].flatMap((entry) => operations[entry] ?? []);
    const names = measurementNames(measured);
    return [...values.values()].map((some, at): [About, OwnPoints] => {
      const isExact = some.runs.every((run) => run.target.deterministic);
      const { unit = 'ns', params = {} } = measured[at] ?? {};
      return [
        { target, operation: names[at] ?? '', params, unit, isExact },
        joinRuns(some, isExact, entries),
      ];
    });
  });
}

/** The runs of a series, and the position of its operation in the columns of each. A long history has 100,000. */
interface Values {
  readonly runs: BranchRun[];
  readonly positions: number[];
}

/** Joins the runs of each point, which follow each other. */
function joinRuns(
  { runs, positions }: Values,
  isExact: boolean,
  entries: ReadonlyMap<string, number>,
): OwnPoints {
  const own: OwnPoints = { points: [], newest: [] };
  for (let from = 0, end = 1; from < runs.length; from = end, end += 1) {
    while (end < runs.length && runs[end]?.key === runs[from]?.key) end += 1;
    const [run, position = 0] = [runs[end - 1], positions[end - 1]];
    if (run === undefined) break;
    const margin = run.margins[position] ?? NO_MARGIN;
    const point = {
      commit: entries.get(run.revision.commit) ?? 0,
      isDirty: run.revision.dirty,
      figure: run.figures[position] ?? NaN,
      margin: margin === NO_MARGIN ? undefined : margin,
      repeats: run.repeats[position] ?? 1,
      runs: run.alone,
    };
    const values = { runs: runs.slice(from, end), positions: positions.slice(from, end) };
    own.points.push(end - from === 1 ? point : { ...point, ...jointFigures(values, isExact) });
    own.newest.push(run);
  }
  return own;
}

/** The newest figure if they are exact, otherwise their mean by repeats. */
function jointFigures({ runs, positions }: Values, isExact: boolean) {
  const figures = runs.map((run, at) => run.figures[positions[at] ?? -1] ?? NaN);
  const repeats = runs.map((run, at) => run.repeats[positions[at] ?? -1] ?? 1);
  const total = sumNumbers(repeats);
  const weighed = sumNumbers(figures.map((each, at) => (each * (repeats[at] ?? 1)) / total));
  const figure = isExact ? (figures.at(-1) ?? NaN) : weighed;
  const farthest = Math.max(...figures.map((each) => Math.abs(each - figure)));
  const between = isExact ? farthest || undefined : marginOver(figures, 0);
  return {
    figure,
    ...(between !== undefined && { margin: between }),
    repeats: total,
    runs: runs.map(({ id }) => id),
  };
}

function findChanges(
  { points, newest }: OwnPoints,
  isExact: boolean,
  { configurations, searched }: StoredFigures,
): HistoryChange[] {
  const clean = [...points.keys()].filter((at) => points[at]?.isDirty === false);
  const figures = clean.map((at) => points[at]?.figure ?? NaN);
  const found = isExact ? exactChanges(figures) : changePoints(figures, searched);
  return found.flatMap((at, index): HistoryChange[] => {
    const [beforeAt = -1, afterAt = -1] = [clean[at - 1], clean[at]];
    const [before, after] = [newest[beforeAt], newest[afterAt]];
    if (before === undefined || after === undefined) return [];
    const ends = [points[beforeAt]?.figure ?? NaN, points[afterAt]?.figure ?? NaN] as const;
    const means = [
      mean(figures.slice(found[index - 1] ?? 0, at)),
      mean(figures.slice(at, found[index + 1] ?? figures.length)),
    ] as const;
    return [
      {
        at: afterAt,
        before: beforeAt,
        figures: isExact ? ends : means,
        commits: after.position - before.position,
        facts: differences(
          configurations[before.configuration],
          configurations[after.configuration],
        ),
      },
    ];
  });
}

function differences(
  one: Readonly<Record<string, string>> = {},
  other: Readonly<Record<string, string>> = {},
): HistoryChange['facts'] {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names.flatMap((name) => {
    const values = [one[name] ?? '', other[name] ?? ''] as const;
    return values[0] === values[1] ? [] : [{ name, values }];
  });
}

/** The commit of a point; undefined if there is none. */
export const commitAt = (
  { commits }: Pick<History, 'commits'>,
  { points }: Pick<HistorySeries, 'points'>,
  at: number,
): Commit | undefined => commits[points[at]?.commit ?? -1];

/** The command line that finds the commit of a change, where several were not measured. */
export function bisectLine(
  history: History,
  series: HistorySeries,
  { before, at }: HistoryChange,
): string {
  const [good, bad] = [before, at].map((each) =>
    shortCommit(commitAt(history, series, each)?.id ?? ''),
  );
  const [bench = ''] = series.operation.split(' ');
  const set = Object.entries(series.params).map(([name, value]) => `--set ${name}=${value} `);
  return (
    `cyclescope bisect --good ${good} --bad ${bad} --bench ${quoteForShell(bench)} ${set.join('')}` +
    `--target ${quoteForShell(series.target)} --source FILE-OR-DIR`
  );
}
