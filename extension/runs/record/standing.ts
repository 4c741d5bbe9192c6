import type { Clock } from '../../agent';
import { parseCount } from '../../base';
import {
  type Agreement,
  agreement,
  type BatchMeans,
  batchMeans,
  type ComparedMeans,
  type CountedBatches,
  type CountedMean,
  averageCounts,
  type Distribution,
  formatFine,
  insufficient,
  marginOver,
  median,
  merge,
  percentiles,
  PERCENTILES,
  shift,
  statistics,
  type Statistics,
} from '../../measure';
import type { OperationRecord, RunPass } from './record';
import type { OperationRow, SampleFigures, Standing } from './row';
import type { Rules } from './rules';

/** A row's standing and every reason why it is no better. */
interface Judgement {
  readonly standing: Standing;
  readonly reasons: readonly string[];
}

/** Judges repeats of one operation; a single doubt makes them inconclusive. */
export function judge(
  group: readonly OperationRecord[],
  pass: RunPass,
  measured: Measured,
  { isIndependent, step }: Pick<Rules, 'isIndependent'> & { readonly step: number },
  found: Agreement | undefined,
): Judgement {
  const doubts = [
    ...group.flatMap(({ problems }) => problems),
    ...passDoubts(pass),
    ...netDoubts(measured.median, isIndependent ? 0 : 2 * step),
    ...disagreement(found),
  ];
  const ends = group.flatMap(({ status, reason }) => (status === 'ok' ? [] : (reason ?? status)));
  return { standing: decideStanding(group, doubts), reasons: [...new Set([...ends, ...doubts])] };
}

/** True if an operation has doubts that no further repeat can remove: its record keeps them. */
export function hasLastingDoubts(pass: RunPass, suite: string, op: string): boolean {
  const repeats = pass.operations.filter((each) => each.suite === suite && each.op === op);
  const failed = repeats.filter(isFailed).length;
  // Among more repeats, a single failed one would be left out.
  const isLost = failed > Math.max(1, repeats.length / REPEATS_OF_FAILED);
  const isSound = repeats.every(
    (each) => (each.status === 'ok' || isFailed(each)) && each.problems.length === 0,
  );
  return isLost || !isSound || passDoubts(pass).length > 0;
}

/** One failure in so many repeats is tolerated: a long stall of the machine, for example. */
const REPEATS_OF_FAILED = 20;

function isFailed({ status }: OperationRecord): boolean {
  return status === 'failed';
}

/**
 * Leaves out failed repeats if they are few among many, since one of hundreds would otherwise take
 * all figures away. On emulators nothing disturbs, so each counts.
 */
export function soundRepeats(
  group: readonly OperationRecord[],
  { isIndependent }: Pick<Rules, 'isIndependent'>,
): readonly OperationRecord[] {
  const sound = group.filter((each) => !isFailed(each));
  const isSeldom = (group.length - sound.length) * REPEATS_OF_FAILED <= group.length;
  return isSeldom && !isIndependent ? sound : group;
}

/** Notes how many repeats were left out, and why. */
export function noteLeftOut(
  group: readonly OperationRecord[],
  sound: readonly OperationRecord[],
): string[] {
  const left = group.filter((each) => !sound.includes(each));
  if (left.length === 0) return [];
  const reasons = [...new Set(left.map(({ status, reason }) => reason ?? status))];
  const are = left.length === 1 ? 'is' : 'are';
  return [
    `${left.length} of ${group.length} repeats failed and ${are} left out: ${reasons.join('; ')}`,
  ];
}

/** True if figures of this standing must not be shown: they would average doubtful values. */
export function isWithheld(standing: Standing): boolean {
  return standing === 'refused' || standing === 'failed' || standing === 'inconclusive';
}

function decideStanding(group: readonly OperationRecord[], doubts: readonly string[]): Standing {
  const hasAny = (status: OperationRecord['status']): boolean =>
    group.some((each) => each.status === status);
  if (hasAny('refused')) return 'refused';
  if (hasAny('failed')) return 'failed';
  if (doubts.length > 0) return 'inconclusive';
  if (hasAny('incomplete')) return 'incomplete';
  return hasAny('stopped') ? 'stopped' : 'ok';
}

function passDoubts({ stream, facts }: RunPass): string[] {
  const { overflows, lostPackets } = stream;
  const check = facts['clock_check'] ?? 'ok';
  const doubts: string[] = [];
  if (overflows > 0 || lostPackets > 0) {
    doubts.push(`the stream overflowed and lost ${lostPackets} packets`);
  }
  if (check !== 'ok') doubts.push(`the clock failed its check: ${check}`);
  return doubts;
}

function disagreement(found: Agreement | undefined): string[] {
  if (found === undefined || found.agree) return [];
  const [difference, allowed] = [found.difference.toFixed(1), found.allowed.toFixed(1)];
  return [`samples and batches disagree by ${difference}, ${allowed} would be allowed`];
}

/** Notes a difference between samples and batches that is no reason for doubt. */
export function differenceNote(found: Agreement | undefined): string[] {
  if (found === undefined || !found.agree || found.isExplained) return [];
  const [more, by] = [found.difference > 0 ? 'less' : 'more', Math.abs(found.difference)];
  return [
    `in a batch an execution takes ${formatFine(by)} ${more} than alone, by more than chance explains`,
  ];
}

/** Compares samples with batches; undefined where there are too few. */
export function computeAgreement(
  { statistics, batches, readingCost = 0, repeats }: Measured,
  { smallestBatch, isIndependent, step }: Rules & { readonly step: number },
): Agreement | undefined {
  // Small batches give no mean, because they contain mostly what surrounds them.
  if (batches === undefined || batches.size < smallestBatch) return undefined;
  return agreement({ ...statistics, batches }, repeats, { readingCost, step, isIndependent });
}

/** Measurements of all repeats of one operation, net of the cost of reading the clock. */
export interface Measured {
  readonly readingCost: number | undefined;
  readonly all: Distribution;
  readonly quiet: Distribution;
  readonly ticked: Distribution;
  /** The median of all samples. */
  readonly median: number | undefined;
  readonly statistics: Readonly<Record<'all' | 'quiet', Statistics | undefined>>;
  readonly batches: BatchMeans | undefined;
  /** Each repeat alone, for the spread between them. */
  readonly repeats: readonly MeasuredRepeat[];
  readonly counted: CountedMean | undefined;
  readonly cold: readonly number[];
}

/** One repeat alone. */
export interface MeasuredRepeat extends ComparedMeans {
  readonly distributions: Readonly<Record<'all' | 'quiet', Distribution>>;
}

/** Merges the measurements of repeats. */
export function mergeRepeats(group: readonly OperationRecord[], rules: Rules): Measured {
  const readingCost = median(merge(...group.map(({ empty }) => empty.samples)));
  const net = (part: Distribution): Distribution => shift(part, -(readingCost ?? 0));
  const quiet = net(merge(...group.map((each) => each.quiet)));
  const ticked = net(merge(...group.map((each) => each.ticked)));
  const all = merge(quiet, ticked);
  return {
    readingCost,
    quiet,
    ticked,
    all,
    median: median(all),
    statistics: { all: statistics(all), quiet: statistics(quiet) },
    batches: joinBatches(group, rules),
    repeats: group.map((each) => {
      const clear = net(each.quiet);
      const distribution = merge(clear, net(each.ticked));
      return {
        distributions: { all: distribution, quiet: clear },
        all: statistics(distribution),
        quiet: statistics(clear),
        // Net of its own empty loop, so the spread between repeats contains the error of the loop.
        batches: joinBatches([each], rules),
      };
    }),
    counted: mergeCounts(group.flatMap(({ counted }) => counted ?? [])),
    cold: group.flatMap(({ cold }) => (cold === null ? [] : [cold - (readingCost ?? 0)])),
  };
}

/** A processor's counter has practically no step, so its counts vary between repeats only. */
function mergeCounts(repeats: readonly CountedBatches[]): CountedMean | undefined {
  const counted = averageCounts(repeats);
  const means = repeats.flatMap((each) => averageCounts([each])?.mean ?? []);
  return counted && { ...counted, margin: marginOver(means, 0) };
}

function joinBatches(
  group: readonly OperationRecord[],
  { smallestBatch: smallest }: Rules,
): Measured['batches'] {
  let before = 0;
  const ticked = group.flatMap(({ batches }) => {
    const first = before;
    before += batches.elapsed.length;
    return batches.ticked.map((index) => first + index);
  });
  const elapsed = group.flatMap(({ batches }) => batches.elapsed);
  const empty = group.flatMap((each) => each.empty.batches);
  return batchMeans({ size: group[0]?.batches.size ?? 0, elapsed, ticked, empty, smallest });
}

/** An operation shorter than this many clock steps is shown by batch means only. */
export const STEPS_NEEDED = 10;

/** Computes figures of samples: of a withheld row the extremes, of a coarse one no percentiles. */
export function sampleFigures(
  distribution: Distribution,
  plain: Statistics | undefined,
  withheld: Standing | undefined,
  coarse: string | undefined,
): SampleFigures {
  const refusal = withheld ?? coarse;
  const allowed = refusal === undefined ? percentiles(distribution) : refusePercentiles(refusal);
  if (plain === undefined || withheld === undefined) {
    return { statistics: plain, margins: {}, percentiles: allowed };
  }
  const { count, min, max } = plain;
  return { statistics: { count, min, max }, margins: {}, percentiles: allowed };
}

/** Figures of batches; of a withheld row none, as even the smallest batch is an average. */
export function batchFigures(
  batches: BatchMeans | undefined,
  withheld: Standing | undefined,
): OperationRow['batches'] {
  if (batches === undefined || withheld === undefined) return batches;
  const { count, size } = batches;
  return { count, size, mean: insufficient(withheld) };
}

function refusePercentiles(refusal: string): SampleFigures['percentiles'] {
  const each = PERCENTILES.map((name) => [name, insufficient(refusal)]);
  return Object.fromEntries(each) as SampleFigures['percentiles'];
}

/**
 * The smallest step of a clock in its unit: by the measured values, otherwise what the agent saw
 * around nothing, where rounding to whole units may look like a step.
 */
export function resolveClockStep({ step, ratio: [num, den] }: Clock, { facts }: RunPass): number {
  return step ?? ((parseCount(facts['clock_step']) ?? 1) * num) / den;
}

/**
 * True if every sample is the exact number of its instructions, however few: all readings cost the same, and a tick of
 * the clock is less than an instruction. The agent takes the cost of a reading for the step of such a clock.
 */
export function countsEach(
  { unit, ratio: [num, den], step }: Clock,
  { facts }: Pick<RunPass, 'facts'>,
): boolean {
  return (
    unit === 'instructions' && num < den && step === undefined && facts['windows'] === 'fenced'
  );
}

/** The reason if samples around this median are too coarse for percentiles. */
export function coarseness(middle: number | undefined, step: number): string | undefined {
  // The step is a fraction, so exactly ten of them may be a rounding error more.
  if (middle === undefined || middle >= STEPS_NEEDED * step * (1 - 1e-12)) return undefined;
  return `shorter than ${STEPS_NEEDED} steps of the clock: batch means only`;
}

/** Doubts a median below zero by more than both readings may be off: no operation costs less than nothing. */
function netDoubts(middle: number | undefined, tolerance: number): string[] {
  return middle === undefined || middle >= -tolerance
    ? []
    : [`the median is ${-middle} below the cost of reading the clock`];
}
