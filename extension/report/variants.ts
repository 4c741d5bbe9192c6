import { shortUnit } from '../agent';
import { groupBy } from '../base';
import { formatMean, formatPercent, NO_FIGURE, plural, valueOf } from '../measure';
import {
  isSameMeasurement,
  measurementNames,
  type OperationRow,
  type RunRecord,
  summarise,
} from '../runs';
import { isMixture, trimmedMean, WHOLE_MEAN, wholeMean } from './one-mean';
import type { Section } from './section';
import { serviceLines } from './services';

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
  const lines = pairs.map((pair) => lineOf(pair, isWrapped));
  const known = lines.flatMap(({ share }) => (share === undefined ? [] : [share]));
  const beyond = lines.filter(({ share = 0 }) => Math.abs(share) * 100 > NOTABLE);
  const list = beyond.map(({ name, share = 0 }) => `${name} ${signed(share)}`).join(', ');
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

function lineOf({ name, plain, own }: VariantPair, isWrapped: boolean) {
  const meanOf = isWhole({ plain, own }) ? wholeMean : trimmedMean;
  const [plainMean, ownMean] = [valueOf(meanOf(plain)), valueOf(meanOf(own))];
  const [value, base] = isWrapped ? [plainMean, ownMean] : [ownMean, plainMean];
  const isKnown = value !== undefined && base !== undefined;
  const share = isKnown && base > 0 ? (value - base) / base : undefined;
  const cells = [
    name,
    ...[plainMean, ownMean].map((mean, at) => {
      const { standing } = at === 0 ? plain : own;
      return mean === undefined ? missing(standing) : formatMean(mean);
    }),
    isKnown ? plus(value - base) + formatMean(value - base) : NO_FIGURE,
    shortUnit(own.clock.unit),
    share === undefined ? NO_FIGURE : signed(share),
  ];
  return { name, share, cells };
}

function missing(standing: OperationRow['standing']): string {
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

function signed(share: number): string {
  return plus(share) + formatPercent(share);
}

function plus(value: number): string {
  return value >= 0 ? '+' : '';
}
