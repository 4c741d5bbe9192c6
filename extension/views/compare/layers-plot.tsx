import { formatPercent } from '../../core/report/numbers';
import { roundShares } from './shares';
import type { Bar, Look } from '../shared/histogram/bars';
import { Selecting } from '../shared/histogram/explorable';
import type { PlacedMark } from '../shared/histogram/marks';
import { LEFT, Marks, ValueAxis } from '../shared/histogram/plot';
import { lookOf } from '../shared/looks';
import type { Arrangement } from './distribution';
import { type Chart, heightsOf, type LayersDrawing, outlineOf } from './layers';
import { letterOf } from './letters';
import { PatternOf } from './patterns';

const OVERLAID = 250;
const STACKED = 96;
const STACK_GAP = 14;
const BELOW = 22;

interface PlotProps {
  readonly drawing: LayersDrawing;
  readonly chart: Chart;
  readonly labels: readonly string[];
  readonly arrangement: Arrangement;
  readonly countScale: Look['countScale'];
  readonly width: number;
  readonly top: number;
  readonly id: string;
  readonly placed: readonly PlacedMark[];
  readonly chosen: Bar | undefined;
  readonly drag: { readonly from: number; readonly to: number } | undefined;
}

/** The drawing itself; hidden from screen readers, which are told in words. */
export function LayersPlot(props: PlotProps) {
  const { drawing, chart, arrangement, width, top, id, placed, chosen, drag } = props;
  const isStacked = arrangement === 'stacked' && chart.layers.length > 1;
  const band = isStacked ? STACKED : OVERLAID;
  const bands = isStacked ? chart.layers.length : 1;
  const ground = bands * band + (bands - 1) * STACK_GAP;
  const height = top + ground + BELOW;
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <defs>
        {chart.layers.map(({ at }) => (
          <PatternOf key={at} id={`${id}-${at}`} at={at} />
        ))}
      </defs>
      <g transform={`translate(${LEFT} ${top})`}>
        {chosen && (
          <rect class="hover" x={chosen.x - 2} y={0} width={chosen.width + 4} height={ground} />
        )}
        {chart.layers.map((layer, order) => {
          const floor = isStacked ? band + order * (band + STACK_GAP) : band;
          return (
            <g key={layer.at}>
              {(isStacked || order === 0) && (
                <ShareAxis {...{ drawing, band, floor }} countScale={props.countScale} />
              )}
              <Outline {...{ ...props, order, band, floor }} at={layer.at} />
              {isStacked && (
                <text
                  class="stack-label"
                  x={drawing.axis.width - 6}
                  y={floor - band + 12}
                  text-anchor="end"
                >
                  {letterOf(layer.at)} · {props.labels[layer.at]}
                </text>
              )}
            </g>
          );
        })}
        <Marks placed={placed} height={ground} />
        <ValueAxis axis={drawing.axis} unit={chart.unit} height={ground} />
        <Selecting drag={drag} height={ground} />
      </g>
    </svg>
  );
}

function Outline({
  drawing,
  countScale,
  order,
  at,
  band,
  floor,
  id,
}: PlotProps & {
  readonly order: number;
  readonly at: number;
  readonly band: number;
  readonly floor: number;
}) {
  const heights = heightsOf(drawing, order, countScale, band);
  const d = outlineOf(drawing.bins, heights, floor);
  return (
    <g class={`layer ${lookOf(at)}`}>
      <path class="fill" d={d} fill={`url(#${id}-${at})`} />
      <path class="line" d={d} />
    </g>
  );
}

function ShareAxis({
  drawing,
  countScale,
  band,
  floor,
}: {
  readonly drawing: LayersDrawing;
  readonly countScale: Look['countScale'];
  readonly band: number;
  readonly floor: number;
}) {
  return (
    <>
      {roundShares(drawing, countScale, band).map(({ share, height }) => (
        <g key={share}>
          <path class="grid" d={`M0 ${floor - height + 0.5}H${drawing.axis.width}`} />
          <text class="dim" x={-7} y={floor - height + 4} text-anchor="end">
            {formatPercent(share)}
          </text>
        </g>
      ))}
      <path class="grid" d={`M0 ${floor + 0.5}H${drawing.axis.width}`} />
    </>
  );
}
