import { useId, useMemo } from 'preact/hooks';
import {
  formatNumber,
  formatPercent,
  plural,
  type Range,
  type SplitSamples,
} from '../../../measure';
import { t } from '../l10n';
import { LEFT, type Mark, placeMarks } from './axis';
import { type Bar, type Drawing, layOut, type Look } from './bars';
import { ChartPlot, Explorable, HEIGHT, RIGHT, roomAbove, useMoves } from './plot';
import { useWidth } from './size';

/** A histogram, explorable by mouse and keyboard, with a readout for each bin. */
export function HistogramChart({
  label,
  unit,
  samples,
  marks,
  look,
  onZoom,
}: {
  readonly label: string;
  /** Short, as shown beside figures. */
  readonly unit: string;
  readonly samples: SplitSamples;
  readonly marks: readonly Mark[];
  readonly look: Look;
  /** Undefined to show everything again. */
  readonly onZoom: (range: Range | undefined) => void;
}) {
  const { element, width } = useWidth<HTMLDivElement>(640);
  const pattern = useId();
  const plot = width - LEFT - RIGHT;
  const drawing = useMemo(
    () => layOut(samples, look, { width: plot, height: HEIGHT }),
    [samples, look, plot],
  );
  const { at, bar, drag, handlers } = useMoves(drawing, onZoom);
  const placed = drawing ? placeMarks(marks, drawing.axis) : [];
  const readout = drawing && bar && readoutOf(bar, drawing, unit);
  return (
    <Explorable
      {...{ element, label, readout, handlers }}
      range={drawing?.axis.range}
      chosen={bar?.values}
    >
      {drawing ? (
        <ChartPlot
          {...{ drawing, width, unit, pattern, placed, drag }}
          countScale={look.countScale}
          chosen={at}
          top={roomAbove(placed)}
        />
      ) : (
        <p class="dim">{t('There are no samples to draw.')}</p>
      )}
    </Explorable>
  );
}

/** A bar in words. */
function readoutOf({ values: { low, high }, count, ticked }: Bar, of: Drawing, unit: string) {
  const values = low === high ? formatNumber(low) : `${formatNumber(low)} – ${formatNumber(high)}`;
  const share = formatPercent(count / of.total);
  const readout = t('{0} {1}: {2} ({3})', values, unit, plural(count, 'sample'), share);
  if (ticked === 0) return readout;
  if (ticked === count) return `${readout}, ${t('with a kernel tick inside')}`;
  return `${readout}, ${t('{0} with a kernel tick inside', formatNumber(ticked))}`;
}
