import {
  type Bench,
  type BenchParameter,
  formatRun,
  type ImageBuild,
  type RunLine,
} from '../../agent';
import { didYouMean, EngineError, groupBy, nearest } from '../../base';
import { formatNumber } from '../../measure';
import {
  findSweptAxes,
  MOST_POINTS,
  type ParameterValues,
  type Point,
  pointCount,
  listSweepPoints,
  type RunPass,
  splitName,
  selectSuiteValues,
} from '../../runs';
import type { RunSpec } from './spec';

type Named = Pick<Bench, 'suite' | 'op'>;

/** Returns the name that selects a benchmark. */
export function benchName(bench: Named): string {
  return `${bench.suite}/${bench.op}`;
}

function globPart(pattern: string): string {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return escaped.replaceAll('*', '[^/]*').replaceAll('?', '[^/]');
}

/** Matches benchmarks by a pattern; a bare word is a suite. */
function matcher(pattern: string): (bench: Named) => boolean {
  const whole = pattern.includes('/') ? globPart(pattern) : `${globPart(pattern)}/[^/]*`;
  const expression = new RegExp(`^${whole}$`);
  return (bench) => expression.test(benchName(bench));
}

/** Matches benchmarks by any of the patterns; none selects all. */
export function newAnyMatcher(patterns: readonly string[]): (bench: Named) => boolean {
  const matchers = patterns.map(matcher);
  return (bench) => matchers.length === 0 || matchers.some((matches) => matches(bench));
}

/** Suggests patterns similar to an unknown one; a bare operation finds its suite. */
function nearNames(pattern: string, benches: readonly Bench[]): readonly string[] {
  const sameOp = benches.filter((bench) => bench.op === pattern).map(benchName);
  if (sameOp.length > 0) return sameOp;
  const suites = [...new Set(benches.map((bench) => bench.suite))];
  return nearest(pattern, pattern.includes('/') ? benches.map(benchName) : suites);
}

/** Selects the benchmarks that any pattern matches, in the image's order; no pattern selects all. */
export function selectBenches(
  benches: readonly Bench[],
  patterns: readonly string[],
): readonly Bench[] {
  if (patterns.length === 0) return benches;
  const matchers = patterns.map(matcher);
  const unknown = patterns.findIndex((_, index) => !benches.some((b) => matchers[index]?.(b)));
  const pattern = patterns[unknown];
  if (pattern !== undefined) {
    throw new EngineError(
      'unknown-benchmark',
      `No benchmark matches "${pattern}".`,
      didYouMean(nearNames(pattern, benches)) ??
        `Available: ${[...new Set(benches.map((bench) => bench.suite))].join(', ')}.`,
    );
  }
  return benches.filter((bench) => matchers.some((matches) => matches(bench)));
}

/** The traced pass explains figures and need not repeat all of the headline's. */
const TRACED_ITERATIONS = 10_000;

/** The part of a spec that determines the lines to the agent. */
type Counts = Pick<RunSpec, 'iterations' | 'tracedIterations' | 'warmup' | 'batches' | 'isUnread'>;

/** One `run` line. */
export interface PlannedLine {
  readonly line: string;
  /** Its point of a sweep: the values of those swept parameters that its operations have. */
  readonly point: Point;
}

function refuseUnknown(benches: readonly Bench[], name: string): void {
  const isOfSuite = splitName(name).suite !== undefined;
  const all = benches.flatMap(({ suite, params }) =>
    params.map((param) => (isOfSuite ? `${suite}.${param.name}` : param.name)),
  );
  const names = [...new Set(all)];
  const hint =
    names.length === 0 ? 'They have no parameters.' : `Their parameters: ${names.join(', ')}.`;
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
    `${name}=${value} is outside the range of ${benchName(bench)}, ` +
      `${formatNumber(min)} to ${formatNumber(max)}.`,
    `Leave the value out, or set a different one for this suite only, as in ${bench.suite}.${name}=${min}.`,
  );
}

function refuseMany(settings: ParameterValues): void {
  const points = pointCount(settings);
  if (points <= MOST_POINTS) return;
  const axes = findSweptAxes(settings).map(({ name, values }) => `${values.length} of ${name}`);
  throw new EngineError(
    'bad-value',
    `The values (${axes.join(', ')}) make ${formatNumber(points)} combinations: ` +
      `one run takes at most ${formatNumber(MOST_POINTS)}.`,
    'Leave some values out, or split them into several runs.',
  );
}

/** The settings of each suite, for the parameters that its benchmarks declare. */
export function valuesBySuite(
  benches: readonly Bench[],
  settings: ParameterValues,
): ReadonlyMap<string, ParameterValues> {
  const suites = groupBy(benches, ({ suite }) => suite);
  return new Map(
    Array.from(suites, ([suite, own]) => {
      const names = new Set(own.flatMap(({ params }) => params.map(({ name }) => name)));
      const values = Object.entries(selectSuiteValues(suite, settings)).filter(([name]) =>
        names.has(name),
      );
      return [suite, Object.fromEntries(values)];
    }),
  );
}

/**
 * Refuses settings that no selected benchmark declares, that are outside the range which any of
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
    const values = selectSuiteValues(bench.suite, settings);
    for (const param of bench.params) {
      for (const value of values[param.name] ?? []) refuseOutside(bench, param, value);
    }
  }
  for (const values of valuesBySuite(benches, settings).values()) refuseMany(values);
}

function countIterations(bench: Bench, spec: Counts, build: ImageBuild): number {
  const wanted = spec.iterations ?? bench.iterations;
  return build === 'traced' ? Math.min(wanted, mostTraced(spec)) : wanted;
}

/** Only a lower limit shortens a number that was asked for. */
function mostTraced({ iterations, tracedIterations }: Counts): number {
  return tracedIterations ?? iterations ?? TRACED_ITERATIONS;
}

/** The part of a point that a benchmark declares. */
function own({ params }: Bench, point: Point): Point {
  const known = params.flatMap(({ name }) => {
    const value = point[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(known);
}

/** An operation without a swept parameter is measured once, not once per value. */
function isDue({ params }: Bench, point: Point, settings: ParameterValues): boolean {
  return Object.entries(point).every(
    ([name, value]) => value === settings[name]?.[0] || params.some((each) => each.name === name),
  );
}

function writeLine(words: RunLine, settings: ParameterValues): PlannedLine {
  const { value: line, problems } = formatRun(words);
  const [problem] = problems;
  if (problem !== undefined) {
    throw new EngineError(
      'bad-value',
      `"${line}" cannot be sent to the agent: ${problem}.`,
      'Correct the values of --set, --iterations and --warmup.',
    );
  }
  const swept = Object.entries(words.params ?? {}).filter(
    ([name]) => (settings[name]?.length ?? 0) > 1,
  );
  return { line, point: Object.fromEntries(swept) };
}

/**
 * The `run` lines for a selection, suite by suite, each point of a sweep for itself: one for a suite
 * that is measured whole and with the same arguments, one for each operation otherwise.
 */
export function planRun(
  all: readonly Bench[],
  selected: readonly Bench[],
  spec: Counts & Pick<RunSpec, 'settings'>,
  build: ImageBuild,
): readonly PlannedLine[] {
  const toRunLine = (bench: Bench, point: Point): RunLine => {
    const n = countIterations(bench, spec, build);
    return {
      suite: bench.suite,
      n: n === bench.iterations ? undefined : n,
      warmup: spec.warmup,
      trace: build === 'traced' ? true : undefined,
      wait: spec.isUnread ? false : undefined,
      batches: spec.batches,
      params: own(bench, point),
    };
  };
  const bySuite = Array.from(valuesBySuite(selected, spec.settings));
  return bySuite.flatMap(([suite, settings]) => {
    const size = all.filter((bench) => bench.suite === suite).length;
    const benches = selected.filter((bench) => bench.suite === suite);
    return listSweepPoints(settings).flatMap((point) => {
      const due = benches.filter((bench) => isDue(bench, point, settings));
      const words = due.map((bench) => toRunLine(bench, point));
      const isOneLine = due.length === size && areAlike(words);
      const lines = isOneLine
        ? words.slice(0, 1)
        : words.map((each, index) => ({ ...each, op: due[index]?.op }));
      return lines.map((line) => writeLine(line, settings));
    });
  });
}

function areAlike(lines: readonly RunLine[]): boolean {
  return new Set(lines.map((words) => JSON.stringify(words))).size === 1;
}

/** Names the operations that the traced pass measures less often than the headline pass. */
export function describeTracedCounts(
  selected: readonly Bench[],
  spec: Counts,
  build: ImageBuild,
): string | undefined {
  if (build !== 'traced') return undefined;
  const most = mostTraced(spec);
  const shortened = selected.filter((bench) => (spec.iterations ?? bench.iterations) > most);
  if (shortened.length === 0) return undefined;
  const names = shortened.map(benchName).join(', ');
  return `Traced with ${formatNumber(most)} iterations instead of the full count: ${names}.`;
}

/** The part of a spec that measures the same operations again. */
export function planAgain({ operations }: Pick<RunPass, 'operations'>) {
  const first = operations.filter(({ repeat }) => repeat === 0);
  const settings: Record<string, number[]> = {};
  for (const { suite, params } of first) {
    for (const [name, value] of Object.entries(params)) {
      const values = (settings[`${suite}.${name}`] ??= []);
      if (!values.includes(value)) values.push(value);
    }
  }
  const only = (values: readonly number[]) => (new Set(values).size === 1 ? values[0] : undefined);
  return {
    patterns: [...new Set(first.map(benchName))],
    iterations: only(first.map(({ requested }) => requested)),
    warmup: only(first.map(({ warmup }) => warmup)),
    settings,
    trace: false,
    asPublished: false,
  };
}
