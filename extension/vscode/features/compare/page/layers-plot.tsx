import { formatPercent } from '../../../../measure';
import {
  type Bar,
  newHeightScale,
  LEFT,
  type Look,
  chooseLook,
  LOOKS,
  Marks,
  type PlacedMark,
  Selecting,
  t,
  ValueAxis,
} from '../../../page';
import { type Chart, computeBinHeights, type LayersDrawing, buildOutline } from './layers';
import { toColumnLetter } from './letter';

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

/** The drawing itself; hidden from screen readers, which get text. */
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
          <FillPattern key={at} id={`${id}-${at}`} at={at} />
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
                <ShareAxis
                  drawing={drawing}
                  band={band}
                  floor={floor}
                  countScale={props.countScale}
                />
              )}
              <Outline {...props} order={order} band={band} floor={floor} at={layer.at} />
              {isStacked && (
                <text
                  class="stack-label"
                  x={drawing.axis.width - 6}
                  y={floor - band + 12}
                  text-anchor="end"
                >
                  {toColumnLetter(layer.at)} · {props.labels[layer.at]}
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
  const heights = computeBinHeights(drawing, order, countScale, band);
  const d = buildOutline(drawing.bins, heights, floor);
  return (
    <g class={`layer ${chooseLook(at)}`}>
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

/** The arrangement of the columns' histograms. */
export type Arrangement = 'overlaid' | 'stacked';

export function ArrangementChoice({
  arrangement,
  onChange,
}: {
  readonly arrangement: Arrangement;
  readonly onChange: (arrangement: Arrangement) => void;
}) {
  const choice = (each: Arrangement, label: string) => (
    <button type="button" aria-pressed={arrangement === each} onClick={() => onChange(each)}>
      {label}
    </button>
  );
  return (
    <span class="segments" role="group" aria-label={t('Arrangement of the histograms')}>
      {choice('overlaid', t('overlaid'))}
      {choice('stacked', t('stacked'))}
    </span>
  );
}

// Lines and dots in a tile of eight pixels; distinct without colour.
const DRAWINGS: readonly string[] = [
  '',
  'M-1 9L9 -1M-1 1L1 -1M7 9L9 7',
  'M-1 -1L9 9M7 -1L9 1M-1 7L1 9',
  'M0 4H8',
  'M4 0V8',
  'M0 4H8M4 0V8',
];

/** The fill pattern of a column's histogram. */
function FillPattern({ id, at }: { readonly id: string; readonly at: number }) {
  const drawing = DRAWINGS[at % LOOKS] ?? '';
  return (
    <pattern id={id} class={chooseLook(at)} width="8" height="8" patternUnits="userSpaceOnUse">
      <rect class={drawing === '' ? 'ground solid' : 'ground'} width="8" height="8" />
      {drawing !== '' && <path class="hatch" d={drawing} />}
    </pattern>
  );
}

const LOG_SHARES = [1, 0.1, 0.01, 1e-3, 1e-4, 1e-5, 1e-6];

/** Round shares up to the tallest bin, with the heights at which they are drawn. */
export function roundShares(
  { totals, tallest }: LayersDrawing,
  scale: Look['countScale'],
  height: number,
): { readonly share: number; readonly height: number }[] {
  const most = Math.max(...totals);
  const tall = newHeightScale(scale, Math.max(1, tallest * most), height);
  const shares = scale === 'log' ? LOG_SHARES.filter((each) => each * most >= 1) : linear(tallest);
  return shares
    .filter((share) => share <= tallest)
    .map((share) => ({ share, height: tall(share * most) }));
}

function linear(tallest: number): number[] {
  const power = 10 ** Math.floor(Math.log10(tallest));
  const step = [0.25, 0.5, 1, 2].find((each) => tallest / (each * power) <= 5) ?? 2;
  const count = Math.floor(tallest / (step * power));
  return Array.from({ length: count }, (_, i) => (i + 1) * step * power);
}
