import { useId, useMemo } from 'preact/hooks';
import type { Range, SplitSamples } from '../../../core/measure/split-histogram';
import { t } from '../l10n';
import { layOut, type Look } from './bars';
import { type Mark, placeMarks } from './marks';
import { ChartPlot, HEIGHT, LEFT, MARK_ROW, RIGHT } from './plot';
import { readoutOf } from './readout';
import { useWidth } from './size';
import { useMoves } from './use-moves';

/** A histogram to look into: by mouse and by keyboard, and each bar can be read out. */
export function HistogramChart({
  label,
  unit,
  samples,
  marks,
  look,
  onZoom,
}: {
  readonly label: string;
  /** Short, as it stands beside figures. */
  readonly unit: string;
  readonly samples: SplitSamples;
  readonly marks: readonly Mark[];
  readonly look: Look;
  /** Nothing: everything is to be shown again. */
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
  const told = drawing && bar && readoutOf(bar, drawing, unit);
  const { low = 0, high = 0 } = drawing?.axis.range ?? {};
  return (
    <div>
      <div
        ref={element}
        class="chart"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={low}
        aria-valuemax={high}
        aria-valuenow={bar?.values.low ?? low}
        aria-valuetext={told ?? t('Arrow keys read the bars, plus and minus zoom, 0 shows all.')}
        {...handlers}
      >
        {drawing ? (
          <ChartPlot
            {...{ drawing, width, unit, pattern, placed, drag }}
            countScale={look.countScale}
            chosen={at}
            top={6 + MARK_ROW * (Math.max(-1, ...placed.map(({ row }) => row)) + 1)}
          />
        ) : (
          <p class="dim">{t('There is no sample to draw.')}</p>
        )}
      </div>
      <p class="readout dim">
        {told ?? t('Drag to zoom, double click to show all; arrow keys, +, − and 0 do the same.')}
      </p>
    </div>
  );
}
