import { formatRatio, NO_FIGURE } from '../../../../measure';
import type { ComparisonOperation, ComparisonOutcome } from '../../../../report';

type Judged = Extract<ComparisonOutcome, { kind: 'judged' }>;
export type Verdict = Judged['verdict'];

/** A sign for each word, so that no verdict is told by its colour alone. */
export const SIGNS: Readonly<Record<Verdict, string>> = {
  improved: '▼',
  regressed: '▲',
  unchanged: '=',
  'within noise': '≈',
  inconclusive: '?',
};

/** What a table of operations is narrowed to. */
export type Filter = 'all' | 'changed' | 'inconclusive';

/** Whether a filter lets an operation through: one column that fits is enough. */
export function isShownBy(filter: Filter, { outcomes }: ComparisonOperation): boolean {
  if (filter === 'all') return true;
  const wanted: readonly string[] =
    filter === 'changed' ? ['improved', 'regressed'] : ['inconclusive'];
  return outcomes.some((outcome) => outcome.kind === 'judged' && wanted.includes(outcome.verdict));
}

/** The ratio to the baseline, where there is one. */
export function ratioOf(outcome: ComparisonOutcome | undefined): number | undefined {
  if (outcome?.kind === 'mean only') return outcome.ratio;
  return outcome?.kind === 'judged' ? outcome.figures?.mean.value : undefined;
}

/** The interval of a ratio, in words. */
export function intervalText(
  interval: { readonly low: number; readonly high: number } | undefined,
): string {
  if (interval === undefined) return NO_FIGURE;
  const { low, high } = interval;
  return low === high ? 'exact' : `${formatRatio(low)} .. ${formatRatio(high)}`;
}

/** Whether any operation of a column, counted from the second one, has a ratio. */
export function hasRatios(operations: readonly ComparisonOperation[], at: number): boolean {
  return operations.some(({ outcomes }) => ratioOf(outcomes[at]) !== undefined);
}

/** Whether any operation of a column, counted from the second one, can be compared at all. */
export function isComparable(operations: readonly ComparisonOperation[], at: number): boolean {
  return operations.some(({ outcomes }) => outcomes[at]?.kind !== 'not comparable');
}

/** Why a column has no ratio at all, when all its operations say the same. */
export function sharedReason(
  operations: readonly ComparisonOperation[],
  at: number,
): string | undefined {
  const shared = operations.filter(({ cells }) => cells[0] && cells[at + 1]);
  const reasons = new Set(
    shared.flatMap(({ outcomes }) => {
      const outcome = outcomes[at];
      return outcome?.kind === 'not comparable' ? [outcome.why] : [];
    }),
  );
  return reasons.size === 1 ? [...reasons][0] : undefined;
}

/** The largest changes first, in either direction; what has no ratio comes last. */
export function byChange(
  operations: readonly ComparisonOperation[],
  at: number,
): ComparisonOperation[] {
  const size = ({ outcomes }: ComparisonOperation): number => {
    const ratio = ratioOf(outcomes[at]);
    return ratio === undefined ? -1 : Math.abs(Math.log(ratio));
  };
  return operations.toSorted((a, b) => size(b) - size(a));
}

/** How often each word stands in a column, in the order of the words. */
export function countVerdicts(
  operations: readonly ComparisonOperation[],
  at: number,
): (readonly [word: Verdict, count: number])[] {
  const words = Object.keys(SIGNS) as Verdict[];
  return words.flatMap((word) => {
    const count = operations.filter(({ outcomes }) => {
      const outcome = outcomes[at];
      return outcome?.kind === 'judged' && outcome.verdict === word;
    }).length;
    return count === 0 ? [] : [[word, count] as const];
  });
}
