import { didYouMean, EngineError, toFields, nearest } from '../base';
import { requireProfile, resolveColumns, resolveRun, type StoredRun } from '../engine';
import { readHistory } from '../history';
import { compareReported, comparisonJson, reportJson } from '../report';
import { findAddressedTarget, type Target } from '../targets';
import { findTargetImage, type ImageFolder } from '../toolchain';
import { PAGE, type ToolName } from './descriptions';
import {
  explainOperations,
  historyJson,
  profileJson,
  requireTraced,
  selectProfiles,
  targetRow,
} from './documents';
import type { Input } from './input';

/** A request to measure, as agents make it. */
export interface MeasureRequest {
  readonly target: string;
  readonly patterns: readonly string[];
  readonly iterations: number | undefined;
  readonly trace: boolean;
  readonly profile: boolean;
  readonly elf: string | undefined;
}

/** The means by which one call reports, and is cancelled. */
export interface Calling {
  readonly signal: AbortSignal;
  readonly onProgress: (text: string) => void;
}

/** The workspace that tools work in, and what they may do there. */
export interface ToolWorkspace {
  readonly cwd: string;
  readonly runsFolder: string;
  readonly images: readonly ImageFolder[];
  /** Finds all targets, boards included. */
  readonly findTargets: (calling: Calling) => Promise<readonly Target[]>;
  /** Throws unless agents may use a target, which may have hardware behind it. */
  readonly requireAllowed: (id: string) => void;
  /** Measures on a target that is allowed; resolves to the document of the run. */
  readonly measure: (request: MeasureRequest, calling: Calling) => Promise<unknown>;
}

/** A workspace during one call. */
interface Work extends ToolWorkspace, Calling {}

const MOST_FUNCTIONS = 8;

const getList = (document: unknown, name: string): readonly unknown[] => {
  const found = toFields(document)[name];
  return Array.isArray(found) ? found : [];
};
const part = (value: unknown, ...names: readonly string[]) => {
  const fields = toFields(value);
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
};

/** A page of a list, and where it continues. */
function paginate(all: readonly unknown[], input: Input) {
  const page = input.integer('page') ?? 1;
  const pages = Math.max(1, Math.ceil(all.length / PAGE));
  const items = all.slice((page - 1) * PAGE, page * PAGE);
  return { total: all.length, page, pages, items };
}

/** The entries of a list that an answer leaves out. */
const countMore = (all: readonly unknown[]) => Math.max(0, all.length - PAGE);

/** The answer to "did my change make it faster?", from the verdicts of the second run against the first. */
export function judgeChange(document: unknown) {
  const judged = getList(document, 'operations').map((operation) => {
    // One for each run after the first.
    const outcome = toFields(getList(operation, 'outcomes')[0]);
    const verdict = String(outcome['verdict'] ?? outcome['why'] ?? 'not comparable');
    return { name: toFields(operation)['name'], verdict, ...part(outcome, 'word', 'figures') };
  });
  const count = (...verdicts: readonly string[]) =>
    judged.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const counts = {
    improved: count('improved'),
    regressed: count('regressed'),
    // By less than matters.
    changed: count('changed'),
    // By no more than the code's layout explains.
    withinLayout: count('within layout'),
    unchanged: count('unchanged'),
    undecided: count('undecided', 'inconclusive'),
  };
  const isSame = counts.unchanged + counts.changed + counts.withinLayout > 0;
  const isOpen = counts.undecided > 0 || !isSame;
  const changed = counts.regressed > 0 ? 'no' : 'yes';
  const unmoved = isOpen ? 'not enough data' : 'no';
  const faster = counts.improved + counts.regressed > 0 ? changed : unmoved;
  const isTelling = ({ verdict }: (typeof judged)[number]) => verdict !== 'unchanged';
  const evidence = [...judged.filter(isTelling), ...judged.filter((each) => !isTelling(each))];
  return {
    faster,
    counts,
    evidence: evidence.slice(0, PAGE),
    more: countMore(judged),
  };
}

const findRun = (input: Input, { cwd, runsFolder }: ToolWorkspace): Promise<StoredRun> =>
  resolveRun(input.text('run') ?? '', { cwd, runsFolder });

async function findTarget(id: string, work: Work): Promise<Target> {
  const known = await work.findTargets(work);
  const target = known.find((each) => each.id === id) ?? findAddressedTarget(id);
  if (target) return target;
  const ids = known.map((each) => each.id);
  throw new EngineError(
    'unknown-target',
    `There is no target "${id}".`,
    didYouMean(nearest(id, ids)) ?? `Available: ${ids.join(', ')}.`,
  );
}

async function listBenchmarks(input: Input, work: Work) {
  const found = await findTarget(input.text('target') ?? '', work);
  // To identify a machine is to log in on it.
  if (found.identify) work.requireAllowed(found.id);
  const target = (await found.identify?.(work.signal)) ?? found;
  const { manifest } = await findTargetImage(target, work.images, 'headline');
  const benches = manifest.benches.map(({ suite, op, about, at }) => ({ suite, op, about, at }));
  return paginate(benches, input);
}

async function explainSlowest(input: Input, work: Work) {
  const run = await findRun(input, work);
  const patterns = input.texts('operations');
  const path = await requireTraced(run);
  const most = input.integer('samples') ?? 1;
  const request = { path, reference: run.id, patterns, most };
  const operations = await explainOperations(request, work.signal);
  return {
    operations: operations.slice(0, PAGE).map(({ name, at, samples, slowest }) => ({
      name,
      at,
      samples,
      slowest: slowest.map(({ index, unit, sentence, notes }) => ({
        index,
        unit,
        sentence,
        notes,
      })),
    })),
    more: countMore(operations),
  };
}

async function showProfile(input: Input, work: Work) {
  const run = await findRun(input, work);
  const found = await requireProfile(run.folder);
  const profiles = selectProfiles(found, input.texts('operations'));
  return {
    run: run.id,
    operations: profiles.map((profile) => profileJson(profile, MOST_FUNCTIONS)),
    problems: found.problems,
  };
}

/** The failure if no operation of a profile has one of the names that were asked for. */
export const noProfiledOperation = (
  { id }: StoredRun,
  operations: readonly { readonly name: string }[],
  patterns: readonly string[],
) =>
  new EngineError(
    'unknown-benchmark',
    `The profile of ${id} has no operation that matches ${patterns.join(', ')}.`,
    `It has ${operations.map(({ name }) => name).join(', ')}.`,
  );

async function showHistory(input: Input, { cwd, runsFolder, signal, onProgress }: Work) {
  const history = await readHistory({
    folder: cwd,
    runsFolder,
    patterns: input.texts('operations'),
    target: input.text('target'),
    since: undefined,
    branch: undefined,
    signal,
    onProgress: (done, total) => onProgress(`Reading run ${done + 1} of ${total}`),
  });
  const document = historyJson(history);
  const all = getList(document, 'series');
  return {
    ...part(document, 'branch', 'skipped'),
    series: all.slice(0, PAGE).map((series) => ({
      ...part(series, 'operation', 'target', 'unit', 'changes'),
      newest: getList(series, 'points').at(-1),
    })),
    more: countMore(all),
  };
}

async function showReport(input: Input, work: Work) {
  const columns = await resolveColumns(input.texts('run'), work);
  const [first] = getList(reportJson(columns), 'runs');
  return {
    ...part(first, 'run', 'created', 'target', 'status', 'notes', 'problems'),
    operations: paginate(getList(first, 'operations'), input),
  };
}

/** The request of a checked input of the tool that measures. */
export const toMeasureRequest = (input: Input): MeasureRequest => ({
  target: input.text('target') ?? '',
  patterns: input.texts('operations'),
  iterations: input.integer('iterations'),
  trace: input.isSet('trace'),
  profile: input.isSet('profile'),
  elf: input.text('elf'),
});

async function measureOperations(input: Input, work: Work) {
  const request = toMeasureRequest(input);
  work.requireAllowed(request.target);
  const document = await work.measure(request, work);
  const operations = getList(document, 'operations');
  return {
    ...part(document, 'run', 'status', 'notes', 'problems', 'error'),
    operations: operations.slice(0, PAGE),
    more: countMore(operations),
  };
}

/** The answers of all tools, from checked inputs. */
export const answers: Readonly<Record<ToolName, (input: Input, work: Work) => Promise<object>>> = {
  list_targets: async (_, work) => {
    const targets = await work.findTargets(work);
    return { targets: await Promise.all(targets.map((target) => targetRow(target, work.images))) };
  },
  list_benchmarks: listBenchmarks,
  run_benchmarks: measureOperations,
  compare_runs: async (input, work) => {
    const references = [...input.texts('before'), ...input.texts('after')];
    const columns = await resolveColumns(references, work);
    return judgeChange(comparisonJson(compareReported(columns, { delta: undefined })));
  },
  explain_slowest: explainSlowest,
  show_profile: showProfile,
  show_history: showHistory,
  show_report: showReport,
};
