import { type ArrivedSamples, shortUnit, toUnit } from '../../agent';
import { addCount, EngineError, toFailure, type Port, serve, type Serving } from '../../base';
import {
  compareColumns,
  type ComparedOperation,
  type Comparison,
  decidingRatio,
  listFindings,
  type Gate,
  intervalText,
  parseGate,
  type Ratio,
  type RatioFigures,
} from '../../compare';
import {
  BASELINE,
  planTurns,
  profileReading,
  reachTarget,
  readRun,
  resolveRun,
  runBenchmarks,
  runInterleaved,
  type RunContext,
  type RunListeners,
  type RunOutcome,
  type StoredRun,
  type RunSpec,
} from '../../engine';
import {
  formatChange,
  formatMean,
  formatNumber,
  formatPercent,
  formatRatio,
  histogram,
  type Histogram,
  getFigureValue,
} from '../../measure';
import { compareProfiles, describeCostliest } from '../../profile';
import { runColumn, suggestTurns } from '../../report';
import {
  fullName,
  isSameMeasurement,
  nameAt,
  type OperationRow,
  type RunRecord,
  summarise,
} from '../../runs';
import { withRate } from '../../targets';
import { atMostEvery } from '../shared';
import type {
  GatedOperation,
  GateReport,
  KeptRun,
  MeasuredRow,
  RunCalls,
  TurnAgent,
} from './protocol';

/** Faster updates would not be read. */
const DEPLOY_MS = 100;

type RunServing = Pick<Serving<RunCalls['run']>, 'signal' | 'report'>;

/** Runs a spec, keeps the run and compares it with the baseline. */
export async function measureAndKeep(
  spec: RunSpec,
  serving: RunServing,
  resolveTarget: RunContext['resolveTarget'] = reachTarget,
): Promise<KeptRun> {
  const { signal } = serving;
  const outcome = await runBenchmarks(spec, { resolveTarget, signal, ...listeners(serving) });
  const keptRun = toKeptRun(outcome);
  return { ...keptRun, ...(await gateKeptRun(spec, outcome, keptRun, serving)) };
}

/** Runs two specs of one target in turns and keeps both runs. */
export async function measureInTurns(
  [first, second, { gate, ...request }]: RunCalls['interleave']['takes'],
  serving: RunServing,
  resolveTarget: RunContext['resolveTarget'] = reachTarget,
): Promise<readonly [KeptRun, KeptRun]> {
  const { signal } = serving;
  // Each has its own listeners: both measure operations of the same names.
  const side = (spec: RunSpec, agent: TurnAgent) => ({
    spec,
    context: { resolveTarget, signal, ...listeners(serving, agent) },
  });
  const plan = planTurns(await resolveTarget(first.target, signal), {
    ...request,
    gate: gate === undefined ? undefined : requireGate(gate),
    least: first.repeat,
  });
  const [one, other] = await runInterleaved([side(first, 'A'), side(second, 'B')], plan);
  return [toKeptRun(one), toKeptRun(other)];
}

function listeners({ report }: RunServing, agent?: TurnAgent): RunListeners {
  const live = newLiveHistogram();
  return {
    onMessage: (text) => report({ kind: 'message', text }),
    onWaiting: () => report({ kind: 'waiting' }),
    onBuild: () => report({ kind: 'building' }),
    onDeploy: atMostEvery(
      DEPLOY_MS,
      (done, total) => done >= total,
      withRate((done, total, rate) => report({ kind: 'deploy', done, total, rate })),
    ),
    onQuiet: () => report({ kind: 'quiet' }),
    onProgress: (progress, samples) => {
      const { build, repeat, operation, point } = progress;
      const histogram = live(`${build}/${repeat}/${nameAt(operation, point)}`, samples);
      const unit = samples?.clock ? shortUnit(samples.clock.unit) : 'ticks';
      report({ kind: 'progress', progress: { ...progress, agent, histogram, unit } });
    },
  };
}

function toKeptRun({ folder, record, error }: RunOutcome): KeptRun {
  const { id, status, notes } = record;
  const problems = [...record.problems, ...record.passes.flatMap((pass) => pass.problems)];
  const failure = error === undefined ? undefined : toFailure(error);
  const rows = headlineRows(record).map(withoutSamples);
  const ungated = { gate: undefined, gateProblem: undefined };
  return { id, folder, status, problems, notes, rows, failure, ...ungated };
}

/** Samples stay on disk: a long run has too many to send. */
function withoutSamples(row: OperationRow): MeasuredRow {
  const sent = { ...row, distribution: undefined, ticked: undefined };
  return sent;
}

/** A run that was cut short cannot show whether anything regressed. */
async function gateKeptRun(
  { gate, runsFolder }: RunSpec,
  { record, error }: RunOutcome,
  keptRun: KeptRun,
  { report }: RunServing,
): Promise<Partial<Pick<KeptRun, 'gate' | 'gateProblem'>>> {
  if (gate === undefined || error !== undefined) return {};
  report({ kind: 'comparing', kept: keptRun });
  try {
    return { gate: await gateReport(gate, { id: record.id, runsFolder }) };
  } catch (problem) {
    return { gateProblem: toFailure(problem).message };
  }
}

const BINS = 64;

/** Beyond this many different values, bins are coarser; every bin still holds many. */
const VALUES = 8192;

/** Bins the samples of one operation after the other as they arrive. */
type LiveHistogram = (operation: string, samples: ArrivedSamples | undefined) => Histogram;

/** Counts every sample once, however often the histogram is requested. */
export function newLiveHistogram(): LiveHistogram {
  let current: string | undefined;
  let counter = newCounter();
  return (operation, samples) => {
    if (operation !== current) counter = newCounter();
    current = operation;
    return samples ? histogram(counter(samples), BINS) : histogram([], BINS);
  };
}

function newCounter() {
  let counts = new Map<number, number>();
  let values: number[] = [];
  let taken = 0;
  let step = 1;

  const coarsen = () => {
    step *= 2;
    const finer = counts;
    counts = new Map();
    for (const [value, count] of finer) add(value, count);
  };
  const add = (value: number, count: number) => {
    const start = value - (value % step);
    addCount(counts, start, count);
  };

  return ({ ticks, clock }: ArrivedSamples) => {
    for (; taken < ticks.length; taken += 1) {
      add(ticks[taken] ?? 0, 1);
      if (counts.size > VALUES) coarsen();
    }
    if (values.length !== counts.size) values = [...counts.keys()].sort((a, b) => a - b);
    return values.map((value) => {
      const figure = clock ? toUnit(value, clock.ratio) : value;
      return [figure, counts.get(value) ?? 0] as const;
    });
  };
}

/** Rows shown as figures; those of the traced pass only explain them. */
function headlineRows(record: RunRecord): readonly OperationRow[] {
  return summarise(record).filter(({ build }) => build === 'headline');
}

function requireGate(text: string): Gate {
  const parsed = parseGate(text);
  if ('gate' in parsed) return parsed.gate;
  throw new EngineError('bad-value', parsed.problem, 'Correct the setting cyclescope.gate.');
}

/** Compares a kept run with the pinned baseline, as far as this run measured anything. */
export async function gateReport(
  gate: string,
  run: { readonly id: string; readonly runsFolder: string },
): Promise<GateReport> {
  const parsed = requireGate(gate);
  const folders = { cwd: run.runsFolder, runsFolder: run.runsFolder };
  const sides = [await resolveRun(BASELINE, folders), await resolveRun(run.id, folders)] as const;
  const [before, after] = [await readRun(sides[0]), await readRun(sides[1])];
  refuseOtherTarget(before, after);
  const columns = [before, after].map(runColumn);
  const comparison = selectMeasured(compareColumns(columns.map(({ column }) => column)));
  const { outcome, operations } = judge(comparison, parsed, before, after);
  const explained = await nameFunctions(operations, sides);
  const turns = suggestTurns({ columns, comparison }, parsed, gate);
  return { gate, baseline: before.id, outcome, operations: explained, turns };
}

/** Functions that are named of each operation that fails. */
const NAMED = 3;

/** Adds the functions that make most of the difference, where both runs have a profile. */
async function nameFunctions(
  operations: readonly GatedOperation[],
  sides: readonly [StoredRun, StoredRun],
): Promise<readonly GatedOperation[]> {
  const failed = operations.filter(({ outcome }) => outcome === 'failed');
  if (failed.length === 0) return operations;
  const [before, after] = await Promise.all(sides.map(({ folder }) => profileReading(folder)));
  if (!before?.profile || !after?.profile) return operations;
  const names = new Set(failed.map(({ operation }) => operation));
  const differences = compareProfiles(before.profile, after.profile, (name) => names.has(name));
  const texts = new Map(differences.map((each) => [each.name, describeCostliest(each, NAMED)]));
  return operations.map((each) => {
    const functions = texts.get(each.operation) ?? '';
    if (functions === '') return each;
    return { ...each, why: `${each.why} Instructions by function: ${functions}.` };
  });
}

/** Figures of two targets do not show the effect of a change. */
function refuseOtherTarget(before: RunRecord, after: RunRecord): void {
  if (before.target.id === after.target.id) return;
  throw new EngineError(
    'bad-value',
    `The gate needs a baseline of ${after.target.id}: the pinned run is one of ${before.target.id}.`,
    `Pin a run of ${after.target.id} as the baseline, or select the target of the pinned one.`,
  );
}

/** The part of a comparison that the second run measured. */
function selectMeasured(comparison: Comparison): Comparison {
  const operations = comparison.operations.filter(({ cells }) => cells[1] !== undefined);
  return { ...comparison, operations };
}

function judge(
  comparison: Comparison,
  gate: Gate,
  before: RunRecord,
  after: RunRecord,
): Pick<GateReport, 'outcome' | 'operations'> {
  if (comparison.operations.every(({ cells }) => cells[0] === undefined)) {
    throw new EngineError(
      'bad-value',
      'The baseline has none of the operations of this run.',
      'Pin a run that measured them, with the same parameters, as the baseline.',
    );
  }
  // Together: how many operations there are matters to the verdict on each.
  const findings = listFindings(comparison, gate);
  const rows = [headlineRows(before), headlineRows(after)] as const;
  const operations = findings.map(({ operation, name, open }): GatedOperation => ({
    operation: fullName(operation),
    outcome: open === undefined ? 'failed' : 'inconclusive',
    why: open === undefined ? ratioSentence(operation, gate) : `${name}: ${open}`,
    expected: figureLines(rows[0], operation),
    actual: figureLines(rows[1], operation),
  }));
  const isFailed = operations.some(({ outcome }) => outcome === 'failed');
  const open = operations.length > 0 ? 'inconclusive' : 'ok';
  return { outcome: isFailed ? 'failed' : open, operations };
}

function ratioSentence({ name, outcomes: [outcome] }: ComparedOperation, gate: Gate): string {
  if (outcome?.kind !== 'judged' || outcome.figures === undefined)
    return `${name} ${gate.verdict}.`;
  const allowed = `the gate allows ${allowance(gate, outcome.figures)}`;
  return `${name} ${gate.verdict}: its ${differenceText(outcome.figures)}; ${allowed}.`;
}

function differenceText(figures: RatioFigures): string {
  const { decidedBy, change = 0, unit } = figures;
  const ratio = decidingRatio(figures);
  if (ratio === undefined) {
    return `${decidedBy} differs by ${formatChange(change)} ${shortUnit(unit)} from the baseline's`;
  }
  const times = `${formatRatio(ratio.value)} times`;
  return `${decidedBy} is ${times} the baseline's${intervalNote(ratio)}`;
}

function allowance({ verdict, delta, instructions }: Gate, figures: RatioFigures): string {
  if (instructions !== undefined) return `less than ${instructions} instr more`;
  if (verdict === 'changed' && figures.change !== undefined) return 'no difference';
  const percent = formatPercent(delta ?? figures.delta);
  return verdict === 'changed' ? `${percent} more or less` : `${percent} more`;
}

function intervalNote({ interval }: Ratio): string {
  if (interval === undefined || interval.low === interval.high) return '';
  return ` (95 % interval ${intervalText(interval)})`;
}

/** One figure per line, so that two columns can be compared side by side. */
function figureLines(rows: readonly OperationRow[], operation: ComparedOperation) {
  const row = rows.find((each) => isSameMeasurement(each, operation));
  if (row === undefined) return '';
  const { mean, all } = row;
  const figures = [
    ['mean', getFigureValue(mean), formatMean],
    ['p50', getFigureValue(all.percentiles.p50), formatNumber],
    ['p99', getFigureValue(all.percentiles.p99), formatNumber],
    ['max', all.statistics?.max, formatNumber],
  ] as const;
  const lines = figures.flatMap(([name, value, format]) =>
    value === undefined ? [] : [`${name.padEnd(5)}${format(value)} ${shortUnit(row.clock.unit)}`],
  );
  return [fullName(row), ...lines].join('\n');
}

/** Serves runs on a port. */
export function serveRuns(port: Port): void {
  serve<RunCalls>(port, {
    run: (spec, serving) => measureAndKeep(spec, serving),
    interleave: (request, serving) => measureInTurns(request, serving),
  });
}
