import { type Clock, tickDensity } from '../../agent';
import { groupBy, parseCount } from '../../base';
import {
  type Agreement,
  type BatchMeans,
  type Figure,
  figure,
  formatFine,
  formatNumber,
  insufficient,
  marginOver,
  merge,
  percentiles,
  PERCENTILES,
  plural,
  type Resolution,
  computeResolution,
  size,
  type Statistics,
  upperBounds,
  getFigureValue,
} from '../../measure';
import type { OperationRecord, RunPass, RunRecord } from './record';
import { withLayouts } from './layouts';
import { type OperationRow, repeatKey, type SampleFigures } from './row';
import { chooseRules } from './rules';
import {
  batchFigures,
  coarseness,
  countsEach,
  computeAgreement,
  differenceNote,
  isWithheld,
  judge,
  noteLeftOut,
  type Measured,
  mergeRepeats,
  sampleFigures,
  soundRepeats,
  resolveClockStep,
  STEPS_NEEDED,
} from './standing';

/**
 * One row per operation, parameters and pass, in the order of measurement; the points of a sweep
 * are adjacent.
 */
export function summarise({ passes }: Pick<RunRecord, 'passes'>): OperationRow[] {
  return passes.flatMap((pass) => {
    const rows = groupOperations(pass.operations).flatMap((group) => summariseGroup(group, pass));
    return pass.layouts ? withLayouts(rows, summarise({ passes: pass.layouts })) : rows;
  });
}

function groupOperations(operations: readonly OperationRecord[]): (readonly OperationRecord[])[] {
  const groups = groupBy(operations, (each) => repeatKey(each, each.clock));
  const points = groupBy(groups.values(), (group) =>
    JSON.stringify([group[0]?.suite, group[0]?.op]),
  );
  return [...points.values()].flat();
}

/** The part of a row that all repeats of an operation share. */
function pickIdentity({ suite, op, at, params, shard }: OperationRecord) {
  return { suite, op, at, params, shard };
}

function summariseGroup(all: readonly OperationRecord[], pass: RunPass): OperationRow[] {
  const [first] = all;
  const clock = pass.clocks[first?.clock ?? 0];
  if (first === undefined || clock === undefined) return [];
  const rules = chooseRules(pass, clock);
  const group = soundRepeats(all, rules);
  const refused = group.some(({ status }) => status === 'refused');
  const measured = mergeRepeats(refused ? [] : group, rules);
  const step = resolveClockStep(clock, pass);
  const short = coarseness(measured.median, step);
  const coarse = countsEach(clock, pass) ? undefined : short;
  const found = computeAgreement(measured, { ...rules, step });
  const { standing, reasons } = judge(group, pass, measured, { ...rules, step }, found);
  const withheld = isWithheld(standing) ? standing : undefined;
  const { mean, meanFrom } = headline(measured, short, coarse);
  const resolution = estimateResolution(group, clock, measured);
  const identical = areIdentical(group, measured);
  const outlier = doubtOutlier(group, pass, measured, short === undefined ? 0 : step);
  // Instructions are counted one by one, however far apart two readings of their clock are.
  const isCounted = short !== undefined && clock.unit === 'instructions';
  const near = isCounted ? 1 : Math.max(1, step);
  const shown = { coarse, near, mean, outlier, found };
  // Counted instructions that repeat are exact.
  const isExact = clock.unit === 'instructions' && identical !== false;
  const margins = isExact ? NO_MARGINS : computeMargins(measured, resolution, meanFrom);
  return [
    {
      build: pass.build,
      ...pickIdentity(first),
      ...pickClock(clock, pass),
      standing,
      reasons,
      notes:
        withheld === undefined ? [...noteLeftOut(all, group), ...listNotes(measured, shown)] : [],
      outlier: withheld === undefined ? outlier : undefined,
      repeats: group.length,
      identical,
      samples: measured.statistics.all?.count ?? 0,
      ...countTicks(measured, clock, pass),
      readingCost: measured.readingCost,
      mean: withheld === undefined ? withMargin(mean, margins.mean) : insufficient(withheld),
      meanFrom,
      resolution: withheld === undefined ? resolution : undefined,
      all: margins.samples(
        'all',
        sampleFigures(measured.all, measured.statistics.all, withheld, coarse),
      ),
      quiet: margins.samples(
        'quiet',
        sampleFigures(measured.quiet, measured.statistics.quiet, withheld, coarse),
      ),
      batches: margins.batches(batchFigures(measured.batches, withheld)),
      counted: withheld === undefined ? measured.counted : undefined,
      cold: measured.cold,
      distribution: measured.all,
      ticked: measured.ticked,
      attempted: sum(group, 'attempted'),
      stored: sum(group, 'stored'),
      decoded: sum(group, 'decoded'),
    },
  ];
}

/** The host measured the core's rate; other clocks have rates of their own. */
function pickClock(clock: Clock, { facts }: RunPass): Pick<OperationRow, 'clock' | 'rateError'> {
  const percent = Number.parseFloat(facts['core_hz_error'] ?? '');
  const isKnown = clock.unit === 'cycles' && percent > 0;
  return { clock, ...(isKnown && { rateError: percent / 100 }) };
}

/** Without samples, nothing can differ. */
function areIdentical(
  group: readonly OperationRecord[],
  { all }: Measured,
): OperationRow['identical'] {
  if (group.length < 2 || all.length === 0) return undefined;
  return new Set(group.map((each) => each.digest)).size === 1;
}

/** The uncertainty of a row's figures, from the variation between its repeats. */
interface Margins {
  readonly mean: number | undefined;
  readonly samples: (which: 'all' | 'quiet', of: SampleFigures) => SampleFigures;
  readonly batches: (of: OperationRow['batches']) => OperationRow['batches'];
}

const NO_MARGINS: Margins = {
  mean: undefined,
  samples: (_, of) => of,
  batches: (of) => of,
};

function computeMargins(
  { repeats, ...measured }: Measured,
  resolution: Resolution,
  from: OperationRow['meanFrom'],
): Margins {
  const ofMeans = (which: 'all' | 'quiet', key: 'mean' | 'trimmedMean') => {
    const means = repeats.flatMap((each) => each[which]?.[key] ?? []);
    return marginOver(means, resolution.mean);
  };
  const batchMeans = repeats.flatMap(({ batches }) => batches?.all?.mean ?? []);
  const ofBatches = marginOver(batchMeans, resolution.batchMean);
  return {
    mean: from === 'samples' ? ofMeans('all', 'mean') : ofBatches,
    batches: (of) => of && { ...of, mean: withMargin(of.mean, ofBatches) },
    samples: (which, of) => {
      const named = repeats.map(({ distributions }) => percentiles(distributions[which]));
      const bounds = upperBounds(measured[which]);
      const bounded = PERCENTILES.map((name) => {
        const values = named.flatMap((each) => getFigureValue(each[name]) ?? []);
        const margin = marginOver(values, resolution.percentile);
        const bound = bounds[name];
        const upper = bound === null ? null : Math.ceil(bound + resolution.percentile);
        return [name, withMargin(of.percentiles[name], bound === null ? undefined : margin, upper)];
      });
      const isShown = of.statistics?.mean !== undefined;
      return {
        ...of,
        margins: isShown
          ? { mean: ofMeans(which, 'mean'), trimmedMean: ofMeans(which, 'trimmedMean') }
          : {},
        percentiles: Object.fromEntries(bounded) as SampleFigures['percentiles'],
      };
    },
  };
}

function withMargin(of: Figure, margin: number | undefined, upper?: number | null): Figure {
  return 'value' in of ? figure(of.value, margin, upper) : of;
}

function estimateResolution(
  group: readonly OperationRecord[],
  { step, ratio: [num, den] }: Clock,
  { statistics }: Measured,
): Resolution {
  return computeResolution({
    // If values show no step, a figure is as fine as the clock's unit or its tick.
    step: step ?? Math.max(1, num / den),
    empty: merge(...group.map(({ empty }) => empty.samples)),
    samples: statistics.all,
    batchSize: group[0]?.batches.size ?? 0,
    emptyBatches: group.flatMap((each) => each.empty.batches),
  });
}

/** Without a tick rate nothing detects ticks, so zero flagged samples do not mean zero ticks. */
function countTicks(
  { ticked }: Measured,
  clock: Clock,
  { facts }: RunPass,
): Pick<OperationRow, 'ticksInside' | 'tickDensity'> {
  const density = tickDensity(clock, parseCount(facts['tick_hz']) ?? 0);
  const isSeen = density !== undefined || ticked.length > 0;
  return { ticksInside: isSeen ? size(ticked) : undefined, tickDensity: density };
}

/** The mean of samples, or of batches for a short operation; that of short exact samples if there is no other. */
function headline(
  { statistics, batches }: Measured,
  short: string | undefined,
  coarse: string | undefined,
): Pick<OperationRow, 'mean' | 'meanFrom'> {
  const sampleMean = statistics.all?.mean;
  const mean = batches?.mean ?? insufficient('no batches were measured');
  const isSampled = short === undefined || (coarse === undefined && 'insufficient' in mean);
  return isSampled && sampleMean !== undefined
    ? { mean: figure(sampleMean), meanFrom: 'samples' }
    : { mean, meanFrom: 'batches' };
}

interface Shown {
  readonly coarse: string | undefined;
  /** A mean of batches closer than this to the samples needs no explanation: these are whole units and whole steps. */
  readonly near: number;
  readonly mean: Figure;
  readonly outlier: string | undefined;
  /** Samples compared with batches. */
  readonly found: Agreement | undefined;
}

function listNotes(measured: Measured, shown: Shown): string[] {
  const { coarse, near, mean, outlier, found } = shown;
  const notes = [coarse, outlier].filter((note) => note !== undefined);
  if ('insufficient' in mean) notes.push(mean.insufficient);
  const outside = outsideNote(measured.statistics.all, measured.batches, near);
  if (outside !== undefined) notes.push(outside);
  if (measured.readingCost === undefined && measured.all.length > 0) {
    notes.push('the cost of reading the clock was not measured and is not subtracted');
  }
  return [...notes, ...differenceNote(found)];
}

/** Explains a mean of batches that no sample comes near, which is otherwise taken for a mistake. */
function outsideNote(
  samples: Statistics | undefined,
  batches: BatchMeans | undefined,
  near: number,
): string | undefined {
  const mean = batches && getFigureValue(batches.mean);
  if (samples === undefined || mean === undefined) return undefined;
  const { min, max } = samples;
  if (mean > min - near && mean < max + near) return undefined;
  const range = min === max ? formatNumber(min) : `${formatNumber(min)} to ${formatNumber(max)}`;
  return (
    `the mean of batches, ${formatFine(mean)}, lies outside the samples' ${range}: the readings ` +
    'of the clock around every sample change the code or its timing, those around a batch hardly do'
  );
}

/** A slowest sample beyond this multiple of p99 is not part of the operation's own tail. */
const OUTLIER = 2;

/** Preemptions in more than one of this many executions are the operation's own, by its own threads. */
const RARE = 10;

/**
 * Doubts the slowest sample if something else that went on may explain it, and names that. Of an operation
 * that is short for its clock, whose step is given, the samples differ by steps alone, and p99 is not shown.
 */
function doubtOutlier(
  group: readonly OperationRecord[],
  { conditions = {}, clocks }: RunPass,
  { statistics: { all }, all: samples }: Measured,
  step: number,
): string | undefined {
  const p99 = getFigureValue(percentiles(samples).p99);
  const isEmulated = clocks[group[0]?.clock ?? 0]?.unit === 'instructions';
  if (all === undefined || p99 === undefined || isEmulated) return undefined;
  if (all.max < OUTLIER * Math.max(p99, STEPS_NEEDED * step)) return undefined;
  const preemptions = group.reduce((total, each) => total + (each.preemptions ?? 0), 0);
  const isOther = preemptions > 0 && preemptions * RARE <= sum(group, 'attempted');
  const load = Math.max(Number(conditions['load_begin'] ?? 0), Number(conditions['load_end'] ?? 0));
  const stolen = Number(conditions['stolen_ms'] ?? 0);
  const causes = [
    ...(isOther ? [`the system preempted the agent ${plural(preemptions, 'time')}`] : []),
    ...(stolen > 0 ? [`the hypervisor took ${formatNumber(stolen)} ms from the run`] : []),
    ...(load > 1 ? [`the load was ${load}`] : []),
    ...rateChange(conditions),
  ];
  if (causes.length === 0) return undefined;
  const times = formatNumber(Number((all.max / (step || p99)).toPrecision(2)));
  const far = `${times} ${step > 0 ? 'steps of the clock' : 'times p99'}`;
  return `the slowest sample, ${far}, may not be the operation's own: ${causes.join(', ')}`;
}

/** Rates always vary a little; one that moved by more than this share may explain an outlier. */
const RATE_CHANGE = 0.05;

/** Names a change of the slowest processor's rate: rates are a number, or `1200 to 2400`. */
function rateChange({
  cpu_mhz_begin: begin = '',
  cpu_mhz_end: end = '',
}: Readonly<Record<string, string>>): string[] {
  const change = parseFloat(end) / parseFloat(begin) - 1;
  if (!(Math.abs(change) > RATE_CHANGE)) return [];
  return [`the processors ran at ${begin} MHz at the start and at ${end} MHz at the end`];
}

function sum(group: readonly OperationRecord[], key: 'attempted' | 'stored' | 'decoded'): number {
  return group.reduce((total, each) => total + each[key], 0);
}
