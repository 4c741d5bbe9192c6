import { EngineError, throwIfCancelled } from '../../base';
import { compareColumns, isChange } from '../../compare';
import {
  type DecidingFigure,
  decidingFigure,
  type OperationRow,
  type RunRecord,
  summarise,
} from '../../runs';
import {
  type Commit,
  readCommit,
  openRepository,
  type Repository,
  type Worktree,
  withWorktree,
} from './worktree';

export interface BisectRequest {
  /** The user's folder, in a repository. */
  readonly folder: string;
  readonly good: string;
  readonly bad: string;
  /** Measures the one operation in a folder whose commit is checked out. */
  readonly measure: (folder: string) => Promise<Measurement>;
  readonly onStep: (step: BisectStep) => void;
  readonly signal: AbortSignal;
}

/** A commit's run, or why the commit cannot be judged. */
export type Measurement = { readonly record: RunRecord } | { readonly skipped: string };

/** One commit that was measured. */
export interface BisectStep {
  /** From 1; 0 for the two ends, which are measured first. */
  readonly step: number;
  readonly commit: Commit;
  readonly nearerTo: 'good' | 'bad' | undefined;
  readonly figure: number | undefined;
  /** Half of the figure's 95 % interval; absent if it is exact or was measured once. */
  readonly margin: number | undefined;
  readonly repeats: number | undefined;
  readonly skipped: string | undefined;
  /** Steps that remain if none is skipped. */
  readonly left: number;
  readonly seconds: number;
}

/** The first bad commit, and the last one before it that was measured. */
export interface BisectResult {
  readonly culprit: Commit;
  readonly before: Commit;
  readonly figures: readonly [before: number, after: number];
  /** Half of the 95 % interval of each. */
  readonly margins: readonly [before: number | undefined, after: number | undefined];
  readonly repeats: readonly [before: number, after: number];
  readonly unit: string;
  /** Commits between them that cannot be judged: it may be one of these as well. */
  readonly unjudged: readonly Commit[];
  readonly steps: readonly BisectStep[];
}

/** A commit with the figure that decides. */
interface Measured extends DecidingFigure {
  readonly commit: Commit;
}

/** Finds the commit between two that changed an operation; `finish` may continue in the same work tree. */
export async function bisect(
  request: BisectRequest,
  finish: (result: BisectResult, worktree: Worktree) => Promise<void> = () => Promise.resolve(),
): Promise<BisectResult> {
  const { folder, signal } = request;
  const repository = await openRepository(folder, signal);
  const { git } = repository;
  const ends = [await readCommit(git, request.good), await readCommit(git, request.bad)] as const;
  await refuseUnordered(repository, request, ends);
  return withWorktree(repository, signal, async (worktree) => {
    const result = await search(request, repository, worktree, ends);
    await finish(result, worktree);
    return result;
  });
}

type Ends = readonly [good: Commit, bad: Commit];

async function refuseUnordered(
  { git }: Repository,
  request: BisectRequest,
  ends: Ends,
): Promise<void> {
  const [good, bad] = ends;
  const base = await git('merge-base', good.id, bad.id).catch(() => '');
  if (good.id !== bad.id && base === good.id) return;
  throw new EngineError(
    'usage',
    `${request.good} is not an ancestor of ${request.bad}: the change cannot lie between them.`,
    base === bad.id && base !== good.id ? 'Swap --good and --bad.' : undefined,
  );
}

async function search(
  request: BisectRequest,
  { git }: Repository,
  worktree: Worktree,
  ends: Ends,
): Promise<BisectResult> {
  const steps: BisectStep[] = [];
  const [first, last] = await measureEnds(request, worktree, ends, steps);
  const goods: Measured[] = [first];
  const skipped = new Set<string>();
  let bad: Measured = last;
  for (;;) {
    const between = await candidates(git, goods, bad.commit);
    const open = between.filter((id) => !skipped.has(id));
    const unjudged = between.filter((id) => skipped.has(id));
    const id = open[away(unjudged.length, open.length)];
    if (id === undefined) {
      const before = await findNearest(git, goods, bad.commit);
      const { unit } = last;
      return {
        culprit: bad.commit,
        before: before.commit,
        figures: [before.figure, bad.figure],
        margins: [before.margin, bad.margin],
        repeats: [before.repeats, bad.repeats],
        unit,
        unjudged: await Promise.all(unjudged.map((each) => readCommit(git, each))),
        steps,
      };
    }
    const commit = await readCommit(git, id);
    const began = performance.now();
    const done = await measureAt(request, worktree, commit);
    const found = 'record' in done ? requireFigure(done.record) : undefined;
    const nearerTo = found && nearer(found.figure, first.figure, last.figure);
    if (found === undefined) skipped.add(id);
    else if (nearerTo === 'good') goods.push({ commit, ...found });
    else bad = { commit, ...found };
    const step: BisectStep = {
      step: steps.length - 1,
      commit,
      nearerTo,
      figure: found?.figure,
      margin: found?.margin,
      repeats: found?.repeats,
      skipped: 'skipped' in done ? done.skipped : undefined,
      left: Math.ceil(Math.log2(Math.max(1, open.length / (found === undefined ? 1 : 2)))),
      seconds: (performance.now() - began) / 1000,
    };
    steps.push(step);
    request.onStep(step);
  }
}

/** Commits that do not build rarely come singly: the next one is tried at some distance. */
const away = (unjudged: number, open: number) =>
  open === 0 ? 0 : Math.min(open - 1, unjudged * Math.ceil(open / 12));

const nearer = (figure: number, good: number, bad: number) =>
  Math.abs(figure - good) < Math.abs(figure - bad) ? 'good' : 'bad';

/** The commits that may be the first bad one, apart from `bad` itself, the best one to test first. */
async function candidates(
  git: Repository['git'],
  goods: readonly Measured[],
  bad: Commit,
): Promise<string[]> {
  const known = goods.map(({ commit }) => `^${commit.id}`);
  const text = await git('rev-list', '--bisect-all', bad.id, ...known);
  const ids = text.split('\n').map((line) => line.split(' ')[0] ?? '');
  return ids.filter((id) => id !== '' && id !== bad.id);
}

/** Finds the good commit with the fewest commits between it and the bad one. */
async function findNearest(
  git: Repository['git'],
  goods: readonly Measured[],
  bad: Commit,
): Promise<Measured> {
  const counted = await Promise.all(
    goods.map(async (good) => {
      const count = await git('rev-list', '--count', bad.id, `^${good.commit.id}`);
      return { good, count: Number(count) };
    }),
  );
  const [nearest] = counted.toSorted((one, other) => one.count - other.count);
  if (!nearest) throw new Error('no commit is good');
  return nearest.good;
}

async function measureAt(
  { measure, signal }: BisectRequest,
  worktree: Worktree,
  { id }: Commit,
): Promise<Measurement> {
  throwIfCancelled(signal);
  await worktree.checkOut(id);
  return measure(worktree.folder);
}

/** Measures the two ends, which must differ. */
async function measureEnds(
  request: BisectRequest,
  worktree: Worktree,
  ends: Ends,
  steps: BisectStep[],
): Promise<readonly [Measured, Measured & { readonly unit: string }]> {
  const records: RunRecord[] = [];
  for (const [at, commit] of ends.entries()) {
    const began = performance.now();
    const done = await measureAt(request, worktree, commit);
    if ('skipped' in done) {
      const name = at === 0 ? request.good : request.bad;
      throw new EngineError(
        'refused',
        `${name} cannot be measured: ${done.skipped}`,
        `Name another commit with --${at === 0 ? 'good' : 'bad'}, or a COMMAND that builds this one.`,
      );
    }
    records.push(done.record);
    const step: BisectStep = {
      step: 0,
      commit,
      nearerTo: at === 0 ? 'good' : 'bad',
      ...requireFigure(done.record),
      skipped: undefined,
      left: 0,
      seconds: (performance.now() - began) / 1000,
    };
    steps.push(step);
    request.onStep(step);
  }
  const [good, bad] = records;
  if (!good || !bad) throw new Error('two ends');
  refuseAlike(good, bad);
  const { unit } = requireRow(bad).clock;
  return [
    { commit: ends[0], ...requireFigure(good) },
    { commit: ends[1], ...requireFigure(bad), unit },
  ];
}

/** Without a difference between the ends, every answer in between would be chance. */
function refuseAlike(good: RunRecord, bad: RunRecord): void {
  const columns = [good, bad].map((record) => ({ kind: 'run', record }) as const);
  const [outcome] = compareColumns(columns).operations[0]?.outcomes ?? [];
  // Exact figures need no verdict, which an operation of no instructions has none of.
  const isExact = good.target.deterministic && bad.target.deterministic;
  if (isExact ? requireFigure(good).figure !== requireFigure(bad).figure : isChange(outcome))
    return;
  const judged = outcome?.kind === 'judged' ? outcome.verdict : 'not comparable';
  const verdict = isExact ? 'unchanged' : judged;
  throw new EngineError(
    'refused',
    `Between the good and the bad commit the operation is ${verdict}: there is no change to find.`,
    'Name commits that differ, or measure more repeats with --repeat.',
  );
}

function requireRow(record: RunRecord): OperationRow {
  const rows = summarise(record).filter(({ build }) => build === 'headline');
  const [row] = rows;
  if (row && rows.length === 1) return row;
  throw new EngineError(
    'usage',
    `--bench selects ${rows.length} operations, but one figure decides.`,
    'Select one operation, such as: --bench mutex/lock',
  );
}

function requireFigure(record: RunRecord): DecidingFigure {
  const found = decidingFigure(requireRow(record), record.target.deterministic);
  if (found !== undefined) return found;
  throw new EngineError(
    'refused',
    'The operation has too few sound samples for a figure.',
    'Measure more: --iterations sets the samples, --repeat the repeats.',
  );
}
