import type { ComparedOperation, Comparison } from './compare';
import { layoutText } from './layout';
import {
  isWithinLayout,
  type Judged,
  judgeTogether,
  openText,
  type Outcome,
  type RatioFigures,
  repeatsToDecide,
  type Verdict,
} from './outcome';
import { chanceOfBelow } from './ratio';

/** The condition for a comparison to fail. */
export interface Gate {
  /** `changed`: in either direction, and between targets that repeat exactly by any difference. */
  readonly verdict: 'regressed' | 'changed';
  /** The smallest relative change that counts; by default the comparison's own delta. */
  readonly delta: number | undefined;
  /** The smallest change in instructions that counts, of targets that repeat exactly. */
  readonly instructions?: number;
}

/** A gate's outcome, with the operations and reasons behind it. */
export interface GateResult {
  readonly outcome: 'ok' | 'failed' | 'inconclusive';
  readonly failed: readonly string[];
  readonly inconclusive: readonly string[];
}

/** A gate's result for one operation of one column. */
type Passage = 'ok' | 'failed' | { readonly open: string };

const GATE = /^(?:(changed)|regressed(?:=(\d+(?:\.\d+)?)(%|instr))?)$/;

/** An operation passes if a regression beyond the gate would be seen with this probability. */
const CONFIDENCE = 0.95;

/** Differences of means are those of sums of whole instructions. */
const ROUNDING = 1e-6;

/** Reads `regressed`, `regressed=5%`, `regressed=1instr` or `changed`. */
export function parseGate(text: string): { readonly gate: Gate } | { readonly problem: string } {
  const [whole, changed, least, unit] = GATE.exec(text) ?? [];
  if (whole === undefined) {
    return {
      problem: `"${text}" is no gate: write regressed, regressed=5%, regressed=1instr or changed`,
    };
  }
  const verdict = changed === undefined ? 'regressed' : 'changed';
  if (unit === 'instr') return { gate: { verdict, delta: undefined, instructions: Number(least) } };
  return { gate: { verdict, delta: least === undefined ? undefined : Number(least) / 100 } };
}

/** An operation that fails a gate, or that the gate cannot judge. */
export interface GateFinding {
  readonly operation: ComparedOperation;
  /** The operation, and its column if there are several. */
  readonly name: string;
  /** The index of its column. */
  readonly at: number;
  /** Why it cannot be judged; undefined if it fails. */
  readonly open: string | undefined;
}

/**
 * Applies a gate to a comparison. Anything that the gate cannot judge makes it inconclusive, except
 * an operation that only the newer column has.
 */
export function evaluateGate(comparison: Comparison, gate: Gate): GateResult {
  const findings = listFindings(comparison, gate);
  const failed = findings.flatMap(({ name, open }) => (open === undefined ? [name] : []));
  const inconclusive = findings.flatMap(({ name, open }) =>
    open === undefined ? [] : [`${name}: ${open}`],
  );
  if (selectJudged(comparison).length === 0 || comparison.columns.slice(1).every(isPublished)) {
    inconclusive.push('there is nothing to judge');
  }
  const outcome = inconclusive.length > 0 ? 'inconclusive' : 'ok';
  return { outcome: failed.length > 0 ? 'failed' : outcome, failed, inconclusive };
}

/** Applies a gate column by column; the operations of a column are judged together. */
export function listFindings(comparison: Comparison, gate: Gate): GateFinding[] {
  const { columns, looks } = comparison;
  const known = selectJudged(comparison);
  return columns.slice(1).flatMap((column, at): GateFinding[] => {
    if (isPublished(column)) return [];
    const where = columns.length > 2 ? ` in ${column.id}` : '';
    const passages = judgeOutcomes(
      known.map(({ outcomes }) => outcomes[at]),
      gate,
      looks,
    );
    return known.flatMap((operation, row): GateFinding[] => {
      const passage = passages[row] ?? 'ok';
      if (passage === 'ok') return [];
      const open = passage === 'failed' ? undefined : passage.open;
      return [{ operation, name: operation.name + where, at: at + 1, open }];
    });
  });
}

function selectJudged({ operations }: Comparison): readonly ComparedOperation[] {
  return operations.filter(({ cells }) => cells[0] !== undefined);
}

function isPublished({ kind }: Comparison['columns'][number]): boolean {
  return kind === 'published';
}

/**
 * Judges the outcomes of one column together, at the gate's own delta if it has one. Where the gate fails for
 * a difference that code shows which merely moves, it cannot judge it.
 */
function judgeOutcomes(outcomes: readonly (Outcome | undefined)[], gate: Gate, looks: number) {
  const figures = outcomes.map((outcome) =>
    outcome && isJudged(outcome) ? outcome.figures : undefined,
  );
  const verdicts = judgeTogether(
    figures.flatMap((each) => (each ? { ...each, layout: undefined } : [])),
    { delta: gate.delta, looks },
  );
  return outcomes.map((outcome, at): Passage => {
    if (outcome === undefined || isRefusedByBoth(outcome)) return 'ok';
    const own = figures[at];
    const verdict = own && verdicts.shift();
    if (own === undefined || verdict === undefined) return { open: whyUnjudged(outcome) };
    const passage = judgeFigures(own, verdict, gate, looks);
    const { layout } = own;
    return passage === 'failed' && layout && isWithinLayout(own)
      ? { open: `within layout, ${layoutText(layout)}` }
      : passage;
  });
}

/** Applies a gate to an operation that can be judged. */
function judgeFigures(
  figures: RatioFigures,
  verdict: Verdict,
  { verdict: failing, delta = figures.delta, instructions }: Gate,
  looks: number,
): Passage {
  if (instructions !== undefined) return judgeInstructions(figures, instructions);
  if (verdict === 'regressed') return 'failed';
  if (failing === 'regressed') return passageOfUnshown(figures, delta, looks);
  if (verdict === 'improved' || verdict === 'changed') return 'failed';
  return verdict === 'unchanged' ? 'ok' : { open: openText(figures, delta, looks) };
}

function judgeInstructions({ change, unit }: RatioFigures, instructions: number): Passage {
  if (change === undefined || unit !== 'instructions') {
    return { open: 'only targets that repeat exactly are compared by instructions' };
  }
  return change > 0 && change >= instructions - ROUNDING ? 'failed' : 'ok';
}

/** An operation that more repeats might decide. */
export interface Undecided {
  readonly operation: ComparedOperation;
  /** The repeats per side that would decide it; undefined if there are too few for an estimate. */
  readonly repeats: number | undefined;
}

/**
 * The operations of the second column that more repeats might decide; doubtful ones are among them,
 * since a load that met the samples more than the batches evens out. `looks` is the number of
 * comparisons that would be made of those repeats.
 */
export function listUndecided(
  { operations, ...comparison }: Comparison,
  gate: Gate | undefined,
  looks = comparison.looks,
): readonly Undecided[] {
  const outcomes = operations.map((operation) => operation.outcomes[0]);
  const passages = gate && judgeOutcomes(outcomes, gate, comparison.looks);
  return operations.flatMap((operation, row): Undecided[] => {
    const outcome = outcomes[row];
    if (outcome?.kind !== 'judged') return [];
    const { verdict, figures } = outcome;
    const isOpen = verdict === 'undecided' || verdict === 'inconclusive';
    if (!(passages ? typeof passages[row] === 'object' : isOpen)) return [];
    // No repeat of a target that does not repeat exactly counts its instructions.
    if (gate?.instructions !== undefined && figures?.figuresOfRuns) return [];
    return [{ operation, repeats: figures && repeatsToDecide(figures, gate?.delta, looks) }];
  });
}

function isRefusedByBoth(outcome: Outcome): boolean {
  return outcome.kind === 'not comparable' && outcome.isRefused === true;
}

function isJudged(outcome: Outcome): outcome is Judged {
  return outcome.kind === 'judged' && outcome.verdict !== 'inconclusive';
}

/** Passes an operation without a proven regression if its runs prove that there is none. */
function passageOfUnshown(figures: RatioFigures, delta: number, looks: number): Passage {
  const { figuresOfRuns } = figures;
  if (figuresOfRuns === undefined) return 'ok';
  if (chanceOfBelow(figuresOfRuns, 1 + delta) <= (1 - CONFIDENCE) / looks) return 'ok';
  return { open: openText(figures, delta, looks) };
}

function whyUnjudged(outcome: Outcome): string {
  if (outcome.kind === 'mean only') return 'of one side only the mean is known';
  if (outcome.kind === 'not comparable') return outcome.why;
  return outcome.reasons.join('; ');
}
