import type { ComponentChildren, Ref } from 'preact';
import { useState } from 'preact/hooks';
import { formatNumber, type Range } from '../../../measure';
import { t } from '../l10n';
import { type Axis, LEFT, type PlacedMark, toPosition, roundValues, type Scale } from './axis';
import { type Drawing, newHeightScale } from './bars';
import { findDraggedRange, keyZoom, nextBar, whole } from './moves';

/** The height of the bars, and the space around them. */
export const HEIGHT = 270;
export const RIGHT = 10;
const MARK_ROW = 15;
const BELOW = 22;
// The width of an axis label.
const LABEL = 80;

/** The space that marks take above the bars. */
export function roomAbove(placed: readonly PlacedMark[]): number {
  return 6 + MARK_ROW * (Math.max(-1, ...placed.map(({ row }) => row)) + 1);
}

/** The drawing itself; hidden from screen readers, which get text. */
export function ChartPlot(props: {
  readonly drawing: Drawing;
  readonly width: number;
  readonly top: number;
  readonly unit: string;
  readonly countScale: Scale;
  readonly pattern: string;
  readonly placed: readonly PlacedMark[];
  readonly chosen: number | undefined;
  readonly drag: { readonly from: number; readonly to: number } | undefined;
}) {
  const { drawing, width, top, unit, countScale, pattern, placed, chosen, drag } = props;
  const height = top + HEIGHT + BELOW;
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <defs>
        <pattern
          id={pattern}
          width="5"
          height="5"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect class="ticked-back" width="5" height="5" />
          <path class="ticked-line" d="M0 0V5" />
        </pattern>
      </defs>
      <g transform={`translate(${LEFT} ${top})`}>
        <CountAxis drawing={drawing} countScale={countScale} />
        <Bars drawing={drawing} pattern={pattern} chosen={chosen} />
        <Marks placed={placed} height={HEIGHT} />
        <ValueAxis axis={drawing.axis} unit={unit} height={HEIGHT} />
        <Selecting drag={drag} height={HEIGHT} />
      </g>
    </svg>
  );
}

function Bars({
  drawing,
  pattern,
  chosen,
}: {
  readonly drawing: Drawing;
  readonly pattern: string;
  readonly chosen: number | undefined;
}) {
  const marked = chosen === undefined ? undefined : drawing.bars[chosen];
  return (
    <>
      {marked && (
        <rect class="hover" x={marked.x - 2} y={0} width={marked.width + 4} height={HEIGHT} />
      )}
      {drawing.bars.map(({ x, width, height, quietHeight, ticked, count }) => (
        <g key={x}>
          {count > ticked && (
            <rect class="quiet" x={x} y={HEIGHT - quietHeight} width={width} height={quietHeight} />
          )}
          {ticked > 0 && (
            <rect
              class="ticked"
              fill={`url(#${pattern})`}
              x={x}
              y={HEIGHT - height}
              width={width}
              height={height - quietHeight}
            />
          )}
        </g>
      ))}
      {marked && (
        <rect
          class="focus"
          x={marked.x - 2}
          y={HEIGHT - marked.height - 2}
          width={marked.width + 4}
          height={marked.height + 2}
        />
      )}
    </>
  );
}

/** Marked values, from above the chart down to its base line. */
export function Marks({
  placed,
  height,
}: {
  readonly placed: readonly PlacedMark[];
  readonly height: number;
}) {
  return (
    <>
      {placed.map(({ label, kind, x, middle, row }) => (
        <g key={label}>
          <path class={`mark ${kind}`} d={`M${x} ${-5 - row * MARK_ROW}V${height}`} />
          <text x={middle} y={-8 - row * MARK_ROW} text-anchor="middle">
            {label}
          </text>
        </g>
      ))}
    </>
  );
}

/** The axis of values under a chart of that height. */
export function ValueAxis({
  axis,
  unit,
  height,
}: {
  readonly axis: Axis;
  readonly unit: string;
  readonly height: number;
}) {
  const values = roundValues(axis.range, axis.scale, axis.width / LABEL);
  return (
    <>
      <path class="axis" d={`M0 ${height + 0.5}H${axis.width}`} />
      {values.map((value) => {
        const x = toPosition(axis.scale === 'log' ? value : value + 0.5, axis);
        return (
          <g key={value}>
            <path class="axis" d={`M${x} ${height}v4`} />
            {x < axis.width - LABEL / 2 && (
              <text x={x} y={height + 17} text-anchor="middle">
                {formatNumber(value)}
              </text>
            )}
          </g>
        );
      })}
      <text class="dim" x={axis.width} y={height + 17} text-anchor="end">
        {unit}
      </text>
    </>
  );
}

function CountAxis({
  drawing: { tallest, axis },
  countScale,
}: {
  readonly drawing: Drawing;
  readonly countScale: Scale;
}) {
  const height = newHeightScale(countScale, tallest, HEIGHT);
  const low = countScale === 'log' ? 1 : 0;
  return (
    <>
      {roundValues({ low, high: tallest }, countScale, 6).map((count) => {
        const y = HEIGHT - height(count);
        return (
          <g key={count}>
            <path class="grid" d={`M0 ${y + 0.5}H${axis.width}`} />
            <text class="dim" x={-7} y={y + 4} text-anchor="end">
              {formatNumber(count)}
            </text>
          </g>
        );
      })}
    </>
  );
}

const PLAIN = { chart: 'chart', words: 'readout dim' };

/** Makes a chart explorable by mouse and keyboard, with the selected bar in words below it. */
export function Explorable(props: {
  readonly element: Ref<HTMLDivElement>;
  readonly label: string;
  readonly classes?: { readonly chart: string; readonly words: string };
  /** The values on the axis; undefined if nothing is drawn. */
  readonly range: Range | undefined;
  readonly chosen: Range | undefined;
  /** The selected bar in words. */
  readonly readout: string | undefined;
  readonly handlers: ReturnType<typeof useMoves>['handlers'];
  readonly children: ComponentChildren;
}) {
  const { element, label, range, chosen, readout, handlers, children, classes = PLAIN } = props;
  const { low = 0, high = 0 } = range ?? {};
  return (
    <div>
      <div
        ref={element}
        class={classes.chart}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={low}
        aria-valuemax={high}
        aria-valuenow={chosen?.low ?? low}
        aria-valuetext={
          readout ?? t('Arrow keys step through the bars, plus and minus zoom, 0 shows all.')
        }
        {...handlers}
      >
        {children}
      </div>
      <p class={classes.words}>
        {readout ??
          t('Drag to zoom, double click to show all; arrow keys, +, − and 0 do the same.')}
      </p>
    </div>
  );
}

/** The stretch that is being dragged over. */
export function Selecting({
  drag,
  height,
}: {
  readonly drag: { readonly from: number; readonly to: number } | undefined;
  readonly height: number;
}) {
  if (drag === undefined) return null;
  const { from, to } = drag;
  const [x, width] = [Math.min(from, to), Math.abs(to - from)];
  return <rect class="selecting" x={x} y={0} width={width} height={height} />;
}

/** Mouse and keyboard control of a histogram: select a bar, zoom by a drag or by keys. */
export function useMoves(drawing: Drawing | undefined, onZoom: (range: Range | undefined) => void) {
  const [chosen, setChosen] = useState<number>();
  const [drag, setDrag] = useState<{ readonly from: number; readonly to: number }>();
  const bars = drawing?.bars ?? [];
  const axis = drawing?.axis;
  const at = chosen === undefined ? undefined : Math.min(chosen, bars.length - 1);
  const bar = at === undefined ? undefined : bars[at];

  const toX = (event: PointerEvent): number => {
    const { left } = (event.currentTarget as HTMLElement).getBoundingClientRect();
    return Math.min(axis?.width ?? 0, Math.max(0, event.clientX - left - LEFT));
  };
  const nearest = (x: number): number => {
    const distances = bars.map((each) => Math.abs(each.x + each.width / 2 - x));
    return distances.indexOf(Math.min(...distances));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextBar(event.key, at, bars);
    const zoom = axis && keyZoom(event.key, bar, axis.range);
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (next === undefined && zoom === undefined) return;
    event.preventDefault();
    if (next !== undefined) setChosen(next);
    if (zoom !== undefined) onZoom(zoom === whole ? undefined : zoom);
  };
  const onPointerMove = (event: PointerEvent) => {
    const x = toX(event);
    if (drag !== undefined) setDrag({ from: drag.from, to: x });
    setChosen(nearest(x));
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    setDrag({ from: toX(event), to: toX(event) });
  };
  const onPointerUp = () => {
    const range = drag && axis && findDraggedRange(drag.from, drag.to, axis);
    setDrag(undefined);
    if (range !== undefined) onZoom(range);
  };
  const handlers = {
    onKeyDown,
    onPointerMove,
    onPointerDown,
    onPointerUp,
    onPointerCancel: () => setDrag(undefined),
    onPointerLeave: () => drag === undefined && setChosen(undefined),
    onDblClick: () => onZoom(undefined),
  };
  return { at, bar, drag, handlers };
}
