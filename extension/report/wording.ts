import { type Clock, type ImageBuild, shortUnit } from '../agent';
import { groupBy } from '../base';
import {
  figure,
  formatFine,
  formatWithin,
  formatNumber,
  formatStep,
  type Histogram,
  formatMargin,
  formatPercent,
  getFigureMargin,
  UNBOUNDED,
  getUpperBound,
  NO_FIGURE,
  PERCENTILES,
  plural,
  samplesNeeded,
} from '../measure';
import { type OperationRow, rowThroughput, RULES, getRulesVersion, type RunRecord } from '../runs';

/** The purpose of each pass. */
export const PASS_TITLES: Readonly<Record<ImageBuild, string>> = {
  headline: 'Headline pass',
  traced: 'Traced pass (explains; its figures carry the cost of tracing)',
};

/** Explains a clock's unit next to figures. */
export function unitSentence(clock: Clock): string {
  const { unit, name, hz, step } = clock;
  const [num, den] = clock.ratio;
  const source = `clock ${name}, ${formatNumber(hz)} Hz, ${num}/${den} ${shortUnit(unit)} a tick`;
  const steps = step === undefined ? '' : ` Its smallest step is ${formatStep(step, clock)}.`;
  if (unit !== 'instructions') return `Figures are ${unit} (${source}).${steps}`;
  return `Figures are instructions of an emulated core, never cycles (${source}).${steps}`;
}

/** Describes how figures of an old record were measured and are made, if it differs from today. */
export function rulesSentence({ passes }: Pick<RunRecord, 'passes'>): string | undefined {
  const sentences = [
    ...(passes.some((pass) => getRulesVersion(pass) < RULES) ? [FIRST_RULES] : []),
    ...(passes.some(({ facts }) => facts['windows'] !== 'fenced') ? [UNFENCED] : []),
  ];
  return sentences.join(' ') || undefined;
}

const FIRST_RULES =
  "Figures by the rules of version 1: the clock's step as the agent reports it, samples and " +
  'batches compared as independent values, batches of any size.';

const UNFENCED =
  'Readings of the clock without a fence: the compiler could move code of the loop between them, and ' +
  'single operations may be off by up to three instructions.';

/** Describes the number of repeats behind a row's figures, where there are several. */
export function describeRepeats({ repeats }: Pick<OperationRow, 'repeats'>): string[] {
  return repeats > 1 ? [plural(repeats, 'repeat')] : [];
}

/** Describes how often the kernel's tick comes, and its effect on the tail. */
export function tickSentence({
  tickDensity,
  ticksInside,
  clock,
}: OperationRow): string | undefined {
  if (tickDensity === undefined) {
    return ticksInside === undefined
      ? 'Kernel ticks are not visible on this target: any sample may contain one.'
      : undefined;
  }
  const rate = `A kernel tick comes every ${formatNumber(tickDensity)} ${shortUnit(clock.unit)}`;
  if (clock.unit !== 'instructions') return `${rate}.`;
  return `${rate}: on an emulated target the tail is a picture of the tick rate.`;
}

/** Explains missing percentiles. */
export function enoughSentence(): string {
  const needs = PERCENTILES.map((name) => `${name} ${formatNumber(samplesNeeded(name))}`);
  return `${NO_FIGURE} replaces a figure that would not be sound; a percentile needs samples: ${needs.join(', ')}.`;
}

/** Describes the cost that was subtracted from the figures. */
export function readingSentence(rows: readonly OperationRow[]): string | undefined {
  const costs = rows.flatMap(({ readingCost }) => readingCost ?? []);
  const unit = rows[0] && shortUnit(rows[0].clock.unit);
  if (costs.length === 0 || unit === undefined) return undefined;
  const each = [...new Set(costs)].sort((a, b) => a - b).map(formatNumber);
  return `The cost of reading the clock (${each.join(' or ')} ${unit}) is subtracted.`;
}

/** Explains what follows a `±`, or that nothing is known about the spread between repeats. */
export function marginSentence(rows: readonly OperationRow[]): string | undefined {
  const sentence = spreadSentence(rows);
  const rateError = Math.max(0, ...rows.map((row) => row.rateError ?? 0));
  if (sentence === undefined || rateError === 0) return sentence;
  return `${sentence} The rate of the core was measured to ±${formatPercent(rateError)}, which is part of the ± of times.`;
}

function spreadSentence(rows: readonly OperationRow[]): string | undefined {
  const withMargin = rows.filter(({ mean }) => getFigureMargin(mean) !== undefined);
  const repeats = [...new Set(withMargin.map((row) => row.repeats))].sort((a, b) => a - b);
  if (repeats.length > 0) {
    const count = repeats.map(formatNumber).join(' or ');
    return `± is half of the 95 % interval over ${count} repeats, widened by the resolution of the clock.`;
  }
  const single = rows.filter(({ repeats: count, clock, mean }) => {
    return count === 1 && clock.unit !== 'instructions' && 'value' in mean;
  });
  if (single.length === 0) return undefined;
  const errors = Array.from(
    groupBy(single, ({ clock }) => shortUnit(clock.unit)),
    ([unit, all]) => {
      const error = Math.max(...all.map(({ resolution }) => resolution?.percentile ?? 0));
      return `±${formatFine(error)} ${unit}`;
    },
  );
  return (
    `${MEASURED_ONCE} The clock and the cost of reading it alone leave up to ` +
    `${errors.join(' or ')}.`
  );
}

/** The remark on figures of a single repeat. */
export const MEASURED_ONCE = 'Measured once: how far figures vary between repeats is unknown.';

/** Explains the bounds of percentiles that a table shows. */
export function explainBounds(rows: readonly OperationRow[]): string | undefined {
  const shown = rows.flatMap(({ all }) => Object.values(all.percentiles));
  const isUpper = shown.some((of) => formatMargin(of).startsWith('≤'));
  const isOpen = shown.some((of) => getUpperBound(of) === null);
  const sentences = [
    ...(isUpper ? ['≤ is the 95 % upper bound of a percentile by the order of the samples.'] : []),
    ...(isOpen
      ? [`${UNBOUNDED} marks a percentile of too few samples for an upper bound: p99 needs 299.`]
      : []),
  ];
  return sentences.join(' ') || undefined;
}

/** Follows a largest sample that something else may explain. */
const OUTLIER_MARK = ' ?';

/** The largest sample, marked if it may not be the operation's own. */
export function maxCell({ all: { statistics }, outlier }: OperationRow): string {
  if (statistics === undefined) return NO_FIGURE;
  return formatNumber(statistics.max) + (outlier === undefined ? '' : OUTLIER_MARK);
}

/** Explains the mark, if a row has it. */
export function outlierSentence(rows: readonly OperationRow[]): string | undefined {
  if (rows.every(({ outlier }) => outlier === undefined)) return undefined;
  return '? marks a largest sample that something else on the machine may explain; the notes name it.';
}

/** The heading of a processor counter's figures; undefined if there was none. */
export function formatCounterTitle(rows: readonly OperationRow[]): string | undefined {
  const unit = rows.flatMap(({ counted }) => counted ?? [])[0]?.unit;
  return unit && `${unit === 'instructions' ? 'instr' : unit}/op`;
}

/** Explains the source of the counts. */
export function explainCounts(rows: readonly OperationRow[]): string | undefined {
  const title = formatCounterTitle(rows);
  if (title === undefined) return undefined;
  const most = Math.max(...rows.map(({ counted }) => counted?.batches ?? 0));
  return (
    `${title} is by the processor's own counter around ${most} more batches, ` +
    'the cost of reading it taken off.'
  );
}

/** True if a row of a table has figures of several layouts. */
export const hasLayouts = (rows: readonly OperationRow[]): boolean =>
  rows.some(({ layouts }) => layouts !== undefined);

/** The range of a row's figure over all layouts, or the figure if it is the same in all. */
export function layoutCell({ layouts }: OperationRow): string {
  if (layouts === undefined) return NO_FIGURE;
  const [low, high] = [layouts.low, layouts.high].map(formatFine);
  return low === high ? `${low}` : `${low} .. ${high}`;
}

/** Explains what the images of a column of layouts differ in. */
export function layoutSentence(rows: readonly OperationRow[]): string | undefined {
  const most = Math.max(0, ...rows.map(({ layouts }) => layouts?.images ?? 0));
  if (most === 0) return undefined;
  return (
    `layouts: the range over ${most} images that differ only in the order and alignment of functions and data; ` +
    'compare gives no verdict inside it.'
  );
}

/** Gives an operation's amount of data and its cost per byte; undefined if it states none. */
export function throughputSentence(row: OperationRow): string | undefined {
  const throughput = rowThroughput(row);
  if (throughput === undefined) return undefined;
  const { bytes, perByte, megabytesPerSecond: rate, margins } = throughput;
  const fine = (value: number, margin: number | undefined) =>
    formatWithin(figure(value, margin), formatFine);
  const speed =
    rate === undefined
      ? ''
      : `, ${fine(rate, margins?.megabytesPerSecond)} MB/s (1 MB = 1,048,576 bytes)`;
  const unit = shortUnit(row.clock.unit);
  return `${plural(bytes, 'byte')}, ${fine(perByte, margins?.perByte)} ${unit} a byte${speed}`;
}

/** Gives a histogram's range, and the width of one of its columns. */
export function scaleSentence({ scale, edges, counts }: Histogram, unit: string): string {
  const [low = 0, next = 0] = edges;
  const tallest = plural(Math.max(0, ...counts), 'sample');
  const columns = scale === 'log' ? 'log scale' : `${formatNumber(next - low)} ${unit} a column`;
  return `${columns}, tallest ${tallest}`;
}

/** The parts of a row that show how far it may be trusted. */
type Trust = Pick<OperationRow, 'standing' | 'reasons' | 'notes' | 'repeats' | 'identical'>;

/** Everything to consider before trusting a row: one sentence each. */
export function rowRemarks(row: Trust): string[] {
  const reasons = row.reasons.map((reason) =>
    reason.startsWith(row.standing) ? reason : `${row.standing}, ${reason}`,
  );
  if (row.identical === undefined) return [...reasons, ...row.notes];
  const repeats = row.identical ? 'gave identical samples' : 'gave different samples';
  return [...reasons, ...row.notes, `${row.repeats} repeats ${repeats}`];
}
