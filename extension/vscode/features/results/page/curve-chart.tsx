import { useMemo, useState } from 'preact/hooks';
import { formatNumber } from '../../../../measure';
import {
  type Curve,
  curveCaption,
  type CurveLayout,
  curvePointText,
  layOutCurve,
} from '../../../../report';
import { chooseLook, t, tame, useWidth } from '../../../page';

/** A curve, explorable by mouse and keyboard, with a readout for each point. */
export function CurveChart({ curve, label }: { readonly curve: Curve; readonly label: string }) {
  const { element, width } = useWidth<HTMLDivElement>(640);
  const [position, setPosition] = useState<CurvePosition>();
  const plot = width - LEFT - RIGHT;
  const layout = useMemo(() => layOutCurve(curve, { width: plot, height: HEIGHT }), [curve, plot]);
  if (layout === undefined) return <p class="dim">{t('None of its points has a figure.')}</p>;

  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextPosition(event.key, position, curve.lines);
    if (next === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    setPosition(next);
  };
  const onPointerMove = (event: PointerEvent) => {
    const { left, top } = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const [x, y] = [event.clientX - left - LEFT, event.clientY - top - TOP];
    const dots = layout.lines.flatMap(({ dots: own }, line) =>
      own.flatMap((dot, point) =>
        dot ? [{ line, point, far: (dot.x - x) ** 2 + (dot.y - y) ** 2 }] : [],
      ),
    );
    setPosition(
      dots.reduce(
        (near, each) => (each.far < near.far ? each : near),
        dots[0] ?? { line: 0, point: 0, far: 0 },
      ),
    );
  };
  const readout = position && formatReadout(position, curve);
  return (
    <div>
      <div
        ref={element}
        class="chart"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuenow={position?.point ?? 0}
        aria-valuetext={
          readout ??
          t(
            'Arrow keys step through the points: left and right along a line, up and down between lines.',
          )
        }
        onKeyDown={onKeyDown}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setPosition(undefined)}
      >
        <CurvePlot layout={layout} width={width} position={position} axis={tame(curve.axis)} />
      </div>
      <p class="readout dim">{readout ?? curveCaption(curve, layout)}</p>
    </div>
  );
}

/** A point in words. */
function formatReadout({ line, point }: CurvePosition, { lines, axis, unit }: Curve): string {
  const { name = '', points = [] } = lines[line] ?? {};
  const at = points[point];
  if (at === undefined) return '';
  const figure = curvePointText(at);
  return tame(
    `${name}, ${axis}=${formatNumber(at.x)}: ${figure}${at.y === undefined ? '' : ` ${unit}`}`,
    300,
  );
}

/** The selected point and its line. */
export interface CurvePosition {
  readonly line: number;
  readonly point: number;
}

/** The point for a key: next on the line, or beside it on another; undefined for other keys. */
export function nextPosition(
  key: string,
  from: CurvePosition | undefined,
  lines: Curve['lines'],
): CurvePosition | undefined {
  const { line, point } = from ?? { line: 0, point: -1 };
  const last = (lines[line]?.points.length ?? 0) - 1;
  switch (key) {
    case 'ArrowRight':
      return { line, point: Math.min(last, point + 1) };
    case 'ArrowLeft':
      return { line, point: from === undefined ? last : Math.max(0, point - 1) };
    case 'Home':
      return { line, point: 0 };
    case 'End':
      return { line, point: last };
    case 'ArrowUp':
    case 'ArrowDown':
      return beside(key === 'ArrowUp' ? -1 : 1, { line, point }, lines);
    default:
      return undefined;
  }
}

function beside(
  step: number,
  { line, point }: CurvePosition,
  lines: Curve['lines'],
): CurvePosition {
  const next = (line + step + lines.length) % lines.length;
  const x = lines[line]?.points[point]?.x;
  const same = lines[next]?.points.findIndex((each) => each.x === x) ?? -1;
  return { line: next, point: Math.max(0, same) };
}

const HEIGHT = 230;
const LEFT = 64;
const RIGHT = 24;
const TOP = 12;
const BELOW = 40;

/** The drawing itself; hidden from screen readers, which get text. */
function CurvePlot({
  layout,
  axis,
  width,
  position,
}: {
  readonly layout: CurveLayout;
  readonly axis: string;
  readonly width: number;
  readonly position: CurvePosition | undefined;
}) {
  const height = TOP + HEIGHT + BELOW;
  const plot = width - LEFT - RIGHT;
  const chosen = position && layout.lines[position.line]?.dots[position.point];
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
          <g key={at} class={`curve ${chooseLook(at)}`}>
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
