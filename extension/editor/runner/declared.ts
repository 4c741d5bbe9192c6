import type { Bench } from '../../core/agent/manifest';
import { selectBenches } from '../../engine/run/selection';

/** Settings that any of the benchmarks declares; an agent would refuse the others. */
export function declaredOnly(
  settings: Readonly<Record<string, number>>,
  benches: readonly Bench[],
): Readonly<Record<string, number>> {
  const declared = new Set(benches.flatMap(({ params }) => params.map(({ name }) => name)));
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
