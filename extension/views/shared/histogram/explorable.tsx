import type { ComponentChildren, Ref } from 'preact';
import type { Range } from '../../../core/measure/split-histogram';
import { t } from '../l10n';
import type { useMoves } from './use-moves';

const PLAIN = { chart: 'chart', words: 'readout dim' };

/** What a chart is looked into by, mouse and keyboard, with the chosen bar in words below it. */
export function Explorable(props: {
  readonly element: Ref<HTMLDivElement>;
  readonly label: string;
  readonly classes?: { readonly chart: string; readonly words: string };
  /** The values on the axis; nothing where nothing is drawn. */
  readonly range: Range | undefined;
  readonly chosen: Range | undefined;
  /** What the chosen bar says. */
  readonly told: string | undefined;
  readonly handlers: ReturnType<typeof useMoves>['handlers'];
  readonly children: ComponentChildren;
}) {
  const { element, label, range, chosen, told, handlers, children, classes = PLAIN } = props;
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
        aria-valuetext={told ?? t('Arrow keys read the bars, plus and minus zoom, 0 shows all.')}
        {...handlers}
      >
        {children}
      </div>
      <p class={classes.words}>
        {told ?? t('Drag to zoom, double click to show all; arrow keys, +, − and 0 do the same.')}
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
