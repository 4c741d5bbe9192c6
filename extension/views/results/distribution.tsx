import { useEffect, useMemo, useState } from 'preact/hooks';
import { valueOf } from '../../core/measure/figure';
import { extentOf, type Range } from '../../core/measure/split-histogram';
import type { ResultRow } from '../../core/results/model';
import { formatMean, formatNumber } from '../../core/report/numbers';
import { canBeLog, type Look, shownOf } from '../shared/histogram/bars';
import { HistogramChart } from '../shared/histogram/chart';
import { HistogramControls } from '../shared/histogram/controls';
import type { Mark } from '../shared/histogram/marks';
import { boundedZoom } from '../shared/histogram/moves';
import { HistogramTable } from '../shared/histogram/twin';
import { t } from '../shared/l10n';
import { tame } from '../shared/text';
import type { Post } from './post';
import { samples as known, samplesKey } from './store';

/** The large histogram of an operation. */
export function Distribution({ row, post }: { readonly row: ResultRow; readonly post: Post }) {
  const [look, setLook] = useState<Look>(() => ({
    valueScale: row.shape.scale,
    countScale: 'linear',
    withTicked: true,
    range: undefined,
  }));
  const all = known.value.get(row.key);
  const zoomed = known.value.get(samplesKey(row.key, look.range));
  useEffect(() => {
    if (known.value.has(row.key)) return;
    post({ type: 'samples', row: row.key });
  }, [row.key]);
  useEffect(() => {
    if (all?.isExact !== false || look.range === undefined || zoomed !== undefined) return;
    post({ type: 'samples', row: row.key, range: look.range });
  }, [all, look.range, zoomed]);
  const marks = useMemo(() => marksOf(row), [row]);
  if (all === undefined) return <div class="skeleton outline-chart" />;

  const shown = shownOf(all.samples, look.withTicked);
  const extent = extentOf(shown);
  const drawn = zoomed?.samples ?? all.samples;
  const zoom = (range: Range | undefined) => {
    const bounded = range && extent && boundedZoom(range, extent);
    setLook({ ...look, range: bounded });
  };
  const label = t('Histogram of {0}', tame(row.name));
  return (
    <div class="distribution">
      <HistogramControls
        look={look}
        canBeLog={canBeLog(all.samples)}
        hasTicked={all.samples.ticked.length > 0}
        onLook={setLook}
      />
      <HistogramChart {...{ label, marks, look }} unit={row.unit} samples={drawn} onZoom={zoom} />
      <HistogramTable {...{ label, look }} unit={row.unit} samples={drawn} />
    </div>
  );
}

function marksOf({ min, max, percentiles, batches }: ResultRow): Mark[] {
  const named: readonly (readonly [string, number | undefined])[] = [
    ['min', min],
    ...Object.entries(percentiles).map(([name, of]) => [name, valueOf(of)] as const),
    ['max', max],
  ];
  // One label where several figures are the same value.
  const values = new Map<number, string[]>();
  for (const [name, value] of named) {
    if (value !== undefined) values.set(value, [...(values.get(value) ?? []), name]);
  }
  const marks = Array.from(values, ([value, names]): Mark => {
    return { label: `${names.join(' ')} ${formatNumber(value)}`, value, kind: 'percentile' };
  });
  const mean = batches && valueOf(batches.mean);
  if (mean === undefined) return marks;
  return [...marks, { label: `${t('batch mean')} ${formatMean(mean)}`, value: mean, kind: 'mean' }];
}
