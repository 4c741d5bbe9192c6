import { useId, useMemo } from 'preact/hooks';
import type { Range, SplitSamples } from '../../../core/measure/split-histogram';
import { t } from '../l10n';
import { layOut, type Look } from './bars';
import { Explorable } from './explorable';
import { type Mark, placeMarks } from './marks';
import { ChartPlot, HEIGHT, LEFT, RIGHT, roomAbove } from './plot';
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
  return (
    <Explorable
      {...{ element, label, told, handlers }}
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
        <p class="dim">{t('There is no sample to draw.')}</p>
      )}
    </Explorable>
  );
}
