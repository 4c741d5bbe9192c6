import { formatChange, NO_FIGURE } from '../../../../measure';
import type { ComparisonOutcome } from '../../../../report';
import { tame, VerdictSign } from '../../../page';

/** The outcome of an operation as sign and word; the words are those of reports. */
export function VerdictText({
  outcome,
  withChange = false,
}: {
  readonly outcome: ComparisonOutcome | undefined;
  /** Adds the exact difference. */
  readonly withChange?: boolean;
}) {
  if (outcome === undefined) return <span class="missing">{NO_FIGURE}</span>;
  if (outcome.kind !== 'judged') {
    const why = outcome.kind === 'not comparable' ? tame(outcome.why, 300) : undefined;
    return (
      <span class="dim" title={why}>
        {outcome.kind}
        {why !== undefined && <span class="visually-hidden">: {why}</span>}
      </span>
    );
  }
  const { verdict, word, reasons, figures } = outcome;
  const change = figures?.change ?? 0;
  const why = reasons.length === 0 ? undefined : tame(reasons.join('; '), 300);
  return (
    <span class={`verdict ${verdict}`} title={why}>
      <VerdictSign verdict={verdict} />
      {word}
      {withChange && change !== 0 && `, ${formatChange(change)}`}
      {why !== undefined && <span class="visually-hidden">: {why}</span>}
    </span>
  );
}
