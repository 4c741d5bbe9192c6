import { useMemo } from 'preact/hooks';
import type { ComparisonColumn } from '../../core/comparison/model';
import { formatNumber, formatPercent } from '../../core/report/numbers';
import type { Look } from '../shared/histogram/bars';
import { t } from '../shared/l10n';
import { tame } from '../shared/text';
import { type Chart, layOutLayers } from './layers';
import { letterOf } from './letters';

// A table of more rows is not read; the width gives about as many bins.
const WIDTH = 200;

/** The table that says what the histograms show. */
export function LayersTable({
  label,
  chart,
  columns,
  look,
}: {
  readonly label: string;
  readonly chart: Chart;
  readonly columns: readonly ComparisonColumn[];
  readonly look: Look;
}) {
  const drawing = useMemo(() => layOutLayers(chart, look, WIDTH), [chart, look]);
  if (drawing === undefined) return null;
  const { bins, totals } = drawing;
  const filled = bins.filter(({ counts }) => counts.some((count) => count > 0));
  return (
    <details>
      <summary>{t('The histograms as a table')}</summary>
      <div class="scroll">
        <table>
          <caption class="visually-hidden">{label}</caption>
          <thead>
            <tr>
              <th scope="col" class="number">
                {t('from ({0})', chart.unit)}
              </th>
              <th scope="col" class="number">
                {t('to')}
              </th>
              {chart.layers.map(({ at }) => (
                <th key={at} scope="col" class="number">
                  {letterOf(at)} · {tame(columns[at]?.label ?? '', 60)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {filled.map(({ values, counts }) => (
              <tr key={values.low}>
                <td class="number">{formatNumber(values.low)}</td>
                <td class="number">{formatNumber(values.high)}</td>
                {counts.map((count, layer) => (
                  <td key={layer} class="number">
                    {formatNumber(count)} ({formatPercent(count / (totals[layer] || 1))})
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
