import type { Bench, BenchParameter } from '../../core/agent/manifest';
import { type RunRequest, formatRun } from '../../core/agent/run-lines';
import { formatNumber } from '../../core/report/numbers';
import { nearest } from '../../core/text/near';
import { EngineError, didYouMean } from '../error';
import { benchName } from './selection';

/** The traced pass explains figures and need not repeat all of the headline's. */
const tracedIterations = 10_000;

export interface PlanOptions {
  readonly iterations?: number | undefined;
  readonly warmup?: number | undefined;
  readonly settings: Readonly<Record<string, number>>;
  readonly traced: boolean;
}

/** One `run` line and the operations that it measures. */
export interface RunCommand {
  readonly line: string;
  readonly suite: string;
  readonly ops: readonly { readonly name: string; readonly n: number }[];
}

function declared(benches: readonly Bench[], name: string): readonly BenchParameter[] {
  return benches.flatMap((bench) => bench.params.filter((param) => param.name === name));
}

/** Refuses settings that no selected benchmark declares or that lie outside of the declared range. */
export function checkSettings(
  benches: readonly Bench[],
  settings: Readonly<Record<string, number>>,
): void {
  for (const [name, value] of Object.entries(settings)) {
    const parameters = declared(benches, name);
    if (parameters.length === 0) {
      const names = [...new Set(benches.flatMap((bench) => bench.params.map((p) => p.name)))];
      const hint = names.length === 0 ? 'They have none.' : `They have: ${names.join(', ')}.`;
      throw new EngineError(
        'unknown-parameter',
        `None of the selected benchmarks has a parameter "${name}".`,
        didYouMean(nearest(name, names)) ?? hint,
      );
    }
    const outside = parameters.find((param) => value < param.min || value > param.max);
    if (outside) {
      throw new EngineError(
        'bad-value',
        `${name}=${value} lies outside of ${outside.min} to ${outside.max}.`,
      );
    }
  }
}

function iterationsOf(bench: Bench, options: PlanOptions): number {
  if (options.iterations !== undefined) return options.iterations;
  return options.traced ? Math.min(bench.iterations, tracedIterations) : bench.iterations;
}

function requestOf(bench: Bench, options: PlanOptions): RunRequest {
  const n = iterationsOf(bench, options);
  const own = bench.params.flatMap(({ name }) => {
    const value = options.settings[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    suite: bench.suite,
    n: n === bench.iterations ? undefined : n,
    warmup: options.warmup,
    trace: options.traced ? true : undefined,
    params: Object.fromEntries(own),
  };
}

function command(request: RunRequest, benches: readonly Bench[], options: PlanOptions): RunCommand {
  const { value: line, problems } = formatRun(request);
  const [problem] = problems;
  if (problem !== undefined) {
    throw new EngineError('bad-value', `The agent cannot be asked for "${line}": ${problem}.`);
  }
  const ops = benches.map((bench) => ({ name: benchName(bench), n: iterationsOf(bench, options) }));
  return { line, suite: request.suite, ops };
}

/**
 * The `run` lines for a selection: one for a suite that is measured whole and with the same
 * arguments, one for each operation otherwise.
 */
export function planRun(
  all: readonly Bench[],
  selected: readonly Bench[],
  options: PlanOptions,
): readonly RunCommand[] {
  const suites = [...new Set(selected.map((bench) => bench.suite))];
  return suites.flatMap((suite) => {
    const benches = selected.filter((bench) => bench.suite === suite);
    const whole = benches.length === all.filter((bench) => bench.suite === suite).length;
    const requests = benches.map((bench) => requestOf(bench, options));
    const [first] = requests;
    const alike = new Set(requests.map((request) => JSON.stringify(request))).size === 1;
    if (whole && alike && first) return [command(first, benches, options)];
    return benches.map((bench) =>
      command({ ...requestOf(bench, options), op: bench.op }, [bench], options),
    );
  });
}

/** Says which operations the traced pass measures less often than the headline pass. */
export function tracedNote(selected: readonly Bench[], options: PlanOptions): string | undefined {
  if (!options.traced || options.iterations !== undefined) return undefined;
  const shortened = selected.filter((bench) => bench.iterations > tracedIterations);
  if (shortened.length === 0) return undefined;
  const names = shortened.map(benchName).join(', ');
  return `Traced with ${formatNumber(tracedIterations)} iterations instead of the full count: ${names}.`;
}
