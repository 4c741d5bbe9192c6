import { shortUnit } from '../agent';
import { groupBy, lookUp } from '../base';
import {
  type Figure,
  figure,
  formatMean,
  formatMeanFigure,
  formatPercent,
  NO_FIGURE,
  plural,
  getFigureValue,
} from '../measure';
import {
  isSameMeasurement,
  measurementNames,
  type OperationRow,
  type RunRecord,
  summarise,
} from '../runs';
import type { Section } from './section';

/** The variant whose calls the others wrap; all others are compared with the plain suites. */
const WRAPPED = 'native';

/** Differences of this many per cent or more are listed separately. */
const NOTABLE = 10;

/** An operation as measured by the plain suite and by its variant. */
export interface VariantPair {
  readonly variant: string;
  readonly name: string;
  readonly plain: OperationRow;
  readonly own: OperationRow;
}

/** Every operation of a pass that a suite `<variant>_<suite>` measures again. */
export function variantPairs(rows: readonly OperationRow[]): VariantPair[] {
  const names = measurementNames(rows);
  return rows.flatMap((own) => {
    const [, variant, suite] = /^([^_]+)_(.+)$/.exec(own.suite) ?? [];
    if (variant === undefined || suite === undefined) return [];
    const at = rows.findIndex(
      (row) => row.clock === own.clock && isSameMeasurement(row, { ...own, suite }),
    );
    const plain = rows[at];
    return plain === undefined ? [] : [{ variant, name: names[at] ?? '', plain, own }];
  });
}

/** The extra cost of each variant, measured in one image by one run. */
export function variantSections(record: Pick<RunRecord, 'passes'>): Section[] {
  const passes = record.passes.filter(({ build }) => build === 'headline');
  const pairs = passes.flatMap((pass) => variantPairs(summarise({ passes: [pass] })));
  return Array.from(groupBy(pairs, ({ variant }) => variant).values(), variantSection);
}

function variantSection(pairs: readonly VariantPair[]): Section {
  const variant = pairs[0]?.variant ?? '';
  const isWrapped = variant === WRAPPED;
  const lines = pairs.map((pair) => buildLine(pair, isWrapped));
  const known = lines.flatMap(({ share }) => (share === undefined ? [] : [share]));
  const beyond = lines.filter(({ share = 0 }) => Math.abs(share) * 100 > NOTABLE);
  const list = beyond
    .map(({ name, share = 0 }) => `${name} ${formatSignedShare(share)}`)
    .join(', ');
  return {
    title: isWrapped ? 'Port layer against the native calls' : `Variant ${variant}`,
    lead: isWrapped
      ? "A wrapper is the plain suite, which calls the port layer; native is the kernel's own call."
      : `The suites ${variant}_* measure the same operations as the plain ones, in another way.`,
    table: {
      titles: ['operation', ...(isWrapped ? ['wrapper', WRAPPED] : ['plain', variant])].concat([
        'difference',
        'unit',
        'delta',
      ]),
      rows: lines.map(({ cells }) => cells),
    },
    lines: [
      'Means without the largest hundredth, or of batches where samples are too coarse.',
      ...mixtureLines(pairs),
      beyond.length === 0
        ? `None of ${plural(known.length, 'operation')} differs by more than ${NOTABLE} %.`
        : `Beyond ${NOTABLE} %: ${list}.`,
      ...serviceLines(
        variant,
        pairs.map(({ plain }) => `${plain.suite}/${plain.op}`),
      ),
    ],
  };
}

function buildLine({ name, plain, own }: VariantPair, isWrapped: boolean) {
  const getMean = isWhole({ plain, own }) ? wholeMean : getTrimmedMean;
  const means = [getMean(plain), getMean(own)] as const;
  const [plainMean, ownMean] = [getFigureValue(means[0]), getFigureValue(means[1])];
  const [value, base] = isWrapped ? [plainMean, ownMean] : [ownMean, plainMean];
  const isKnown = value !== undefined && base !== undefined;
  const share = isKnown && base > 0 ? (value - base) / base : undefined;
  const cells = [
    name,
    ...means.map((mean, at) => {
      const { standing } = at === 0 ? plain : own;
      return 'value' in mean ? formatMeanFigure(mean) : explainMissing(standing);
    }),
    isKnown ? plus(value - base) + formatMean(value - base) : NO_FIGURE,
    shortUnit(own.clock.unit),
    share === undefined ? NO_FIGURE : formatSignedShare(share),
  ];
  return { name, share, cells };
}

function explainMissing(standing: OperationRow['standing']): string {
  return standing === 'ok' ? NO_FIGURE : `${NO_FIGURE} ${standing}`;
}

/** True if both have the same kind of mean. */
function isWhole({ plain, own }: Pick<VariantPair, 'plain' | 'own'>): boolean {
  return isMixture(plain) || isMixture(own);
}

function mixtureLines(pairs: readonly VariantPair[]): string[] {
  const names = pairs.filter(isWhole).map(({ name }) => name);
  return names.length === 0 ? [] : [`${names.join(', ')}: ${WHOLE_MEAN}.`];
}

function formatSignedShare(share: number): string {
  return plus(share) + formatPercent(share);
}

function plus(value: number): string {
  return value >= 0 ? '+' : '';
}

/** The plain suite's calls, and the variant's calls in their place. */
type Services = readonly [plain: string, variant: string];

const EVENT: Services = ['a binary semaphore', 'event flags'];
const MEMORY: Services = ['the heap', 'a pool of blocks'];
const SUSPENSION: Services = ["the kernel's suspend and resume", 'thread flags'];

/**
 * Variants of operations that use another service of the kernel. A variant recompiles the
 * benchmark's file, so an image cannot show this. CMSIS-RTOS2 runs on FreeRTOS only.
 */
const SERVICES: Readonly<Record<string, Readonly<Record<string, Services>>>> = {
  cmsis: {
    'sync/event_signal_wait': EVENT,
    'rhealstone/alloc': MEMORY,
    'rhealstone/free': MEMORY,
    'rhealstone/suspend': SUSPENSION,
    'rhealstone/resume': SUSPENSION,
    'rhealstone/activation': SUSPENSION,
  },
};

/** Names the operations that use another service in a variant: one line, or none. */
export function serviceLines(variant: string, ops: Iterable<string>): string[] {
  const differing = Array.from(new Set(ops)).flatMap((op) => {
    const services = lookUp(lookUp(SERVICES, variant) ?? {}, op);
    return services === undefined ? [] : [{ op, services }];
  });
  if (differing.length === 0) return [];
  const pairs = Array.from(
    groupBy(differing, ({ services }) => services.join(' against ')),
    ([services, all]) => `${all.map(({ op }) => op).join(', ')} (${services})`,
  );
  return [
    `These pairs use different kernel services in ${variant}, so they do not show the layer's cost alone: ${pairs.join('; ')}.`,
  ];
}

/** The most that the largest hundredth may add to a mean that leaves it out. */
const MOST_DROPPED = 0.1;

/** Shown with every mean that keeps its largest hundredth where others leave it out. */
export const WHOLE_MEAN =
  'a mean of batches or, where there are none, of all samples: the largest hundredth is more than ' +
  '10 % of it, here or in a variant, too much to be ignored';

/**
 * True if the largest hundredth is too much of the mean to be noise, as where every 64th call
 * waits: without it, the mean would be that of the cheap calls alone.
 */
export function isMixture(row: OperationRow): boolean {
  const { mean, trimmedMean: trimmed } = row.all.statistics ?? {};
  if (!isTrimmable(row) || mean === undefined || trimmed === undefined) return false;
  return mean - trimmed > MOST_DROPPED * mean;
}

/** The mean without the largest hundredth, if samples are fine enough for one. */
export function getTrimmedMean(row: OperationRow): Figure {
  const value = row.all.statistics?.trimmedMean;
  if (!isTrimmable(row) || value === undefined) return row.mean;
  return figure(value, row.all.margins.trimmedMean);
}

/** The mean of everything: of batches, which read no clock inside, or else of samples. */
export function wholeMean(row: OperationRow): Figure {
  const batches = row.batches?.mean;
  const isThere =
    isTrimmable(row) && batches !== undefined && getFigureValue(batches) !== undefined;
  return isThere ? batches : row.mean;
}

function isTrimmable({ meanFrom }: OperationRow): boolean {
  return meanFrom === 'samples';
}
