import type { Bench } from '../../agent';
import { didYouMean, EngineError, nearest } from '../../base';

type Named = Pick<Bench, 'suite' | 'op'>;

/** The name by which a benchmark is selected. */
export function benchName(bench: Named): string {
  return `${bench.suite}/${bench.op}`;
}

function globPart(pattern: string): string {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return escaped.replaceAll('*', '[^/]*').replaceAll('?', '[^/]');
}

/** Matches benchmarks by a pattern; a bare word is a suite. */
export function matcher(pattern: string): (bench: Named) => boolean {
  const whole = pattern.includes('/') ? globPart(pattern) : `${globPart(pattern)}/[^/]*`;
  const expression = new RegExp(`^${whole}$`);
  return (bench) => expression.test(benchName(bench));
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
