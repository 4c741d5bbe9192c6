import { computed, effect, signal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { t } from '../../shared/l10n';
import { drawOverview, loadOf } from '../draw/overview';
import { formatMoment } from '../model/clock';
import { lengthOf, ticksOf } from '../model/viewport';
import type { Store, WithStore } from '../store';

/** The whole recording on one strip, with the window that is looked at. */
export function Overview({ store }: WithStore) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => (canvas.current ? followOverview(canvas.current, store) : undefined), []);
  const drag = useMemo(() => newWindowDrag(store), []);
  const { view, extent, clock } = store.state;
  const whole = Math.max(lengthOf(extent.value), 1);
  const left = ((view.value.start - extent.value.start) / whole) * 100;
  const width = (lengthOf(view.value) / whole) * 100;
  return (
    <div
      class="overview"
      onPointerDown={drag.begin}
      onPointerMove={drag.move}
      onPointerUp={drag.end}
      onPointerCancel={drag.end}
    >
      <canvas ref={canvas} aria-hidden="true" />
      <div
        class="window"
        role="slider"
        tabIndex={0}
        aria-label={t('Window')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(left)}
        aria-valuetext={`${formatMoment(clock.value, view.value.start)} – ${formatMoment(clock.value, view.value.stop)}`}
        style={{ insetInlineStart: `${left}%`, width: `max(${width}%, 3px)` }}
        onKeyDown={(event) => moveByKey(event, store)}
      >
        <i class="edge" />
        <i class="edge" />
      </div>
    </div>
  );
}

function moveByKey(event: KeyboardEvent, { actions }: Store): void {
  const steps: Readonly<Record<string, () => unknown>> = {
    ArrowLeft: () => actions.panShare(-0.25),
    ArrowRight: () => actions.panShare(0.25),
    ArrowUp: () => actions.zoom(1 / 1.5),
    ArrowDown: () => actions.zoom(1.5),
    Home: actions.toStart,
    End: actions.toEnd,
  };
  const step = steps[event.key];
  if (!step) return;
  event.preventDefault();
  step();
}

function followOverview(canvas: HTMLCanvasElement, { state, backdrops }: Store): () => void {
  const size = signal({ width: canvas.clientWidth, height: canvas.clientHeight });
  const observer = new ResizeObserver(() => {
    size.value = { width: canvas.clientWidth, height: canvas.clientHeight };
  });
  observer.observe(canvas);
  const load = computed(() => {
    const { value: window } = state.overview;
    return window && { window, load: loadOf(window, state.info.value?.lanes ?? []) };
  });
  const pen = canvas.getContext('2d', { alpha: false });
  const stop = effect(() => {
    const { width, height } = size.value;
    const palette = backdrops.palette.value;
    if (!pen || !load.value || width === 0) return;
    const ratio = devicePixelRatio;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    drawOverview(pen, load.value.load, load.value.window, { width, height }, palette);
  });
  return () => {
    observer.disconnect();
    stop();
  };
}

/** A press beside the window brings it there; a drag moves it, or one of its edges. */
function newWindowDrag({ state, actions }: Store) {
  let hold: { readonly edge: 'start' | 'stop' | 'both'; readonly offset: number } | undefined;
  const ticksAt = (event: PointerEvent) => {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    return ticksOf(state.extent.value, box.width, event.clientX - box.left);
  };
  return {
    begin: (event: PointerEvent) => {
      (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
      const { view, extent } = state;
      const at = ticksAt(event);
      const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
      const reach = (lengthOf(extent.value) / box.width) * 5;
      const { start, stop } = view.value;
      const isWide = stop - start > 4 * reach;
      if (isWide && Math.abs(at - start) < reach) hold = { edge: 'start', offset: 0 };
      else if (isWide && Math.abs(at - stop) < reach) hold = { edge: 'stop', offset: 0 };
      else {
        const isInside = at >= start && at <= stop;
        hold = { edge: 'both', offset: isInside ? at - start : (stop - start) / 2 };
        if (!isInside) actions.pan(at - hold.offset - start);
      }
    },
    move: (event: PointerEvent) => {
      if (!hold) return;
      const at = ticksAt(event);
      const { start, stop } = state.view.value;
      if (hold.edge === 'both') actions.pan(at - hold.offset - start);
      else if (hold.edge === 'start') actions.look({ start: Math.min(at, stop), stop });
      else actions.look({ start, stop: Math.max(at, start) });
    },
    end: () => (hold = undefined),
  };
}
