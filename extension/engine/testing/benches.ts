import type { Bench } from '../../agent/manifest';

/** A benchmark for tests. */
export function bench(suite: string, op: string, rest: Partial<Bench> = {}): Bench {
  return {
    suite,
    op,
    iterations: 1000,
    max: 0,
    warmup: 10,
    batches: 30,
    params: [],
    about: `${op} of ${suite}`,
    at: `benches/${suite}.c:10`,
    ...rest,
  };
}
