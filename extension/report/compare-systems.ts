import type { ClockUnit } from '../agent';
import {
  decidingRatio,
  evaluateGate,
  listFindings,
  type Gate,
  type GateResult,
  geometricMean,
  type Outcome,
  type Ratio,
  type ShapeFigure,
  type Verdict,
} from '../compare';
import { formatRatio, formatWithin, plural } from '../measure';
import type { ReportColumn } from './columns';
import type { Compared } from './compared';
import { type ShownTurns, suggestTurns } from './turns';

/*
 * A figure of one system improves or regresses over time. Between two systems, one of them is faster
 * or slower, or executes more or fewer instructions: how many times, for what, and what else differs.
 */

/** True if two columns show one system at two times. */
function isSameSystem({ columns }: Compared, at: number): boolean {
  const [first, other] = [columns[0], columns[at]];
  return first?.label === other?.label && describeSystem(first) === describeSystem(other);
}

function describeSystem(each: ReportColumn | undefined): string | undefined {
  if (each?.column.kind !== 'run') return undefined;
  const { os, board } = each.column.record.passes[0]?.facts ?? {};
  return `${os} on ${board}`;
}

const ACROSS_SYSTEMS: Readonly<Record<'time' | 'instructions', Partial<Record<Verdict, string>>>> =
  {
    time: { improved: 'faster', regressed: 'slower' },
    instructions: { improved: 'fewer instructions', regressed: 'more instructions' },
  };

function chooseWord(compared: Compared, verdict: Verdict, unit: ClockUnit | undefined, at: number) {
  if (isSameSystem(compared, at)) return verdict;
  return ACROSS_SYSTEMS[unit === 'instructions' ? 'instructions' : 'time'][verdict] ?? verdict;
}

/** The verdict in words, or the reason why there is none. */
export function verdictWord(compared: Compared, outcome: Outcome, at: number): string {
  if (outcome.kind !== 'judged') return outcome.kind;
  return chooseWord(compared, outcome.verdict, outcome.figures?.unit, at);
}

/** The unit of what an outcome divides; undefined if it has no ratio. */
export function unitOfRatio(outcome: Outcome): ClockUnit | undefined {
  if (outcome.kind === 'mean only') return outcome.unit;
  return outcome.kind === 'judged' ? outcome.figures?.unit : undefined;
}

/** A gate's outcome, the gate as written, and the word for each failed operation. */
export interface ShownGate extends Omit<GateResult, 'failed'> {
  readonly gate: string;
  readonly failed: readonly { readonly name: string; readonly word: string }[];
  /** The comparison in turns that would decide the undecided; absent if the runs took turns. */
  readonly turns?: ShownTurns;
}

/** Applies a gate, in the words of what is compared. */
export function applyGate(compared: Compared, gate: Gate, text: string): ShownGate {
  const { comparison } = compared;
  const failed = listFindings(comparison, gate).flatMap(({ operation, name, at, open }) => {
    const outcome = operation.outcomes[at - 1];
    if (open !== undefined || !outcome) return [];
    return [{ name, word: chooseWord(compared, gate.verdict, unitOfRatio(outcome), at) }];
  });
  const turns = suggestTurns(compared, gate, text);
  return { gate: text, ...evaluateGate(comparison, gate), failed, ...(turns && { turns }) };
}

interface NamedRatio {
  readonly name: string;
  readonly ratio: number;
}

/** The relation of one system to another. */
export interface Relation {
  readonly unit: ClockUnit;
  /** The geometric mean of the ratios. */
  readonly typical: ShapeFigure;
  /** In the order of the comparison; never empty. */
  readonly ratios: readonly NamedRatio[];
  /** Facts besides the systems themselves that may cause a part of it. */
  readonly differing: readonly string[];
}

/** Facts that name the systems themselves. */
const SYSTEM_FACTS: ReadonlySet<string> = new Set(['os', 'board', 'core']);

/** Relates a column to the baseline, if it shows another system and there is any ratio. */
export function relateColumn(compared: Compared, at: number): Relation | undefined {
  if (isSameSystem(compared, at)) return undefined;
  const { operations, facts } = compared.comparison;
  const known = operations.flatMap(({ name, outcomes }) => findRatio(name, outcomes[at - 1]));
  const [unit] = known.map((each) => each.unit);
  if (unit === undefined) return undefined;
  // Times and counts have no typical ratio in common.
  const alike = known.filter((each) => each.unit === unit);
  const differing = facts
    .filter(
      ({ name, matters, values }) => matters && values[0] !== values[at] && !SYSTEM_FACTS.has(name),
    )
    .map(({ name }) => name);
  const typical = geometricMean(alike.map(({ ratio }) => ratio));
  const ratios = alike.map(({ name, ratio }) => ({ name, ratio: ratio.value }));
  return { unit, typical, ratios, differing };
}

function findRatio(
  name: string,
  outcome: Outcome | undefined,
): { readonly name: string; readonly unit: ClockUnit; readonly ratio: Ratio }[] {
  const unit = outcome && unitOfRatio(outcome);
  if (outcome === undefined || unit === undefined) return [];
  if (outcome.kind === 'mean only')
    return [{ name, unit, ratio: { value: outcome.ratio, interval: undefined } }];
  if (outcome.kind !== 'judged' || outcome.figures === undefined) return [];
  const ratio = decidingRatio(outcome.figures);
  return ratio ? [{ name, unit, ratio }] : [];
}

/** States the ratios, with the operations of each. */
export function relationSentence(
  { unit, typical, ratios }: Relation,
  label: string,
  baseline: string,
): string {
  const times = `${formatWithin(typical, formatRatio)} times`;
  const claim =
    unit === 'instructions'
      ? `${label} executes ${times} the instructions of ${baseline}`
      : `${label} takes ${times} as long as ${baseline}`;
  const [least, most] = findExtremes(ratios);
  if (least === undefined || most === undefined || least === most) return `${claim}.`;
  const range = [least, most].map(({ name, ratio }) => `${formatRatio(ratio)} (${name})`);
  const over = plural(ratios.length, 'operation');
  return `${claim}, as the geometric mean of ${over}: from ${range.join(' to ')}.`;
}

function findExtremes(ratios: readonly NamedRatio[]) {
  const sorted = ratios.toSorted((one, other) => one.ratio - other.ratio);
  return [sorted[0], sorted.at(-1)] as const;
}

/** Half of the width of the picture, in characters. */
const HALF = 20;

/** The ratios as bars on a logarithmic scale: twice and half are equally long, to either side of 1. */
export function ratioBars({ ratios }: Relation): string[] {
  const longest = Math.max(Math.log(2), ...ratios.map(({ ratio }) => Math.abs(Math.log(ratio))));
  const width = Math.max(...ratios.map(({ name }) => name.length));
  return ratios.map(({ name, ratio }) => {
    const length = Math.round((HALF * Math.abs(Math.log(ratio))) / longest);
    const bar = '█'.repeat(length);
    const [left, right] = ratio < 1 ? [bar, ''] : ['', bar];
    return `${name.padEnd(width)}  ${left.padStart(HALF)}│${right.padEnd(HALF)}  ${formatRatio(ratio)}`;
  });
}

/** Why a ratio between two systems may mislead. */
export function listCautions({ unit, differing }: Relation): string[] {
  return [
    ...(unit === 'instructions'
      ? ['Instructions are counted on an emulator, which has no caches and no memory wait states.']
      : []),
    ...(differing.length === 0
      ? []
      : [`Other differences that may contribute to the ratio: ${differing.join(', ')}.`]),
  ];
}
