import type { Actions } from './actions';
import type { State } from './state';

/** Places outside the timeline that a key press may lead to. */
export interface KeyExits {
  readonly askForTime: () => void;
  readonly search: () => void;
  /** Back to the lanes. */
  readonly leave: () => void;
}

const STEP = 0.1;
const ZOOM = 1.5;

/** The action of each key; a capital letter or another sign needs its own entry. */
export function keyActions(
  state: State,
  actions: Actions,
  { askForTime, search }: KeyExits,
): Readonly<Record<string, () => unknown>> {
  const zoomIn = () => actions.zoom(1 / ZOOM);
  const zoomOut = () => actions.zoom(ZOOM);
  return {
    ArrowLeft: () => actions.panShare(-STEP),
    ArrowRight: () => actions.panShare(STEP),
    PageUp: () => actions.panShare(-0.9),
    PageDown: () => actions.panShare(0.9),
    ArrowUp: () => actions.selectBeside(-1),
    ArrowDown: () => actions.selectBeside(1),
    '+': zoomIn,
    '=': zoomIn,
    '-': zoomOut,
    _: zoomOut,
    Home: actions.toStart,
    End: actions.toEnd,
    f: actions.fit,
    n: () => actions.neighbour('forwards'),
    p: () => actions.neighbour('backwards'),
    g: askForTime,
    '/': search,
    m: () => (state.isMeasuring.value = !state.isMeasuring.value),
    '[': () => markAt(state, 'start'),
    ']': () => markAt(state, 'stop'),
    z: () => {
      const span = state.measured.value ?? state.sample.value;
      if (span) actions.zoomTo(span, 0.1);
    },
    h: () => {
      if (state.lane.value !== undefined) actions.hide(state.lane.value);
    },
    Enter: () => {
      if (state.cursor.value !== undefined) void actions.open(state.cursor.value, state.lane.value);
    },
    Escape: () => leave(state),
  };
}

/** Sets one end of the measured stretch to the cursor. */
function markAt({ cursor, measured, view }: State, end: 'start' | 'stop'): void {
  const at = cursor.value ?? (view.value.start + view.value.stop) / 2;
  const other = end === 'start' ? measured.value?.stop : measured.value?.start;
  const beside = other ?? at;
  measured.value = { start: Math.min(at, beside), stop: Math.max(at, beside) };
}

/** Removes the topmost item: a measurement, then the sample, then the cursor. */
function leave({ isMeasuring, measured, sample, cursor, event }: State): void {
  if (measured.value || isMeasuring.value) {
    measured.value = undefined;
    isMeasuring.value = false;
  } else if (sample.value) sample.value = undefined;
  else {
    cursor.value = undefined;
    event.value = undefined;
  }
}
