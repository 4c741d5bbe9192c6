import type { Bench, BenchParameter } from '../../core/agent/manifest';
import { formatNumber } from '../../core/report/numbers';
import { benchName } from '../../engine/run/selection';
import type { Translate } from '../runner/phase';

/** A parameter and the benchmarks that declare it. */
export interface DeclaredParameter {
  /** Within what all of them allow. */
  readonly parameter: BenchParameter;
  readonly benches: readonly string[];
}

/** The parameters that benchmarks declare, each once: one setting serves all of its name. */
export function parametersOf(benches: readonly Bench[]): readonly DeclaredParameter[] {
  const names = [...new Set(benches.flatMap(({ params }) => params.map(({ name }) => name)))];
  return names.map((name) => {
    const declaring = benches.filter(({ params }) => params.some((each) => each.name === name));
    const declared = declaring.flatMap(({ params }) => params.filter((each) => each.name === name));
    const parameter = {
      name,
      default: declared[0]?.default ?? 0,
      min: Math.max(...declared.map(({ min }) => min)),
      max: Math.min(...declared.map(({ max }) => max)),
    };
    return { parameter, benches: declaring.map(benchName) };
  });
}

const isWhole = (text: string) => /^\d+$/.test(text) && Number.isSafeInteger(Number(text));

/** Why a text is no count; an empty one means the default. */
export function countProblem(text: string, t: Translate): string | undefined {
  const typed = text.trim();
  if (typed === '' || (isWhole(typed) && Number(typed) >= 1)) return undefined;
  return t('A whole number from 1 on.');
}

/** Why a text is no value of a parameter; an empty one means the default. */
export function valueProblem(
  text: string,
  { min, max }: BenchParameter,
  t: Translate,
): string | undefined {
  const typed = text.trim();
  const value = Number(typed);
  if (typed === '' || (isWhole(typed) && value >= min && value <= max)) return undefined;
  return t('A whole number from {0} to {1}.', formatNumber(min), formatNumber(max));
}
