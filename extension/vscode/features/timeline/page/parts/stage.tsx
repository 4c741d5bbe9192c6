import { useEffect, useRef } from 'preact/hooks';
import { formatNumber } from '../../../../../measure';
import { Name, t } from '../../../../page';
import type { Lane } from '../../schemas';
import type { Actions } from '../actions';
import { keyActions, type KeyExits } from '../keys';
import {
  AXIS_HEIGHT,
  describeLane,
  isActivity,
  kindSign,
  getSpanLength,
  type Row,
  rowAt,
  type Span,
  toTicks,
  wheelFactor,
} from '../model';
import { followState } from '../screen';
import type { State } from '../state';
import type { Store, WithStore } from '../store';

/** The lanes: their names, and the canvas with their content. */
export function Stage({ store, exits }: WithStore & { readonly exits: KeyExits }) {
  const { state, actions, backdrops } = store;
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const [box, sheet] = [scroller.current, canvas.current];
    if (!box || !sheet) return undefined;
    const scrollTo = (top: number) => (box.scrollTop = top);
    followPointer(sheet, state, actions, scrollTo);
    const stopDrawing = followState(sheet, state, backdrops);
    const measure = () => {
      state.size.value = { width: sheet.clientWidth, height: sheet.clientHeight };
    };
    const observer = new ResizeObserver(measure);
    observer.observe(sheet);
    measure();
    return () => {
      observer.disconnect();
      stopDrawing();
    };
  }, []);

  const keys = keyActions(state, actions, exits);
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  return (
    <div
      class="stage"
      ref={scroller}
      onScroll={({ currentTarget }) => (state.scrollTop.value = currentTarget.scrollTop)}
    >
      <LaneNames store={store} onKeyDown={press} />
      <div
        class="sheet"
        tabIndex={0}
        role="application"
        aria-roledescription={t('timeline')}
        aria-label={t('Timeline')}
        aria-describedby="keys"
        onKeyDown={press}
      >
        <canvas
          ref={canvas}
          class={state.isMeasuring.value ? 'measuring' : ''}
          style={{ minHeight: `${AXIS_HEIGHT}px` }}
        />
      </div>
      <p id="keys" class="visually-hidden">
        {t(
          'Arrow keys move and select lanes, plus and minus zoom, Home and End go to the ends, F shows everything, N and P go to the next and previous event of the selected lane, G goes to a time, M measures, H hides the lane, slash searches.',
        )}
      </p>
    </div>
  );
}

/** A pointer that moved less than this was a click. */
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

/** Moves the timeline shown by a canvas by mouse, pen, finger and touchpad. */
function followPointer(
  canvas: HTMLCanvasElement,
  state: State,
  actions: Actions,
  scrollTo: (top: number) => void,
): void {
  let grip: Grip | undefined;
  const ticksAt = (x: number) => toTicks(state.view.value, state.size.value.width, x);
  const laneAt = (y: number) => {
    const lane = rowAt(state.layout.value, y - AXIS_HEIGHT + state.scrollTop.value)?.lane;
    return y < AXIS_HEIGHT || lane === undefined || lane < 0 ? undefined : lane;
  };

  function begin(event: PointerEvent): void {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    const { offsetX: x, offsetY: y } = event;
    grip = { drag: chooseDrag(event, state), x, y, moved: false };
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
      const perPixel = getSpanLength(drag.view) / state.size.value.width;
      const start = drag.view.start - (x - from.x) * perPixel;
      actions.look({ start, stop: start + getSpanLength(drag.view) });
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
  // Nothing else may scroll or zoom over the canvas.
  event.preventDefault();
  const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1;
  const [dx, dy] = [event.deltaX * unit, event.deltaY * unit];
  const isSideways = Math.abs(dx) > Math.abs(dy);
  if (event.altKey) scrollTo(scrollTop.value + dy);
  else if (event.shiftKey || isSideways) {
    actions.pan(((isSideways ? dx : dy) * getSpanLength(view.value)) / size.value.width);
  } else actions.zoom(wheelFactor(dy, event.ctrlKey), at);
}

function chooseDrag(event: PointerEvent, { isMeasuring, view, scrollTop }: State): Drag {
  if (event.shiftKey) return { is: 'zoom' };
  if (isMeasuring.value) return { is: 'measure' };
  return { is: 'pan', view: view.value, scrollTop: scrollTop.value };
}

/** The lanes' names next to the canvas; a list for the keyboard and for screen readers. */
function LaneNames({
  store,
  onKeyDown,
}: WithStore & { readonly onKeyDown: (event: KeyboardEvent) => void }) {
  const { state } = store;
  const list = useRef<HTMLDivElement>(null);
  const selected = state.lane.value;
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  return (
    <div class="lane-names">
      <div class="corner" style={{ height: `${AXIS_HEIGHT}px` }}>
        <LaneFilter store={store} />
      </div>
      <div
        ref={list}
        role="listbox"
        tabIndex={0}
        aria-label={t('Lanes')}
        aria-activedescendant={selected === undefined ? undefined : `lane-${selected}`}
        onKeyDown={onKeyDown}
        style={{ height: `${state.layout.value.height}px` }}
      >
        {state.layout.value.rows.map((row) => (
          <LaneName key={`${row.core} ${row.lane}`} store={store} row={row} />
        ))}
      </div>
    </div>
  );
}

function LaneFilter({ store: { state } }: WithStore) {
  return (
    <input
      type="search"
      placeholder={t('Filter lanes')}
      aria-label={t('Filter lanes')}
      value={state.choice.value.filter}
      onInput={({ currentTarget: { value } }) =>
        (state.choice.value = { ...state.choice.value, filter: value })
      }
    />
  );
}

function LaneName({ store, row }: WithStore & { readonly row: Row }) {
  const { state } = store;
  const lane = state.info.value?.lanes[row.lane];
  const height = `${row.height}px`;
  if (!lane) {
    return (
      <div class="core-heading" role="presentation" style={{ height }}>
        {t('Core {0}', row.core)}
      </div>
    );
  }
  const isSelected = state.lane.value === row.lane;
  return (
    <div
      id={`lane-${row.lane}`}
      role="option"
      aria-selected={isSelected}
      class={`lane-name ${isSelected ? 'selected' : ''}`}
      title={describeLane(lane)}
      style={{ height }}
      onClick={() => (state.lane.value = row.lane)}
    >
      <span class={`sign kind-${lane.kind}`} aria-hidden="true">
        <i style={{ background: store.backdrops.palette.value.lanes[row.lane] ?? '' }} />
        {kindSign[lane.kind]}
      </span>
      <Name text={lane.name} />
      <span class="visually-hidden">{describeLane(lane)}</span>
      <Beside store={store} number={row.lane} lane={lane} />
    </div>
  );
}

/** A lane's part in the displayed sample, otherwise its share of the visible window. */
function Beside({
  store,
  number,
  lane,
}: {
  readonly store: Store;
  readonly number: number;
  readonly lane: Lane;
}) {
  const { sample, shares } = store.state;
  const amount = sample.value?.parts
    .filter((part) => part.lane === number)
    .reduce((sum, part) => sum + part.amount, 0);
  if (amount) return <span class="badge figure">{formatNumber(amount)}</span>;
  if (!isActivity(lane)) return null;
  const share = shares.value
    .find(({ core }) => core === lane.core)
    ?.lanes.find((each) => each.lane === number)?.share;
  if (!share) return <span class="dim figure">–</span>;
  return (
    <span class="dim figure">{share < 0.0005 ? '< 0.1 %' : `${(share * 100).toFixed(1)} %`}</span>
  );
}
