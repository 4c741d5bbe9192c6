import type { Actions } from './actions';
import { AXIS_HEIGHT, rowAt } from './model/layout';
import { lengthOf, ticksOf, wheelFactor, type Span } from './model/viewport';
import type { State } from './state';

/** A pointer that moved less than this has clicked. */
const CLICK = 3;

type Drag =
  | { readonly is: 'pan'; readonly view: Span; readonly scrollTop: number }
  | { readonly is: 'zoom' | 'measure' };

interface Grip {
  readonly drag: Drag;
  readonly x: number;
  readonly y: number;
  moved: boolean;
}

/** Lets mouse, pen, finger and touchpad move the time line that a canvas shows. */
export function followPointer(
  canvas: HTMLCanvasElement,
  state: State,
  actions: Actions,
  scrollTo: (top: number) => void,
): void {
  let grip: Grip | undefined;
  const ticksAt = (x: number) => ticksOf(state.view.value, state.size.value.width, x);
  const laneAt = (y: number) => {
    const lane = rowAt(state.layout.value, y - AXIS_HEIGHT + state.scrollTop.value)?.lane;
    return y < AXIS_HEIGHT || lane === undefined || lane < 0 ? undefined : lane;
  };

  function begin(event: PointerEvent): void {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    const { offsetX: x, offsetY: y } = event;
    grip = { drag: dragOf(event, state), x, y, moved: false };
  }

  function move(event: PointerEvent): void {
    const { offsetX: x, offsetY: y } = event;
    state.pointed.value = { ticks: ticksAt(x), lane: laneAt(y) };
    if (!grip) return;
    grip.moved ||= Math.hypot(x - grip.x, y - grip.y) > CLICK;
    if (grip.moved) dragTo(grip, grip.drag, x, y);
  }

  function dragTo(from: Grip, drag: Drag, x: number, y: number): void {
    if (drag.is === 'pan') {
      const perPixel = lengthOf(drag.view) / state.size.value.width;
      const start = drag.view.start - (x - from.x) * perPixel;
      actions.look({ start, stop: start + lengthOf(drag.view) });
      scrollTo(drag.scrollTop - (y - from.y));
      return;
    }
    const [a, b] = [ticksAt(from.x), ticksAt(Math.min(Math.max(x, 0), state.size.value.width))];
    const span = { start: Math.min(a, b), stop: Math.max(a, b) };
    if (drag.is === 'zoom') state.zooming.value = span;
    else state.measured.value = { start: Math.round(span.start), stop: Math.round(span.stop) };
  }

  function end(event: PointerEvent): void {
    const zooming = state.zooming.value;
    if (grip && !grip.moved) actions.point(ticksAt(event.offsetX), laneAt(event.offsetY));
    else if (grip && zooming) actions.zoomTo(zooming, 0);
    state.zooming.value = undefined;
    grip = undefined;
  }

  canvas.addEventListener('pointerdown', begin);
  canvas.addEventListener('pointermove', move);
  canvas.addEventListener('pointerup', end);
  canvas.addEventListener('pointercancel', end);
  canvas.addEventListener('dblclick', ({ offsetX: x, offsetY: y }) => {
    void actions.open(ticksAt(x), laneAt(y));
  });
  canvas.addEventListener('pointerleave', () => (state.pointed.value = undefined));
  const turn = (event: WheelEvent) =>
    turnWheel(event, state, actions, scrollTo, ticksAt(event.offsetX));
  canvas.addEventListener('wheel', turn, { passive: false });
}

function turnWheel(
  event: WheelEvent,
  { scrollTop, view, size }: State,
  actions: Actions,
  scrollTo: (top: number) => void,
  at: number,
): void {
  // Over the canvas nothing else may scroll or zoom.
  event.preventDefault();
  const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1;
  const [dx, dy] = [event.deltaX * unit, event.deltaY * unit];
  const isSideways = Math.abs(dx) > Math.abs(dy);
  if (event.altKey) scrollTo(scrollTop.value + dy);
  else if (event.shiftKey || isSideways) {
    actions.pan(((isSideways ? dx : dy) * lengthOf(view.value)) / size.value.width);
  } else actions.zoom(wheelFactor(dy, event.ctrlKey), at);
}

function dragOf(event: PointerEvent, { isMeasuring, view, scrollTop }: State): Drag {
  if (event.shiftKey) return { is: 'zoom' };
  if (isMeasuring.value) return { is: 'measure' };
  return { is: 'pan', view: view.value, scrollTop: scrollTop.value };
}
