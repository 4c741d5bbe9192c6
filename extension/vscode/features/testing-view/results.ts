import type { Bench } from '../../../agent';
import { benchName } from '../../../engine';
import { fullName, type Point, pointText, listSweptPoints } from '../../../runs';
import type { GatedOperation, GateReport, KeptRun, MeasuredRow } from '../../../workers';
import type { EndedRun } from '../../common';
import { pointsText } from '../../services/figures';
import { describeRow, resultLines } from './describe';

/** The outcome of one operation, as shown in the Testing view. */
export interface ItemResult {
  readonly operation: string;
  readonly state: 'passed' | 'failed' | 'errored' | 'skipped';
  /** Follows the name; undefined if there is nothing to show. */
  readonly description: string | undefined;
  readonly lines: readonly string[];
  /** The reason for a failure. */
  readonly message: string | undefined;
  /** Baseline and run, if they are shown side by side. */
  readonly difference: Pick<GatedOperation, 'expected' | 'actual'> | undefined;
}

/** One result per requested operation. */
export function toItemResults(benches: readonly Bench[], end: EndedRun): readonly ItemResult[] {
  return benches.map((bench) => {
    const operation = benchName(bench);
    const all = end.result?.rows ?? [];
    const rows = all.filter(({ suite, op }) => suite === bench.suite && op === bench.op);
    const points = listSweptPoints(rows);
    const results = rows.map((row, at) =>
      makeRowResult(operation, row, points[at] ?? {}, end.result),
    );
    const [only, ...others] = results;
    if (only === undefined) return makeEmptyResult(operation, end);
    return others.length === 0 ? only : together(operation, rows, results);
  });
}

const worst = ['errored', 'failed', 'passed', 'skipped'] as const;

/** The points of a sweep as one result, which fails if any of them does. */
function together(
  operation: string,
  rows: readonly MeasuredRow[],
  results: readonly ItemResult[],
): ItemResult {
  const state = worst.find((each) => results.some((result) => result.state === each)) ?? 'skipped';
  const description = pointsText(rows);
  const points = listSweptPoints(rows).map(pointText);
  const messages = results.flatMap(({ message }, at) =>
    message === undefined ? [] : [`${points[at]}: ${message}`],
  );
  return {
    operation,
    state,
    description,
    lines: [`${operation}: ${description}`, ...results.flatMap(({ lines }) => lines)],
    message: messages.length === 0 ? undefined : messages.join('\n'),
    difference: results.find(({ difference }) => difference)?.difference,
  };
}

function makeRowResult(
  operation: string,
  row: MeasuredRow,
  point: Point,
  run: KeptRun | undefined,
): ItemResult {
  const gated = run?.gate?.operations.find((each) => each.operation === fullName(row));
  const finding = gated ? [`  Gate: ${gated.why}`] : [];
  const result = {
    operation,
    description: describeRow(row),
    lines: [...resultLines(row, point), ...finding],
    message: undefined,
    difference: undefined,
  };
  if (row.standing === 'failed' || (row.standing === 'incomplete' && run?.failure)) {
    const message = row.reasons.join('; ') || row.standing;
    return { ...result, state: 'errored', message };
  }
  // A limit of the target or a stop by the user is no fault; doubtful figures are no result.
  if (row.standing !== 'ok') return { ...result, state: 'skipped' };
  if (gated?.outcome !== 'failed') return { ...result, state: 'passed' };
  const { why: message, expected, actual } = gated;
  return { ...result, state: 'failed', message, difference: { expected, actual } };
}

function makeEmptyResult(
  operation: string,
  { failure, wasCancelled, result }: EndedRun,
): ItemResult {
  const nothing = { operation, description: undefined, lines: [], difference: undefined };
  if (wasCancelled) return { ...nothing, state: 'skipped', message: undefined };
  const message = failure?.message ?? result?.problems.join(' ') ?? '';
  return { ...nothing, state: 'errored', message: message || 'The run has no figures for it.' };
}

const turnsLines = ({ sentence, command }: NonNullable<GateReport['turns']>) => [
  sentence,
  `  ${command}`,
  '  In the editor: "Compare two agents in turns…" in the menu of the view Runs.',
];

/** Lines of output about the run as a whole. */
export function runLines({ result, failure, wasCancelled }: EndedRun): readonly string[] {
  const hint = failure?.hint === undefined ? [] : [`  ${failure.hint}`];
  const { gate, gateProblem } = result ?? {};
  const undecided = gate?.operations.filter(({ outcome }) => outcome === 'inconclusive') ?? [];
  return [
    ...(result?.problems ?? []),
    ...(result?.notes ?? []),
    ...(gate ? [`Gate ${gate.gate} against ${gate.baseline}: ${gate.outcome}.`] : []),
    ...undecided.map(({ why }) => `  inconclusive: ${why}`),
    ...(gate?.turns ? turnsLines(gate.turns) : []),
    ...(gateProblem === undefined ? [] : [`The gate was not applied. ${gateProblem}`]),
    ...(failure ? [failure.message, ...hint] : []),
    ...(wasCancelled && !result ? ['Cancelled before anything was measured.'] : []),
    ...(result ? [`Run stored in ${result.folder}`] : []),
  ];
}
