import { formatNumber } from '../../../core/report/numbers';
import { type Axis, placeOf, roundValues, type Scale } from './axis';
import { type Drawing, heightOf } from './bars';
import { Selecting } from './explorable';
import type { PlacedMark } from './marks';

/** The height of the bars, and what stands around them. */
export const HEIGHT = 270;
export const LEFT = 52;
export const RIGHT = 10;
const MARK_ROW = 15;
const BELOW = 22;
// Room for a label of the axis.
const LABEL = 80;

/** The room that marks take above the bars. */
export function roomAbove(placed: readonly PlacedMark[]): number {
  return 6 + MARK_ROW * (Math.max(-1, ...placed.map(({ row }) => row)) + 1);
}

/** The drawing itself; hidden from screen readers, which are told in words. */
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
        <CountAxis {...{ drawing, countScale }} />
        <Bars {...{ drawing, pattern, chosen }} />
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

/** Marked values, from above the chart down to its ground. */
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
        const x = placeOf(axis.scale === 'log' ? value : value + 0.5, axis);
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
  const height = heightOf(countScale, tallest, HEIGHT);
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
