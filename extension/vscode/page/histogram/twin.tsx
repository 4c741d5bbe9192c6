import { useMemo } from 'preact/hooks';
import { formatNumber, formatPercent, type SplitSamples } from '../../../measure';
import { t } from '../l10n';
import { layOut, type Look } from './bars';

// Nobody reads a table with more rows.
const ROWS = 60;

/** The histogram as a table. */
export function HistogramTable({
  label,
  unit,
  samples,
  look,
}: {
  readonly label: string;
  readonly unit: string;
  readonly samples: SplitSamples;
  readonly look: Look;
}) {
  const drawing = useMemo(
    () => layOut(samples, look, { width: 5 * ROWS, height: 1 }),
    [samples, look],
  );
  if (drawing === undefined) return null;
  return (
    <details>
      <summary>{t('The histogram as a table')}</summary>
      <div class="scroll">
        <table>
          <caption class="visually-hidden">{label}</caption>
          <thead>
            <tr>
              <th class="number">{t('from ({0})', unit)}</th>
              <th class="number">{t('to')}</th>
              <th class="number">{t('samples')}</th>
              <th class="number">{t('share')}</th>
              <th class="number">{t('with a tick')}</th>
            </tr>
          </thead>
          <tbody>
            {drawing.bars.map(({ values, count, ticked }) => (
              <tr key={values.low}>
                <td class="number">{formatNumber(values.low)}</td>
                <td class="number">{formatNumber(values.high)}</td>
                <td class="number">{formatNumber(count)}</td>
                <td class="number">{formatPercent(count / drawing.total)}</td>
                <td class="number">{formatNumber(ticked)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
