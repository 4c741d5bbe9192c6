import type { ComponentChild } from 'preact';
import type { ResultRow } from '../../core/results/model';
import { formatMean, formatNumber, formatTime } from '../../core/report/numbers';
import { t } from '../shared/l10n';

/** How an operation's figures came about. */
export function KeyFacts({ row }: { readonly row: ResultRow }) {
  return (
    <dl class="facts">
      {factsOf(row).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd class="figure">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function factsOf(row: ResultRow): (readonly [string, ComponentChild])[] {
  const { unit, cold, readingCost, tickDensity, counted, values, repeats, identical } = row;
  const facts: (readonly [string, ComponentChild] | undefined)[] = [
    row.meanNanoseconds === undefined
      ? undefined
      : [t('mean in time'), formatTime(row.meanNanoseconds)],
    cold.length === 0
      ? undefined
      : [t('first execution, kept apart'), `${cold.map(formatNumber).join(', ')} ${unit}`],
    readingCost === undefined
      ? undefined
      : [t('reading the clock, taken off'), `${formatNumber(readingCost)} ${unit}`],
    row.ticksInside === undefined
      ? undefined
      : [t('samples with a tick inside'), formatNumber(row.ticksInside)],
    tickDensity === undefined
      ? undefined
      : [t('a kernel tick every'), `${formatNumber(tickDensity)} ${unit}`],
    counted === undefined
      ? undefined
      : [
          t("processor's own counter"),
          `${formatMean(counted.mean)} ${counted.unit} (${t('{0} batches', formatNumber(counted.batches))})`,
        ],
    row.throughput === undefined ? undefined : [t('throughput'), row.throughput],
    repeats < 2
      ? undefined
      : [
          t('repeats'),
          identical ? t('{0}, identical samples', repeats) : t('{0}, different samples', repeats),
        ],
    values === undefined ? undefined : [t('values measured, stored, decoded'), valuesOf(values)],
  ];
  return facts.filter((fact) => fact !== undefined);
}

function valuesOf(values: NonNullable<ResultRow['values']>): string {
  const { attempted, stored, decoded } = values;
  return [attempted, stored, decoded].map(formatNumber).join(' / ');
}
