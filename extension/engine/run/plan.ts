import { type Bench, type BenchParameter, formatRun, type RunRequest } from '../../agent';
import { didYouMean, EngineError, groupBy, nearest } from '../../base';
import { formatNumber } from '../../measure';
import {
  axesOf,
  MOST_POINTS,
  type ParameterValues,
  type Point,
  pointCount,
  pointsOf,
  splitName,
  valuesFor,
} from '../../runs';
import { benchName } from './selection';

/** The traced pass explains figures and need not repeat all of the headline's. */
const TRACED_ITERATIONS = 10_000;

export interface PlanOptions {
  readonly iterations?: number | undefined;
  /** How often the traced pass measures an operation at most. */
  readonly tracedIterations?: number | undefined;
  readonly warmup?: number | undefined;
  readonly settings: ParameterValues;
  readonly traced: boolean;
}

/** One `run` line and the operations that it measures. */
export interface RunCommand {
  readonly line: string;
  readonly suite: string;
  /** What of a sweep it measures: the values of the swept parameters that its operations have. */
  readonly point: Point;
  readonly ops: readonly { readonly name: string; readonly n: number }[];
}

function refuseUnknown(benches: readonly Bench[], name: string): void {
  const isOfSuite = splitName(name).suite !== undefined;
  const all = benches.flatMap(({ suite, params }) =>
    params.map((param) => (isOfSuite ? `${suite}.${param.name}` : param.name)),
  );
  const names = [...new Set(all)];
  const hint = names.length === 0 ? 'They have none.' : `They have: ${names.join(', ')}.`;
  throw new EngineError(
    'unknown-parameter',
    `None of the selected benchmarks has a parameter "${name}".`,
    didYouMean(nearest(name, names)) ?? hint,
  );
}

function refuseOutside(bench: Bench, { name, min, max }: BenchParameter, value: number): void {
  if (value >= min && value <= max) return;
  throw new EngineError(
    'bad-value',
    `${name}=${value} lies outside of ${formatNumber(min)} to ${formatNumber(max)}, ` +
      `which ${benchName(bench)} takes.`,
    `Leave the value out, or set another for this suite alone, as in ${bench.suite}.${name}=${min}.`,
  );
}

function refuseMany(settings: ParameterValues): void {
  const points = pointCount(settings);
  if (points <= MOST_POINTS) return;
  const axes = axesOf(settings).map(({ name, values }) => `${values.length} of ${name}`);
  throw new EngineError(
    'bad-value',
    `The values (${axes.join(', ')}) make ${formatNumber(points)} combinations: ` +
      `one run takes ${formatNumber(MOST_POINTS)}.`,
    'Leave some values out, or make several runs of them.',
  );
}

/** What is set for each suite of some benchmarks, of the parameters that those declare. */
export function valuesBySuite(
  benches: readonly Bench[],
  settings: ParameterValues,
): ReadonlyMap<string, ParameterValues> {
  const suites = groupBy(benches, ({ suite }) => suite);
  return new Map(
    Array.from(suites, ([suite, own]) => {
      const names = new Set(own.flatMap(({ params }) => params.map(({ name }) => name)));
      const values = Object.entries(valuesFor(suite, settings)).filter(([name]) => names.has(name));
      return [suite, Object.fromEntries(values)];
    }),
  );
}

/**
 * Refuses settings that no selected benchmark declares, that lie outside of the range which any of
 * them declares, or whose combinations are too many for one run.
 */
export function checkSettings(benches: readonly Bench[], settings: ParameterValues): void {
  for (const setting of Object.keys(settings)) {
    const { suite, name } = splitName(setting);
    const isDeclared = benches.some(
      (bench) =>
        (suite ?? bench.suite) === bench.suite && bench.params.some((each) => each.name === name),
    );
    if (!isDeclared) refuseUnknown(benches, setting);
  }
  for (const bench of benches) {
    const values = valuesFor(bench.suite, settings);
    for (const param of bench.params) {
      for (const value of values[param.name] ?? []) refuseOutside(bench, param, value);
    }
  }
  for (const values of valuesBySuite(benches, settings).values()) refuseMany(values);
}

function iterationsOf(bench: Bench, options: PlanOptions): number {
  const wanted = options.iterations ?? bench.iterations;
  return options.traced ? Math.min(wanted, mostTraced(options)) : wanted;
}

/** A number that was asked for is shortened by another one alone. */
function mostTraced({ iterations, tracedIterations }: PlanOptions): number {
  return tracedIterations ?? iterations ?? TRACED_ITERATIONS;
}

/** The part of a point that a benchmark knows. */
function own({ params }: Bench, point: Point): Point {
  const known = params.flatMap(({ name }) => {
    const value = point[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(known);
}

function requestOf(bench: Bench, point: Point, options: PlanOptions): RunRequest {
  const n = iterationsOf(bench, options);
  return {
    suite: bench.suite,
    n: n === bench.iterations ? undefined : n,
    warmup: options.warmup,
    trace: options.traced ? true : undefined,
    params: own(bench, point),
  };
}

function command(request: RunRequest, benches: readonly Bench[], options: PlanOptions): RunCommand {
  const { value: line, problems } = formatRun(request);
  const [problem] = problems;
  if (problem !== undefined) {
    throw new EngineError('bad-value', `The agent cannot be asked for "${line}": ${problem}.`);
  }
  const ops = benches.map((bench) => ({ name: benchName(bench), n: iterationsOf(bench, options) }));
  const swept = Object.entries(request.params ?? {}).filter(
    ([name]) => (options.settings[name]?.length ?? 0) > 1,
  );
  return { line, suite: request.suite, point: Object.fromEntries(swept), ops };
}

/** What lacks a swept parameter is measured once, and not once for each of its values. */
function isDue({ params }: Bench, point: Point, settings: ParameterValues): boolean {
  return Object.entries(point).every(
    ([name, value]) => value === settings[name]?.[0] || params.some((each) => each.name === name),
  );
}

/**
 * The `run` lines for a selection, suite by suite, each point of a sweep for itself: one for a suite
 * that is measured whole and with the same arguments, one for each operation otherwise.
 */
export function planRun(
  all: readonly Bench[],
  selected: readonly Bench[],
  options: PlanOptions,
): readonly RunCommand[] {
  const bySuite = Array.from(valuesBySuite(selected, options.settings));
  return bySuite.flatMap(([suite, settings]) => {
    const size = all.filter((bench) => bench.suite === suite).length;
    const benches = selected.filter((bench) => bench.suite === suite);
    return pointsOf(settings).flatMap((point) => {
      const due = benches.filter((bench) => isDue(bench, point, settings));
      return linesOf(due, due.length === size, point, { ...options, settings });
    });
  });
}

function linesOf(
  benches: readonly Bench[],
  isWhole: boolean,
  point: Point,
  options: PlanOptions,
): readonly RunCommand[] {
  const requests = benches.map((bench) => requestOf(bench, point, options));
  const [first] = requests;
  const alike = new Set(requests.map((request) => JSON.stringify(request))).size === 1;
  if (isWhole && alike && first) return [command(first, benches, options)];
  return benches.map((bench) =>
    command({ ...requestOf(bench, point, options), op: bench.op }, [bench], options),
  );
}

/** Says which operations the traced pass measures less often than the headline pass. */
export function tracedNote(selected: readonly Bench[], options: PlanOptions): string | undefined {
  if (!options.traced) return undefined;
  const most = mostTraced(options);
  const shortened = selected.filter((bench) => (options.iterations ?? bench.iterations) > most);
  if (shortened.length === 0) return undefined;
  const names = shortened.map(benchName).join(', ');
  return `Traced with ${formatNumber(most)} iterations instead of the full count: ${names}.`;
}
