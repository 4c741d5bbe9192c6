import { formatNumber, formatPercent, plural } from '../../../core/report/numbers';
import { t } from '../l10n';
import type { Bar, Drawing } from './bars';

/** What a bar says, in words. */
export function readoutOf(
  { values: { low, high }, count, ticked }: Bar,
  of: Drawing,
  unit: string,
) {
  const values = low === high ? formatNumber(low) : `${formatNumber(low)} – ${formatNumber(high)}`;
  const share = formatPercent(count / of.total);
  const told = t('{0} {1}: {2} ({3})', values, unit, plural(count, 'sample'), share);
  if (ticked === 0) return told;
  if (ticked === count) return `${told}, ${t('with a kernel tick inside')}`;
  return `${told}, ${t('{0} with a kernel tick inside', formatNumber(ticked))}`;
}
