import { effect, signal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { t } from '../../shared/l10n';
import { Name } from '../../shared/name';
import { formatMoment } from '../model/clock';
import { newLatest } from '../model/latest';
import { rowsToShow, scrolled, type RowWindow } from '../model/rows';
import type { EventRow } from '../schemas';
import type { Store, WithStore } from '../store';
import { Search } from './search';

const ROW_HEIGHT = 20;

interface Rows {
  readonly first: number;
  readonly rows: readonly EventRow[];
}

/** What the list of events holds at the moment. */
function newEventList({ state, questions }: Store) {
  const rows = signal<Rows>({ first: 0, rows: [] });
  const top = signal(0);
  const height = signal(0);
  const fetch = newLatest<RowWindow>(async ({ first, count }) => {
    const found = await questions.ask('events', { from: first, count });
    rows.value = { first, rows: found };
  });
  const total = () => state.info.value?.events ?? 0;
  const strip = () => scrolled(total(), ROW_HEIGHT, height.value);
  const wanted = () => rowsToShow(strip().placeOf(top.value), height.value, ROW_HEIGHT, total());
  return { rows, top, height, fetch, total, strip, wanted };
}

type EventList = ReturnType<typeof newEventList>;

/** All events, of which only those near the scrolled place are there. */
export function Events({ store }: WithStore) {
  const list = useMemo(() => newEventList(store), []);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => (box.current ? follow(box.current, list, store) : undefined), []);
  const { event, info } = store.state;
  const place = list.strip().placeOf(list.top.value);
  const { first, rows } = list.rows.value;
  return (
    <>
      <Search store={store} />
      <div
        ref={box}
        class="events"
        role="listbox"
        tabIndex={0}
        aria-label={t('Events')}
        aria-activedescendant={event.value && `event-${event.value.index}`}
        onScroll={({ currentTarget }) => (list.top.value = currentTarget.scrollTop)}
        onKeyDown={(press) => moveByKey(press, list, store)}
      >
        <div class="strip" style={{ height: `${list.strip().height}px` }} role="presentation">
          {rows.map((row, index) => (
            <EventLine
              key={row.index}
              store={store}
              row={row}
              total={info.value?.events ?? 0}
              top={list.top.value + (first + index) * ROW_HEIGHT - place}
            />
          ))}
        </div>
      </div>
    </>
  );
}

/** Fetches what is scrolled to, and scrolls to what is looked at. */
function follow(box: HTMLElement, list: EventList, { state, questions }: Store): () => void {
  const observer = new ResizeObserver(() => (list.height.value = box.clientHeight));
  observer.observe(box);
  const scrollTo = (index: number) => {
    box.scrollTop = list.strip().scrollTopOf(Math.max(0, index) * ROW_HEIGHT);
  };
  const find = newLatest<number>(async (ticks) => {
    scrollTo((await questions.ask('at', { ticks })).index);
  });
  const stops = [
    effect(() => {
      if (list.height.value > 0 && list.total() > 0) list.fetch(list.wanted());
    }),
    effect(() => {
      const event = state.event.value;
      if (event) scrollTo(event.index - Math.floor(list.height.peek() / ROW_HEIGHT / 2));
      else if (list.total() > 0) find(Math.round(state.cursor.value ?? state.view.value.start));
    }),
  ];
  return () => {
    observer.disconnect();
    for (const stop of stops) stop();
  };
}

/** Times stand below each other: all take the room of the last. */
const timeWidth = ({ clock, extent }: Store['state']): number =>
  formatMoment(clock.value, extent.value.stop).length;

function moveByKey(press: KeyboardEvent, list: EventList, { state, actions }: Store): void {
  const { first, rows } = list.rows.value;
  const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
  const step = steps[press.key];
  if (step === undefined) return;
  press.preventDefault();
  const seen = Math.floor(list.strip().placeOf(list.top.value) / ROW_HEIGHT);
  const index = state.event.value ? state.event.value.index + step : seen;
  const row = rows[index - first];
  if (row) actions.goToEvent(row);
}

interface EventLineProps extends WithStore {
  readonly row: EventRow;
  readonly total: number;
  readonly top: number;
}

function EventLine({ store: { state, actions, backdrops }, row, total, top }: EventLineProps) {
  const isSelected = state.event.value?.index === row.index;
  const { start, stop } = state.view.value;
  const isSeen = row.ticks >= start && row.ticks <= stop;
  return (
    <div
      id={`event-${row.index}`}
      role="option"
      aria-selected={isSelected}
      aria-posinset={row.index + 1}
      aria-setsize={total}
      class={`event ${isSelected ? 'selected' : ''} ${isSeen ? '' : 'outside'}`}
      style={{ transform: `translateY(${top}px)`, height: `${ROW_HEIGHT}px` }}
      onClick={() => actions.goToEvent(row)}
    >
      <span class="figure time" style={{ minWidth: `${timeWidth(state)}ch` }}>
        {formatMoment(state.clock.value, row.ticks)}
      </span>
      <i style={{ background: backdrops.palette.value.lanes[row.lane] ?? 'transparent' }} />
      <Name text={row.text} />
    </div>
  );
}
