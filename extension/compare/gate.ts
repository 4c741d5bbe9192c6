import type { Comparison } from './compare';
import { type Judged, judgeRatio, type Outcome, type Verdict } from './outcome';

/** The condition for a comparison to fail. */
export interface Gate {
  readonly verdict: 'regressed';
  /** The smallest relative change that counts; by default the comparison's own delta. */
  readonly delta: number | undefined;
}

/** A gate's outcome, with the operations and reasons behind it. */
export interface GateResult {
  readonly outcome: 'ok' | 'failed' | 'inconclusive';
  readonly failed: readonly string[];
  readonly inconclusive: readonly string[];
}

const GATE = /^regressed(?:=(\d+(?:\.\d+)?)%)?$/;

/** Reads `regressed` or `regressed=5%`. */
export function parseGate(text: string): { readonly gate: Gate } | { readonly problem: string } {
  const [whole, percent] = GATE.exec(text) ?? [];
  const delta = percent === undefined ? undefined : Number(percent) / 100;
  if (whole === undefined || delta === 0) {
    return { problem: `"${text}" is no gate: write regressed, or regressed=5%` };
  }
  return { gate: { verdict: 'regressed', delta } };
}

/**
 * Applies a gate to a comparison. Anything that the gate cannot judge makes it inconclusive, except
 * an operation that only the newer column has.
 */
export function evaluateGate(comparison: Comparison, gate: Gate): GateResult {
  const failed: string[] = [];
  const inconclusive: string[] = [];
  let judged = 0;
  for (const operation of comparison.operations) {
    if (operation.cells[0] === undefined) continue;
    operation.outcomes.forEach((outcome, at) => {
      if (comparison.columns[at + 1]?.kind === 'published') return;
      judged += 1;
      const { columns } = comparison;
      const where = columns.length > 2 ? ` in ${columns[at + 1]?.id ?? ''}` : '';
      const name = operation.name + where;
      if (outcome.kind !== 'judged') {
        inconclusive.push(`${name}: ${whyUnjudged(outcome)}`);
        return;
      }
      const verdict = verdictAt(outcome, gate.delta);
      if (verdict === gate.verdict) failed.push(name);
      if (verdict === 'inconclusive') inconclusive.push(`${name}: ${reasonsOf(outcome)}`);
    });
  }
  if (judged === 0) inconclusive.push('there is nothing to judge');
  const open = inconclusive.length > 0 ? 'inconclusive' : 'ok';
  return { outcome: failed.length > 0 ? 'failed' : open, failed, inconclusive };
}

/** The verdict under another delta. */
function verdictAt({ verdict, figures }: Judged, delta: number | undefined): Verdict {
  if (delta === undefined || figures?.mean.interval === undefined) return verdict;
  return judgeRatio(figures.mean, Math.max(delta, figures.leastDelta), figures.noise ?? 0);
}

function whyUnjudged(outcome: Exclude<Outcome, Judged>): string {
  return outcome.kind === 'mean only' ? 'of one side only the mean is known' : outcome.why;
}

function reasonsOf({ reasons }: Judged): string {
  return reasons.length > 0 ? reasons.join('; ') : "inconclusive at the gate's delta";
}
