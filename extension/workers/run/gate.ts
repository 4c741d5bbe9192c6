import { shortUnit } from '../../core/measure/clock';
import {
  type ComparedOperation,
  type Comparison,
  compareColumns,
} from '../../core/measure/compare/compare';
import { type Gate, evaluateGate, parseGate } from '../../core/measure/compare/gate';
import type { Ratio } from '../../core/measure/compare/ratio';
import { valueOf } from '../../core/measure/figure';
import { formatMean, formatNumber, formatPercent, formatRatio } from '../../core/report/numbers';
import type { RunRecord } from '../../core/runs/record';
import type { OperationRow } from '../../core/runs/row';
import { fullName, isSameMeasurement } from '../../core/sweep/names';
import { EngineError } from '../../engine/error';
import { resolveRun } from '../../engine/resolve';
import { BASELINE } from '../../engine/resolve/baseline';
import { readRun } from '../../engine/resolve/read';
import { headlineRows } from './headline';
import type { GatedOperation, GateReport } from './protocol';

/** Holds a kept run against the pinned baseline, as far as this run measured anything. */
export async function gateReport(
  gate: string,
  run: { readonly id: string; readonly runsFolder: string },
): Promise<GateReport> {
  const parsed = parseGate(gate);
  if ('problem' in parsed)
    throw new EngineError('bad-value', `cyclescope.gate: ${parsed.problem}.`);
  const places = { cwd: run.runsFolder, runsFolder: run.runsFolder };
  const before = await readRun(await resolveRun(BASELINE, places));
  const after = await readRun(await resolveRun(run.id, places));
  refuseOtherTarget(before, after);
  const columns = [before, after].map((record) => ({ kind: 'run', record }) as const);
  const comparison = compareColumns(columns);
  return { gate, baseline: before.id, ...judge(comparison, parsed.gate, before, after) };
}

/** Figures of two targets say nothing about a change. */
function refuseOtherTarget(before: RunRecord, after: RunRecord): void {
  if (before.target.id === after.target.id) return;
  throw new EngineError(
    'bad-value',
    `The gate needs a baseline of ${after.target.id}: the pinned run is one of ${before.target.id}.`,
  );
}

function judge(
  comparison: Comparison,
  gate: Gate,
  before: RunRecord,
  after: RunRecord,
): Pick<GateReport, 'outcome' | 'operations'> {
  const measured = comparison.operations.filter(({ cells }) => cells[1] !== undefined);
  if (measured.every(({ cells }) => cells[0] === undefined)) {
    throw new EngineError('bad-value', 'The baseline has none of the operations of this run.');
  }
  const { outcome } = evaluateGate({ ...comparison, operations: measured }, gate);
  const rows = [headlineRows(before), headlineRows(after)] as const;
  const operations = measured.flatMap((operation): GatedOperation[] => {
    const own = evaluateGate({ ...comparison, operations: [operation] }, gate);
    // What the baseline cannot know leaves nothing to judge; that is no finding.
    if (own.outcome === 'ok' || operation.cells[0] === undefined) return [];
    return [
      {
        operation: fullName(operation),
        outcome: own.outcome,
        why: own.outcome === 'failed' ? ratioSentence(operation, gate) : own.inconclusive.join(' '),
        expected: figureLines(rows[0], operation),
        actual: figureLines(rows[1], operation),
      },
    ];
  });
  return { outcome, operations };
}

function ratioSentence({ name, outcomes: [outcome] }: ComparedOperation, gate: Gate): string {
  if (outcome?.kind !== 'judged' || outcome.figures === undefined) return `${name} regressed.`;
  const { mean, delta, leastDelta } = outcome.figures;
  const allowed = gate.delta === undefined ? delta : Math.max(gate.delta, leastDelta);
  return (
    `${name} regressed: its mean is ${formatRatio(mean.value)} times the baseline's` +
    `${intervalText(mean)}; the gate allows ${formatPercent(allowed)} more.`
  );
}

function intervalText({ interval }: Ratio): string {
  if (interval === undefined || interval.low === interval.high) return '';
  return ` (95 % interval ${formatRatio(interval.low)} .. ${formatRatio(interval.high)})`;
}

/** One figure a line, so that two columns can be read beside each other. */
function figureLines(rows: readonly OperationRow[], operation: ComparedOperation) {
  const row = rows.find((each) => isSameMeasurement(each, operation));
  if (row === undefined) return '';
  const { mean, all } = row;
  const figures = [
    ['mean', valueOf(mean), formatMean],
    ['p50', valueOf(all.percentiles.p50), formatNumber],
    ['p99', valueOf(all.percentiles.p99), formatNumber],
    ['max', all.statistics?.max, formatNumber],
  ] as const;
  const lines = figures.flatMap(([name, value, format]) =>
    value === undefined ? [] : [`${name.padEnd(5)}${format(value)} ${shortUnit(row.clock.unit)}`],
  );
  return [fullName(row), ...lines].join('\n');
}
