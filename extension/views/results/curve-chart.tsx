import { useMemo, useState } from 'preact/hooks';
import { curveCaption, pointText } from '../../core/report/curve-words';
import { formatNumber } from '../../core/report/numbers';
import { layOutCurve } from '../../core/results/curve-layout';
import type { Curve } from '../../core/results/model';
import { useWidth } from '../shared/histogram/size';
import { t } from '../shared/l10n';
import { tame } from '../shared/text';
import { nextPlace, type Place } from './curve-moves';
import { CurvePlot, HEIGHT, LEFT, RIGHT, TOP } from './curve-plot';

/** A curve to look into: by mouse and by keyboard, and each point can be read out. */
export function CurveChart({ curve, label }: { readonly curve: Curve; readonly label: string }) {
  const { element, width } = useWidth<HTMLDivElement>(640);
  const [place, setPlace] = useState<Place>();
  const plot = width - LEFT - RIGHT;
  const layout = useMemo(() => layOutCurve(curve, { width: plot, height: HEIGHT }), [curve, plot]);
  if (layout === undefined) return <p class="dim">{t('No point of it has a figure.')}</p>;

  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextPlace(event.key, place, curve.lines);
    if (next === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    setPlace(next);
  };
  const onPointerMove = (event: PointerEvent) => {
    const { left, top } = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const [x, y] = [event.clientX - left - LEFT, event.clientY - top - TOP];
    const dots = layout.lines.flatMap(({ dots: own }, line) =>
      own.flatMap((dot, point) =>
        dot ? [{ line, point, far: (dot.x - x) ** 2 + (dot.y - y) ** 2 }] : [],
      ),
    );
    setPlace(
      dots.reduce(
        (near, each) => (each.far < near.far ? each : near),
        dots[0] ?? { line: 0, point: 0, far: 0 },
      ),
    );
  };
  const told = place && readoutOf(place, curve);
  return (
    <div>
      <div
        ref={element}
        class="chart"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuenow={place?.point ?? 0}
        aria-valuetext={
          told ??
          t('Arrow keys read the points: left and right along a line, up and down between lines.')
        }
        onKeyDown={onKeyDown}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setPlace(undefined)}
      >
        <CurvePlot {...{ layout, width, place }} axis={tame(curve.axis)} />
      </div>
      <p class="readout dim">{told ?? curveCaption(curve, layout)}</p>
    </div>
  );
}

/** What a point says, in words. */
function readoutOf({ line, point }: Place, { lines, axis, unit }: Curve): string {
  const { name = '', points = [] } = lines[line] ?? {};
  const at = points[point];
  if (at === undefined) return '';
  const figure = pointText(at);
  return tame(
    `${name}, ${axis}=${formatNumber(at.x)}: ${figure}${at.y === undefined ? '' : ` ${unit}`}`,
    300,
  );
}
