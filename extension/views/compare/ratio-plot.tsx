import type { ComparisonOutcome } from '../../core/comparison/model';
import { type RatioScale, shareOf } from './forest';

const WIDTH = 120;
const HEIGHT = 18;
const MIDDLE = HEIGHT / 2;

type Figures = Extract<ComparisonOutcome, { kind: 'judged' }>['figures'];

/** A ratio with its interval between half and twice; the figures beside it say the same. */
export function RatioPlot({
  ratio,
  scale,
  figures,
}: {
  readonly ratio: number;
  readonly scale: RatioScale;
  readonly figures: Figures;
}) {
  const x = (of: number): number => 3 + shareOf(of, scale) * (WIDTH - 6);
  const interval = figures?.mean.interval;
  const delta = figures?.delta ?? 0;
  const [low, high] = [x(1 / (1 + delta)), x(1 + delta)];
  return (
    <svg class="ratio-plot" width={WIDTH} height={HEIGHT} aria-hidden="true">
      {figures && (
        <rect class="band" x={low} y={1} width={Math.max(1, high - low)} height={HEIGHT - 2} />
      )}
      <path class="one" d={`M${WIDTH / 2} 0V${HEIGHT}`} />
      <path class="way" d={`M${WIDTH / 2} ${MIDDLE}H${x(ratio)}`} />
      {interval && (
        <path
          class="interval"
          d={`M${x(interval.low)} 4V14M${x(interval.low)} ${MIDDLE}H${x(interval.high)}M${x(interval.high)} 4V14`}
        />
      )}
      <circle class="point" cx={x(ratio)} cy={MIDDLE} r={3.2} />
    </svg>
  );
}
