import type { Bench } from '../../core/agent/manifest';
import type { ParameterValues } from '../../core/sweep/points';
import { selectBenches } from '../../engine/run/selection';

/** Settings that any of the benchmarks declares; an agent would refuse the others. */
export function declaredOnly(
  settings: ParameterValues,
  benches: readonly Bench[],
): ParameterValues {
  const declared = new Set(
    benches.flatMap(({ suite, params }) =>
      params.flatMap(({ name }) => [name, `${suite}.${name}`]),
    ),
  );
  return Object.fromEntries(Object.entries(settings).filter(([name]) => declared.has(name)));
}

/** The benchmarks that patterns select; an unknown pattern is the run's to refuse. */
export function selectedOr(
  benches: readonly Bench[],
  patterns: readonly string[],
): readonly Bench[] {
  try {
    return selectBenches(benches, patterns);
  } catch {
    return benches;
  }
}
