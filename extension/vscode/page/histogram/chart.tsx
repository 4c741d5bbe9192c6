import { useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import {
  formatNumber,
  formatPercent,
  plural,
  type Range,
  type SplitSamples,
} from '../../../measure';
import { t } from '../l10n';
import { LEFT, type Mark, placeMarks, type Scale } from './axis';
import {
  type Bar,
  layOutBars,
  type Drawing,
  newHeightScale,
  layOutHistogram,
  type Look,
  widenRange,
} from './bars';
import { ChartPlot, Explorable, HEIGHT, RIGHT, roomAbove, useMoves } from './plot';

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
    () => layOutHistogram(samples, look, { width: plot, height: HEIGHT }),
    [samples, look, plot],
  );
  const { at, bar, drag, handlers } = useMoves(drawing, onZoom);
  const placed = drawing ? placeMarks(marks, drawing.axis) : [];
  const readout = drawing && bar && describeBar(bar, drawing, unit);
  return (
    <Explorable
      element={element}
      label={label}
      readout={readout}
      handlers={handlers}
      range={drawing?.axis.range}
      chosen={bar?.values}
    >
      {drawing ? (
        <ChartPlot
          drawing={drawing}
          width={width}
          unit={unit}
          pattern={pattern}
          placed={placed}
          drag={drag}
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
function describeBar({ values: { low, high }, count, ticked }: Bar, of: Drawing, unit: string) {
  const values = low === high ? formatNumber(low) : `${formatNumber(low)} – ${formatNumber(high)}`;
  const share = formatPercent(count / of.total);
  const readout = t('{0} {1}: {2} ({3})', values, unit, plural(count, 'sample'), share);
  if (ticked === 0) return readout;
  if (ticked === count) return `${readout}, ${t('with a kernel tick inside')}`;
  return `${readout}, ${t('{0} with a kernel tick inside', formatNumber(ticked))}`;
}

/** An element's width, followed. */
export function useWidth<E extends HTMLElement>(initial: number) {
  const element = useRef<E>(null);
  const [width, setWidth] = useState(initial);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const measure = () => setWidth(Math.max(120, Math.floor(current.clientWidth)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return { element, width };
}

/** A growing histogram with bins computed elsewhere. */
export function LiveChart({
  label,
  unit,
  scale,
  edges,
  counts,
}: {
  readonly label: string;
  readonly unit: string;
  readonly scale: Scale;
  readonly edges: readonly number[];
  readonly counts: readonly number[];
}) {
  const { element, width } = useWidth<HTMLDivElement>(640);
  const pattern = useId();
  const [low] = edges;
  const end = edges.at(-1);
  const drawing = (() => {
    if (low === undefined || end === undefined) return undefined;
    const range = widenRange({ low, high: end - 1 }, scale);
    const axis = { range, scale, width: width - LEFT - RIGHT };
    const tallest = Math.max(1, ...counts);
    const bars = layOutBars(
      { edges, counts, ticked: [] },
      axis,
      newHeightScale('linear', tallest, HEIGHT),
    );
    const total = counts.reduce((sum, count) => sum + count, 0);
    return { axis, bars, tallest, total };
  })();
  return (
    <div ref={element} class="chart live-chart" role="img" aria-label={label}>
      {drawing === undefined ? (
        <p class="dim">{t('No sample has arrived yet.')}</p>
      ) : (
        <ChartPlot
          drawing={drawing}
          width={width}
          unit={unit}
          pattern={pattern}
          countScale="linear"
          placed={[]}
          top={8}
          chosen={undefined}
          drag={undefined}
        />
      )}
    </div>
  );
}

// A table with more rows is of no use.
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
    () => layOutHistogram(samples, look, { width: 5 * ROWS, height: 1 }),
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
