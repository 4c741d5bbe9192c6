import type { CurveLayout } from '../../core/results/curve-layout';
import { lookOf } from '../shared/looks';
import type { Place } from './curve-moves';

export const HEIGHT = 230;
export const LEFT = 64;
export const RIGHT = 24;
export const TOP = 12;
const BELOW = 40;

/** The drawing itself; hidden from screen readers, which are told in words. */
export function CurvePlot({
  layout,
  axis,
  width,
  place,
}: {
  readonly layout: CurveLayout;
  readonly axis: string;
  readonly width: number;
  readonly place: Place | undefined;
}) {
  const height = TOP + HEIGHT + BELOW;
  const plot = width - LEFT - RIGHT;
  const chosen = place && layout.lines[place.line]?.dots[place.point];
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <g transform={`translate(${LEFT} ${TOP})`}>
        {layout.yTicks.map(({ at, label }) => (
          <g key={at}>
            <path class="grid" d={`M0 ${at}H${plot}`} />
            <text class="dim" x={-8} y={at + 4} text-anchor="end">
              {label}
            </text>
          </g>
        ))}
        <path class="axis" d={`M0 0V${HEIGHT}H${plot}`} fill="none" />
        {layout.xTicks.map(({ at, label }) => (
          <g key={at}>
            <path class="axis" d={`M${at} ${HEIGHT}v4`} />
            <text x={at} y={HEIGHT + 17} text-anchor="middle">
              {label}
            </text>
          </g>
        ))}
        <text class="dim" x={plot / 2} y={HEIGHT + 34} text-anchor="middle">
          {axis}
        </text>
        {layout.lines.map(({ line, band, dots }, at) => (
          <g key={at} class={`curve ${lookOf(at)}`}>
            <path class="band" d={band} />
            <path class="line" d={line} />
            {dots.map((dot) => dot && <circle key={dot.x} cx={dot.x} cy={dot.y} r={3} />)}
          </g>
        ))}
        {chosen && <circle class="focus" cx={chosen.x} cy={chosen.y} r={6} />}
      </g>
    </svg>
  );
}
