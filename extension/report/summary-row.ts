import type { ClockUnit } from '../agent';
import {
  type Distribution,
  type Figure,
  type PercentileName,
  PERCENTILES,
  type Throughput,
  getFigureValue,
} from '../measure';
import {
  getRulesVersion,
  type ImportedOperation,
  type ImportedRun,
  measurementNames,
  type OperationRow,
  rowMargins,
  rowThroughput,
  rowUppers,
  type RunRecord,
  type Standing,
  summarise,
} from '../runs';

type Optional = number | undefined;

/** One operation of a run, measured or imported, as flat figures; unknown ones are absent. */
export interface SummaryRow {
  readonly run: string;
  readonly target: string;
  readonly source: 'measured' | 'imported';
  /** Undefined for an imported one. */
  readonly build: OperationRow['build'] | undefined;
  readonly name: string;
  readonly params: Readonly<Record<string, number>>;
  readonly unit: ClockUnit;
  readonly standing: Standing;
  readonly samples: Optional;
  readonly ticksInside: Optional;
  readonly mean: Optional;
  /** Half of the 95 % intervals over the repeats. */
  readonly margins: ReturnType<typeof rowMargins>;
  /** The number of agent starts behind it; undefined for an imported one. */
  readonly repeats: Optional;
  /** The 95 % upper bounds of percentiles that are not exact; null where samples are too few. */
  readonly uppers: ReturnType<typeof rowUppers>;
  readonly meanFrom: OperationRow['meanFrom'] | undefined;
  readonly batchMean: Optional;
  readonly trimmedMean: Optional;
  readonly deviation: Optional;
  readonly min: Optional;
  readonly percentiles: Readonly<Partial<Record<PercentileName, number>>>;
  readonly max: Optional;
  readonly cold: Optional;
  readonly readingCost: Optional;
  readonly throughput: Throughput | undefined;
  readonly layouts: OperationRow['layouts'];
  /** The version of the rules by which figures follow from the values; undefined for an imported one. */
  readonly rules: Optional;
  readonly distribution: Distribution;
  /** Everything to consider before trusting the figures. */
  readonly reasons: readonly string[];
}

/** All operations of a run. */
export function summaryRows(record: RunRecord): SummaryRow[] {
  const { passes, imported } = record;
  const measured = passes.flatMap((pass) => {
    const rows = summarise({ passes: [pass] });
    const names = measurementNames(rows);
    const rules = getRulesVersion(pass);
    return rows.map((row, i) => ({ ...summariseMeasured(record, row, names[i] ?? ''), rules }));
  });
  const read = imported?.operations.map((each) => summariseImported(record, imported, each)) ?? [];
  return [...measured, ...read];
}

function summariseMeasured(
  record: RunRecord,
  row: OperationRow,
  name: string,
): Omit<SummaryRow, 'rules'> {
  const { statistics } = row.all;
  const sampled = row.meanFrom === 'samples';
  return {
    run: record.id,
    target: record.target.id,
    source: 'measured',
    name,
    build: row.build,
    params: row.params,
    unit: row.clock.unit,
    standing: row.standing,
    samples: row.samples,
    ticksInside: row.ticksInside,
    mean: getFigureValue(row.mean),
    margins: rowMargins(row),
    repeats: row.repeats,
    uppers: rowUppers(row),
    meanFrom: row.meanFrom,
    batchMean: row.batches && getFigureValue(row.batches.mean),
    trimmedMean: sampled ? statistics?.trimmedMean : undefined,
    deviation: chooseDeviation(row),
    min: statistics?.min,
    percentiles: selectKnownPercentiles(row.all.percentiles),
    max: statistics?.max,
    cold: row.cold[0],
    readingCost: row.readingCost,
    throughput: rowThroughput(row),
    layouts: row.layouts,
    distribution: row.distribution,
    reasons: [...row.reasons, ...row.notes],
  };
}

/** The deviation that belongs to the mean. */
function chooseDeviation({ meanFrom, all, batches }: OperationRow): Optional {
  return meanFrom === 'samples' ? all.statistics?.deviation : batches?.all?.deviation;
}

function selectKnownPercentiles(
  percentiles: Readonly<Record<PercentileName, Figure>>,
): SummaryRow['percentiles'] {
  const pairs = PERCENTILES.flatMap((name) => {
    const value = getFigureValue(percentiles[name]);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(pairs);
}

function summariseImported(
  record: RunRecord,
  { unit }: ImportedRun,
  operation: ImportedOperation,
): SummaryRow {
  const { suite, op, repeat, inconclusive, doubts, notes, samples, min, max, cold } = operation;
  const { mean, trimmedMean, stddev, percentiles } = withholdAverages(operation);
  const problems = inconclusive === undefined ? [] : [inconclusive];
  return {
    run: record.id,
    target: record.target.id,
    source: 'imported',
    build: undefined,
    name: repeat === 0 ? `${suite}/${op}` : `${suite}/${op} #${repeat + 1}`,
    params: {},
    unit,
    samples,
    ticksInside: undefined,
    mean,
    margins: {},
    repeats: undefined,
    uppers: {},
    trimmedMean,
    standing: isDoubted(operation) ? 'inconclusive' : 'ok',
    meanFrom: undefined,
    batchMean: undefined,
    deviation: stddev,
    min,
    percentiles: percentiles ?? {},
    max,
    cold,
    readingCost: undefined,
    throughput: undefined,
    layouts: undefined,
    rules: undefined,
    distribution: operation.distribution ?? [],
    reasons: [...problems, ...doubts, ...notes],
  };
}

function isDoubted({ inconclusive, doubts }: ImportedOperation): boolean {
  return inconclusive !== undefined || doubts.length > 0;
}

const NO_AVERAGES = {
  mean: undefined,
  meanNanoseconds: undefined,
  total: undefined,
  trimmedMean: undefined,
  stddev: undefined,
  percentiles: undefined,
} satisfies Partial<ImportedOperation>;

/** Another tool's operation as it may be shown: without averages if it is in doubt. */
export function withholdAverages(operation: ImportedOperation): ImportedOperation {
  return isDoubted(operation) ? { ...operation, ...NO_AVERAGES } : operation;
}

/** Rows whose mean a program may compare: of headline passes, sound, with a figure. */
export function soundRows(records: readonly RunRecord[]): {
  readonly rows: (SummaryRow & { mean: number })[];
  /** The other rows of headline passes, with their reasons. */
  readonly missing: string[];
} {
  const all = records.flatMap(summaryRows).filter(({ build }) => build !== 'traced');
  const sound = all.map((row) => {
    const { mean, standing } = row;
    return mean !== undefined && standing === 'ok' ? { ...row, mean } : undefined;
  });
  return {
    rows: sound.filter((row) => row !== undefined),
    missing: all.flatMap(({ name, standing, reasons }, at) => {
      if (sound[at]) return [];
      const why = [standing === 'ok' ? 'no mean' : standing, ...reasons].join(', ');
      return [`${name} is left out: ${why}`];
    }),
  };
}

/** Names rows of several runs, adding the target or else the run where names repeat. */
export function namesAmong(rows: readonly SummaryRow[]): string[] {
  const isUnique = (names: readonly string[]): boolean => new Set(names).size === names.length;
  const plain = rows.map(({ name }) => name);
  if (isUnique(plain)) return plain;
  const ofTargets = rows.map(({ name, target }) => `${name} (${target})`);
  return isUnique(ofTargets) ? ofTargets : rows.map(({ name, run }) => `${name} (${run})`);
}
