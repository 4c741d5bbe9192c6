import { useId, useMemo } from 'preact/hooks';
import type { ComparisonColumn } from '../../core/comparison/model';
import type { Range } from '../../core/measure/split-histogram';
import { formatMean, formatNumber, formatPercent } from '../../core/report/numbers';
import type { Look } from '../shared/histogram/bars';
import { Explorable } from '../shared/histogram/explorable';
import { type Mark, placeMarks } from '../shared/histogram/marks';
import { LEFT, RIGHT, roomAbove } from '../shared/histogram/plot';
import { useWidth } from '../shared/histogram/size';
import { useMoves } from '../shared/histogram/use-moves';
import { t } from '../shared/l10n';
import { tame } from '../shared/text';
import type { Arrangement } from './distribution';
import { barsToChoose, type Chart, layOutLayers, type LayersDrawing } from './layers';
import { LayersPlot } from './layers-plot';
import { letterOf } from './letters';

/** Histograms on common edges to look into, by mouse and by keyboard. */
export function LayersChart({
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
  const placed = drawing ? placeMarks(marksOf(chart), drawing.axis) : [];
  const told = drawing && bar && readoutOf(bar.values, drawing, chart);
  return (
    <Explorable
      {...{ element, label, told, handlers }}
      classes={{ chart: 'chart layers', words: 'readout figure dim' }}
      range={drawing?.axis.range}
      chosen={bar?.values}
    >
      {drawing && (
        <LayersPlot
          {...{ drawing, chart, width, arrangement, placed, drag, id }}
          labels={columns.map((column) => tame(column.label, 60))}
          countScale={look.countScale}
          chosen={bar}
          top={roomAbove(placed)}
        />
      )}
    </Explorable>
  );
}

function marksOf({ layers, means }: Chart): Mark[] {
  const measured = layers.map(({ at, drawn }) => ({ at, mean: drawn.mean, word: t('mean') }));
  const told = means.map(({ at, drawn }) => ({ at, mean: drawn.mean, word: t('mean only') }));
  return [...measured, ...told].flatMap(({ at, mean, word }): Mark[] => {
    if (mean === undefined) return [];
    return [{ label: `${letterOf(at)} ${word} ${formatMean(mean)}`, value: mean, kind: 'mean' }];
  });
}

/** What a bin says of every column, in words. */
function readoutOf({ low, high }: Range, { bins, totals }: LayersDrawing, chart: Chart): string {
  const bin = bins.find(({ values }) => values.low === low);
  const values = low === high ? formatNumber(low) : `${formatNumber(low)} – ${formatNumber(high)}`;
  const shares = chart.layers.map(({ at }, layer) => {
    const count = bin?.counts[layer] ?? 0;
    return `${letterOf(at)} ${formatPercent(count / (totals[layer] || 1))} (${formatNumber(count)})`;
  });
  return `${values} ${chart.unit}: ${shares.join(', ')}`;
}
