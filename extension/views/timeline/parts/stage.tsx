import { useEffect, useRef } from 'preact/hooks';
import { t } from '../../shared/l10n';
import { followPointer } from '../gestures';
import { keyActions, type KeyPlaces } from '../keys';
import { AXIS_HEIGHT } from '../model/layout';
import { followState } from '../screen';
import type { WithStore } from '../store';
import { LaneNames } from './lane-names';

/** The lanes: their names, and the canvas on which they are drawn. */
export function Stage({ store, places }: WithStore & { readonly places: KeyPlaces }) {
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

  const keys = keyActions(state, actions, places);
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
        aria-roledescription={t('time line')}
        aria-label={t('Time line')}
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
