import { useEffect, useState } from 'preact/hooks';
import type { ComparisonColumn, ComparisonOperation } from '../../core/comparison/model';
import { suitableScale } from '../../core/measure/histogram';
import type { Range } from '../../core/measure/split-histogram';
import type { Look } from '../shared/histogram/bars';
import { HistogramControls } from '../shared/histogram/controls';
import { boundedZoom } from '../shared/histogram/moves';
import { t } from '../shared/l10n';
import { tame } from '../shared/text';
import { type Chart, chartsOf, extentOfChart } from './layers';
import { LayersChart } from './layers-chart';
import { LayersTable } from './layers-table';
import { Legend } from './legend';
import type { Post } from './post';
import { drawn as known, drawnKey, type Shown } from './store';

/** How the histograms of columns stand to each other. */
export type Arrangement = 'overlaid' | 'stacked';

/** The histograms of one operation in all columns, on one axis for each unit. */
export function Distributions({
  operation,
  shown,
  post,
}: {
  readonly operation: ComparisonOperation;
  readonly shown: Shown;
  readonly post: Post;
}) {
  const [arrangement, setArrangement] = useState<Arrangement>('overlaid');
  const all = known.value.get(operation.name);
  const isKnown = all !== undefined;
  useEffect(() => {
    if (!isKnown) post({ type: 'samples', operation: operation.name });
  }, [operation.name, isKnown]);
  if (all === undefined) return <div class="skeleton outline-chart" />;
  const charts = chartsOf(all).filter(({ layers }) => layers.length > 0);
  const isSplit = charts.length > 1;
  return (
    <div class="distribution">
      {charts.length === 0 && (
        <p class="dim">{t('No column has samples of it: only means are known.')}</p>
      )}
      {charts.some(({ layers }) => layers.length > 1) && (
        <ArrangementChoice arrangement={arrangement} onChange={setArrangement} />
      )}
      {isSplit && (
        <p class="dim">
          {t('The columns count different things: each unit has an axis of its own.')}
        </p>
      )}
      {charts.map((chart) => (
        <UnitChart
          key={chart.unit}
          {...{ chart, operation, arrangement, post }}
          columns={shown.model.columns}
        />
      ))}
    </div>
  );
}

function UnitChart({
  chart,
  operation: { name },
  columns,
  arrangement,
  post,
}: {
  readonly chart: Chart;
  readonly operation: ComparisonOperation;
  readonly columns: readonly ComparisonColumn[];
  readonly arrangement: Arrangement;
  readonly post: Post;
}) {
  const [look, setLook] = useState<Look>(() => lookFor(chart));
  const extent = extentOfChart(chart, look.withTicked);
  const zoomed = look.range && known.value.get(drawnKey(name, look.range));
  const isExact = chart.layers.every(({ drawn }) => drawn.isExact);
  useEffect(() => {
    if (isExact || look.range === undefined || zoomed !== undefined) return;
    post({ type: 'samples', operation: name, range: look.range });
  }, [isExact, look.range, zoomed]);
  const fine = zoomed && {
    ...chart,
    layers: chart.layers.map((layer) => ({ ...layer, drawn: zoomed[layer.at] ?? layer.drawn })),
  };
  const shownChart = fine ?? chart;
  const zoom = (range: Range | undefined) => {
    setLook({ ...look, range: range && extent && boundedZoom(range, extent) });
  };
  const label = t('Histograms of {0} in {1}', tame(name), tame(chart.unit));
  const hasTicked = chart.layers.some(({ drawn }) => drawn.samples.ticked.length > 0);
  return (
    <>
      <HistogramControls
        look={look}
        canBeLog={(extent?.low ?? 0) > 0}
        hasTicked={hasTicked}
        hasLegend={false}
        onLook={setLook}
      />
      <Legend chart={chart} columns={columns} />
      <LayersChart {...{ label, look, arrangement, columns }} chart={shownChart} onZoom={zoom} />
      <LayersTable {...{ label, look, columns }} chart={shownChart} />
    </>
  );
}

/** A tail a hundred times as long as the rest is only seen on a logarithmic scale. */
function lookFor(chart: Chart): Look {
  const extent = extentOfChart(chart, true);
  return {
    valueScale: extent ? suitableScale(extent.low, extent.high) : 'linear',
    countScale: 'linear',
    withTicked: true,
    range: undefined,
  };
}

function ArrangementChoice({
  arrangement,
  onChange,
}: {
  readonly arrangement: Arrangement;
  readonly onChange: (arrangement: Arrangement) => void;
}) {
  const choice = (each: Arrangement, label: string) => (
    <button type="button" aria-pressed={arrangement === each} onClick={() => onChange(each)}>
      {label}
    </button>
  );
  return (
    <span class="segments" role="group" aria-label={t('Arrangement of the histograms')}>
      {choice('overlaid', t('overlaid'))}
      {choice('stacked', t('stacked'))}
    </span>
  );
}
