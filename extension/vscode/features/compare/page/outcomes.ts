import { CHANGES } from '../../../../compare';
import type { ComparisonOperation, ComparisonOutcome } from '../../../../report';
import { SIGNS } from '../../../page';

type Judged = Extract<ComparisonOutcome, { kind: 'judged' }>;
export type Verdict = Judged['verdict'];

/** A filter on the table of operations. */
export type Filter = 'all' | 'changed' | 'open';

const OPEN: ReadonlySet<Verdict> = new Set(['undecided', 'inconclusive']);

/** Passes an operation if at least one column matches. */
export function passesFilter(filter: Filter, { outcomes }: ComparisonOperation): boolean {
  if (filter === 'all') return true;
  const wanted = filter === 'changed' ? CHANGES : OPEN;
  return outcomes.some((outcome) => outcome.kind === 'judged' && wanted.has(outcome.verdict));
}

/** The ratio to the baseline, if there is one. */
export function getBaselineRatio(outcome: ComparisonOutcome | undefined): number | undefined {
  if (outcome?.kind === 'mean only') return outcome.ratio;
  return outcome?.kind === 'judged' ? outcome.figures?.ratio?.value : undefined;
}

/** The unit of what a ratio divides. */
export function getOutcomeUnit(outcome: ComparisonOutcome): string | undefined {
  if (outcome.kind === 'mean only') return outcome.unit;
  return outcome.kind === 'judged' ? outcome.figures?.unit : undefined;
}

/** True if any operation of a column, counted from the second one, has a ratio. */
export function hasRatios(operations: readonly ComparisonOperation[], at: number): boolean {
  return operations.some(({ outcomes }) => getBaselineRatio(outcomes[at]) !== undefined);
}

/** True if any operation of a column, counted from the second one, can be compared at all. */
export function isComparable(operations: readonly ComparisonOperation[], at: number): boolean {
  return operations.some(({ outcomes }) => outcomes[at]?.kind !== 'not comparable');
}

/** The reason why a column has no ratio, if all its operations share it. */
export function findSharedReason(
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

/**
 * The largest changes first, in either direction: a difference from zero is larger than any ratio.
 * Operations that are not compared come last.
 */
export function byChange(
  operations: readonly ComparisonOperation[],
  at: number,
): ComparisonOperation[] {
  const size = ({ outcomes }: ComparisonOperation): number => {
    const outcome = outcomes[at];
    const ratio = getBaselineRatio(outcome);
    if (ratio !== undefined) return Math.abs(Math.log(ratio));
    return outcome?.kind === 'judged' && outcome.figures ? Infinity : -1;
  };
  return operations.toSorted((a, b) => size(b) - size(a));
}

/** Counts each verdict in a column under its word, in the order of the verdicts. */
export function countVerdicts(
  operations: readonly ComparisonOperation[],
  at: number,
): readonly { readonly verdict: Verdict; readonly word: string; readonly count: number }[] {
  const judged = operations.flatMap(({ outcomes }) => {
    const outcome = outcomes[at];
    return outcome?.kind === 'judged' ? [outcome] : [];
  });
  return (Object.keys(SIGNS) as Verdict[]).flatMap((verdict) => {
    const words = judged.filter((each) => each.verdict === verdict).map(({ word }) => word);
    return [...new Set(words)].map((word) => ({
      verdict,
      word,
      count: words.filter((each) => each === word).length,
    }));
  });
}
