import { useId } from 'preact/hooks';
import { t } from '../l10n';
import { LEFT, type Scale } from './axis';
import { barsOf, heightOf, widened } from './bars';
import { ChartPlot, HEIGHT, RIGHT } from './plot';
import { useWidth } from './size';

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
    const range = widened({ low, high: end - 1 }, scale);
    const axis = { range, scale, width: width - LEFT - RIGHT };
    const tallest = Math.max(1, ...counts);
    const bars = barsOf({ edges, counts, ticked: [] }, axis, heightOf('linear', tallest, HEIGHT));
    const total = counts.reduce((sum, count) => sum + count, 0);
    return { axis, bars, tallest, total };
  })();
  return (
    <div ref={element} class="chart live-chart" role="img" aria-label={label}>
      {drawing === undefined ? (
        <p class="dim">{t('No sample has arrived yet.')}</p>
      ) : (
        <ChartPlot
          {...{ drawing, width, unit, pattern }}
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
