import { useEffect, useId, useMemo, useState } from 'preact/hooks';
import {
  formatMean,
  formatNumber,
  formatPercent,
  type Range,
  suitableScale,
} from '../../../../measure';
import type { ComparisonColumn, ComparisonOperation } from '../../../../report';
import {
  limitZoom,
  Explorable,
  HistogramControls,
  LEFT,
  type Look,
  chooseLook,
  type Mark,
  placeMarks,
  RIGHT,
  roomAbove,
  t,
  tame,
  useMoves,
  useWidth,
} from '../../../page';
import {
  barsToChoose,
  type Chart,
  groupByUnit,
  extentOfChart,
  type LayersDrawing,
  layOutLayers,
} from './layers';
import { type Arrangement, ArrangementChoice, LayersPlot } from './layers-plot';
import { Letter, toColumnLetter } from './letter';
import { drawn as known, toSamplesKey, type Post, type Shown } from './store';

/** The histograms of one operation in all columns, on one axis per unit. */
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
  const charts = groupByUnit(all).filter(({ layers }) => layers.length > 0);
  const isSplit = charts.length > 1;
  return (
    <div class="distribution">
      {charts.length === 0 && (
        <p class="dim">{t('No column has samples of this operation; only means are known.')}</p>
      )}
      {charts.some(({ layers }) => layers.length > 1) && (
        <ArrangementChoice arrangement={arrangement} onChange={setArrangement} />
      )}
      {isSplit && (
        <p class="dim">{t('The columns have different units. Each unit has its own axis.')}</p>
      )}
      {charts.map((chart) => (
        <UnitChart
          key={chart.unit}
          chart={chart}
          operation={operation}
          arrangement={arrangement}
          post={post}
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
  const [look, setLook] = useState<Look>(() => buildLook(chart));
  const extent = extentOfChart(chart, look.withTicked);
  const zoomed = look.range && known.value.get(toSamplesKey(name, look.range));
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
    setLook({ ...look, range: range && extent && limitZoom(range, extent) });
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
      <LayersChart
        label={label}
        look={look}
        arrangement={arrangement}
        columns={columns}
        chart={shownChart}
        onZoom={zoom}
      />
      <LayersTable label={label} look={look} columns={columns} chart={shownChart} />
    </>
  );
}

/** A tail a hundred times as long as the rest shows only on a logarithmic scale. */
function buildLook(chart: Chart): Look {
  const extent = extentOfChart(chart, true);
  return {
    valueScale: extent ? suitableScale(extent.low, extent.high) : 'linear',
    countScale: 'linear',
    withTicked: true,
    range: undefined,
  };
}

/** Identifies each column's line. */
function Legend({
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
          <svg class={`line ${chooseLook(layer.at)}`} width="26" height="12" aria-hidden="true">
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

/** Histograms on common edges, explorable by mouse and keyboard. */
function LayersChart({
  label,
  chart,
  columns,
  look,
  arrangement,
  onZoom,
}: {
  readonly label: string;
  readonly chart: Chart;
  readonly columns: readonly ComparisonColumn[];
  readonly look: Look;
  readonly arrangement: Arrangement;
  readonly onZoom: (range: Range | undefined) => void;
}) {
  const { element, width } = useWidth<HTMLDivElement>(640);
  const id = useId();
  const plot = width - LEFT - RIGHT;
  const drawing = useMemo(() => layOutLayers(chart, look, plot), [chart, look, plot]);
  const choice = useMemo(() => drawing && barsToChoose(drawing), [drawing]);
  const { bar, drag, handlers } = useMoves(choice, onZoom);
  const placed = drawing ? placeMarks(listMarks(chart), drawing.axis) : [];
  const readout = drawing && bar && formatReadout(bar.values, drawing, chart);
  return (
    <Explorable
      element={element}
      label={label}
      readout={readout}
      handlers={handlers}
      classes={{ chart: 'chart layers', words: 'readout figure dim' }}
      range={drawing?.axis.range}
      chosen={bar?.values}
    >
      {drawing && (
        <LayersPlot
          drawing={drawing}
          chart={chart}
          width={width}
          arrangement={arrangement}
          placed={placed}
          drag={drag}
          id={id}
          labels={columns.map((column) => tame(column.label, 60))}
          countScale={look.countScale}
          chosen={bar}
          top={roomAbove(placed)}
        />
      )}
    </Explorable>
  );
}

function listMarks({ layers, means }: Chart): Mark[] {
  const measured = layers.map(({ at, drawn }) => ({ at, mean: drawn.mean, word: t('mean') }));
  const meansOnly = means.map(({ at, drawn }) => ({ at, mean: drawn.mean, word: t('mean only') }));
  return [...measured, ...meansOnly].flatMap(({ at, mean, word }): Mark[] => {
    if (mean === undefined) return [];
    return [
      { label: `${toColumnLetter(at)} ${word} ${formatMean(mean)}`, value: mean, kind: 'mean' },
    ];
  });
}

/** A bin's values in every column, in words. */
function formatReadout(
  { low, high }: Range,
  { bins, totals }: LayersDrawing,
  chart: Chart,
): string {
  const bin = bins.find(({ values }) => values.low === low);
  const values = low === high ? formatNumber(low) : `${formatNumber(low)} – ${formatNumber(high)}`;
  const shares = chart.layers.map(({ at }, layer) => {
    const count = bin?.counts[layer] ?? 0;
    return `${toColumnLetter(at)} ${formatPercent(count / (totals[layer] || 1))} (${formatNumber(count)})`;
  });
  return `${values} ${chart.unit}: ${shares.join(', ')}`;
}

// A table with more rows is of no use; the width gives about as many bins.
const WIDTH = 200;

/** The histograms as a table. */
function LayersTable({
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
                  {toColumnLetter(at)} · {tame(columns[at]?.label ?? '', 60)}
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
