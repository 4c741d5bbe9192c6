import type { ComparisonColumn } from '../../core/comparison/model';
import { tame } from '../shared/text';
import { t } from '../shared/l10n';
import { lookOf } from '../shared/looks';
import type { Chart } from './layers';
import { Letter } from './letter';

/** Which line belongs to which column. */
export function Legend({
  chart: { layers, means },
  columns,
}: {
  readonly chart: Chart;
  readonly columns: readonly ComparisonColumn[];
}) {
  const all = [...layers, ...means].sort((a, b) => a.at - b.at);
  return (
    <ul class="bar wide legend">
      {all.map((layer) => (
        <li key={layer.at} class="group">
          <svg class={`line ${lookOf(layer.at)}`} width="26" height="12" aria-hidden="true">
            <path d={means.includes(layer) ? 'M13 0V12' : 'M1 6H25'} />
          </svg>
          <Letter at={layer.at} />
          <span>{tame(columns[layer.at]?.label ?? '', 60)}</span>
          {means.includes(layer) && <span class="dim">{t('mean only')}</span>}
        </li>
      ))}
    </ul>
  );
}
