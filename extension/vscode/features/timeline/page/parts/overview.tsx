import { computed, effect, signal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { TraceWindow } from '../../../../../trace';
import { t } from '../../../../page';
import type { Lane } from '../../schemas';
import type { Palette, Pen } from '../draw';
import { formatTicks, getSpanLength, toTicks } from '../model';
import type { Store, WithStore } from '../store';

/** The whole recording on one strip, with the visible window. */
export function Overview({ store }: WithStore) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => (canvas.current ? followOverview(canvas.current, store) : undefined), []);
  const drag = useMemo(() => newWindowDrag(store), []);
  const { view, extent, clock } = store.state;
  const whole = Math.max(getSpanLength(extent.value), 1);
  const left = ((view.value.start - extent.value.start) / whole) * 100;
  const width = (getSpanLength(view.value) / whole) * 100;
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
        aria-valuetext={`${formatTicks(clock.value, view.value.start)} – ${formatTicks(clock.value, view.value.stop)}`}
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
    return window && { window, load: computeCoreLoad(window, state.info.value?.lanes ?? []) };
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

/** A press outside the window moves it there; a drag moves it, or one of its edges. */
function newWindowDrag({ state, actions }: Store) {
  let hold: { readonly edge: 'start' | 'stop' | 'both'; readonly offset: number } | undefined;
  const ticksAt = (event: PointerEvent) => {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    return toTicks(state.extent.value, box.width, event.clientX - box.left);
  };
  return {
    begin: (event: PointerEvent) => {
      (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
      const { view, extent } = state;
      const at = ticksAt(event);
      const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
      const reach = (getSpanLength(extent.value) / box.width) * 5;
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

/** The load of all cores per column, as shares; idle and unknown time does not count. */
export function computeCoreLoad(window: TraceWindow, lanes: readonly Lane[]): Float32Array {
  const { columns, start, stop, spans } = window;
  const load = new Float32Array(columns);
  const perColumn = (stop - start) / columns;
  const cores = Math.max(1, new Set(lanes.map(({ core }) => core)).size);
  for (const { lane, from, to, density } of window.lanes) {
    const kind = lanes[lane]?.kind;
    if (kind !== 'task' && kind !== 'interrupt' && kind !== 'timer' && kind !== 'scheduler') {
      continue;
    }
    for (let column = 0; density && column < columns; column++) {
      load[column] = (load[column] ?? 0) + (density[column] ?? 0) / 255 / cores;
    }
    for (let index = from; index < to; index++) {
      const first = ((spans.start[index] ?? 0) - start) / perColumn;
      const last = ((spans.stop[index] ?? 0) - start) / perColumn;
      for (
        let column = Math.max(0, Math.floor(first));
        column < Math.min(columns, last);
        column++
      ) {
        const share = Math.min(last, column + 1) - Math.max(first, column);
        load[column] = (load[column] ?? 0) + share / cores;
      }
    }
  }
  return load;
}

/** Any activity must be visible. */
export const barHeight = (load: number, most: number): number =>
  load <= 0 ? 0 : Math.max(2, Math.min(1, load) * most);

/** Draws the load of the whole recording as one shape. */
function drawOverview(
  pen: Pen,
  load: Float32Array,
  gaps: TraceWindow,
  size: { readonly width: number; readonly height: number },
  palette: Palette,
): void {
  const { width, height } = size;
  pen.fillStyle = palette.background;
  pen.fillRect(0, 0, width, height);
  pen.beginPath();
  pen.moveTo(0, height);
  for (let column = 0; column < load.length; column++) {
    const y = height - barHeight(load[column] ?? 0, height - 3);
    pen.lineTo((column / load.length) * width, y);
    pen.lineTo(((column + 1) / load.length) * width, y);
  }
  pen.lineTo(width, height);
  pen.closePath();
  pen.globalAlpha = palette.isHighContrast ? 1 : 0.45;
  pen.fillStyle = palette.isHighContrast ? palette.dim : palette.focus;
  pen.fill();
  pen.globalAlpha = 1;
  pen.fillStyle = palette.warning;
  const scale = width / (gaps.stop - gaps.start);
  gaps.gaps.start.forEach((start, index) => {
    const x = (start - gaps.start) * scale;
    const end = ((gaps.gaps.stop[index] ?? start) - gaps.start) * scale;
    pen.fillRect(x, 0, Math.max(1, end - x), 3);
  });
}
