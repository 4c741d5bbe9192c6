import type { Bench } from '../../core/agent/manifest';
import { formatNumber } from '../../core/report/numbers';
import type { Translate } from './phase';

/** Something that can be measured by one pattern, or everything. */
export interface Choice {
  readonly kind: 'all' | 'suite' | 'operation';
  readonly label: string;
  readonly detail: string;
  readonly patterns: readonly string[];
}

/** Everything, then the suites, then the operations, in the image's order. */
export function choicesOf(benches: readonly Bench[], t: Translate): readonly Choice[] {
  const suites = [...new Set(benches.map(({ suite }) => suite))];
  return [
    {
      kind: 'all',
      label: t('All benchmarks'),
      detail: t('{0} operations', formatNumber(benches.length)),
      patterns: [],
    },
    ...suites.map((suite): Choice => {
      const ops = benches.filter((bench) => bench.suite === suite).map(({ op }) => op);
      return { kind: 'suite', label: suite, detail: ops.join(', '), patterns: [suite] };
    }),
    ...benches.map(({ suite, op, about }): Choice => {
      const name = `${suite}/${op}`;
      return { kind: 'operation', label: name, detail: about, patterns: [name] };
    }),
  ];
}
