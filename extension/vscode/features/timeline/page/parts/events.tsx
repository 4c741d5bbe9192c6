import { effect, signal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { formatNumber } from '../../../../../measure';
import { announce, Name, t } from '../../../../page';
import type { EventRow } from '../../schemas';
import { formatTicks, newLatest } from '../model';
import type { Store, WithStore } from '../store';

const ROW_HEIGHT = 20;

interface Rows {
  readonly first: number;
  readonly rows: readonly EventRow[];
}

/** The current content of the list of events. */
function newEventList({ state, questions }: Store) {
  const rows = signal<Rows>({ first: 0, rows: [] });
  const top = signal(0);
  const height = signal(0);
  const fetch = newLatest<RowWindow>(async ({ first, count }) => {
    const found = await questions.ask('events', { from: first, count });
    rows.value = { first, rows: found };
  });
  const total = () => state.info.value?.events ?? 0;
  const strip = () => makeStrip(total(), ROW_HEIGHT, height.value);
  const getRowWindow = () =>
    rowsToShow(strip().toOffset(top.value), height.value, ROW_HEIGHT, total());
  return { rows, top, height, fetch, total, strip, getRowWindow };
}

type EventList = ReturnType<typeof newEventList>;

/** All events; only those near the scroll position exist in the document. */
export function Events({ store }: WithStore) {
  const list = useMemo(() => newEventList(store), []);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => (box.current ? follow(box.current, list, store) : undefined), []);
  const { event, info } = store.state;
  const offset = list.strip().toOffset(list.top.value);
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
              top={list.top.value + (first + index) * ROW_HEIGHT - offset}
            />
          ))}
        </div>
      </div>
    </>
  );
}

/** Fetches the scroll position's rows, and scrolls to the selected event. */
function follow(box: HTMLElement, list: EventList, { state, questions }: Store): () => void {
  const observer = new ResizeObserver(() => (list.height.value = box.clientHeight));
  observer.observe(box);
  const scrollTo = (index: number) => {
    box.scrollTop = list.strip().toScrollTop(Math.max(0, index) * ROW_HEIGHT);
  };
  const find = newLatest<number>(async (ticks) => {
    scrollTo((await questions.ask('at', { ticks })).index);
  });
  const stops = [
    effect(() => {
      if (list.height.value > 0 && list.total() > 0) list.fetch(list.getRowWindow());
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

/** Times are aligned: all get the width of the last. */
const timeWidth = ({ clock, extent }: Store['state']): number =>
  formatTicks(clock.value, extent.value.stop).length;

function moveByKey(press: KeyboardEvent, list: EventList, { state, actions }: Store): void {
  const { first, rows } = list.rows.value;
  const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
  const step = steps[press.key];
  if (step === undefined) return;
  press.preventDefault();
  const seen = Math.floor(list.strip().toOffset(list.top.value) / ROW_HEIGHT);
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
        {formatTicks(state.clock.value, row.ticks)}
      </span>
      <i style={{ background: backdrops.palette.value.lanes[row.lane] ?? 'transparent' }} />
      <Name text={row.text} />
    </div>
  );
}

/** The rows of a long list to keep in the document. */
interface RowWindow {
  readonly first: number;
  readonly count: number;
}

/** The maximum number of rows in one request. */
export const MOST_ROWS = 500;

/** Rows kept ready above and below the visible ones. */
const SPARE = 20;

/** The rows of a list of `total` for a scrolled viewport. */
export function rowsToShow(
  scrollTop: number,
  height: number,
  rowHeight: number,
  total: number,
): RowWindow {
  const seen = Math.ceil(height / rowHeight) + 1;
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - SPARE);
  const count = Math.min(seen + 2 * SPARE, MOST_ROWS, total - first);
  return { first, count: Math.max(0, count) };
}

/** No element may be higher: browsers stop counting pixels beyond. */
const HIGHEST = 8_000_000;

/**
 * Maps a list of any length to a strip that a browser can still scroll: beyond the highest element,
 * one pixel of the scroll bar represents several.
 */
export function makeStrip(total: number, rowHeight: number, viewport: number) {
  const real = total * rowHeight;
  const height = Math.min(real, HIGHEST);
  const stretch = height > viewport ? Math.max(0, real - viewport) / (height - viewport) : 1;
  return {
    height,
    /** The offset in the whole list for a scroll position. */
    toOffset: (scrollTop: number) => scrollTop * stretch,
    /** The scroll position that shows an offset in the whole list. */
    toScrollTop: (offset: number) => offset / stretch,
  };
}

type Direction = 'forwards' | 'backwards';

function newSearch({ state, questions, actions }: Store) {
  const text = signal('');
  const outcome = signal('');
  const running = signal<AbortController | undefined>(undefined);

  function showOutcome(words: string): void {
    outcome.value = words;
    announce(words);
  }

  async function find(direction: Direction): Promise<void> {
    const wanted = text.value.trim();
    if (wanted === '' || running.value) return;
    const controller = new AbortController();
    running.value = controller;
    outcome.value = '';
    try {
      const from = await firstToLookAt(direction);
      const onProgress = (index: number) => {
        outcome.value = t('At event {0}', formatNumber(index));
      };
      const found = await questions.ask(
        'find',
        { text: wanted, from, direction },
        { signal: controller.signal, onProgress },
      );
      outcome.value = '';
      if (found) actions.goToEvent(found);
      else if (!controller.signal.aborted) showOutcome(t('Not found.'));
    } catch (error) {
      showOutcome(error instanceof Error ? error.message : String(error));
    } finally {
      running.value = undefined;
    }
  }

  async function firstToLookAt(direction: Direction): Promise<number> {
    const step = direction === 'forwards' ? 1 : -1;
    if (state.event.value) return state.event.value.index + step;
    const ticks = Math.round(state.cursor.value ?? state.view.value.start);
    return (await questions.ask('at', { ticks })).index;
  }

  return { text, outcome, running, find };
}

/** Searches events by their text. */
function Search({ store }: WithStore) {
  const search = useMemo(() => newSearch(store), []);
  const field = useRef<HTMLInputElement>(null);
  const { running, outcome, text } = search;
  return (
    <form
      class="bar search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        void search.find('forwards');
      }}
    >
      <input
        ref={field}
        id="search"
        type="search"
        aria-label={t('Search events (/)')}
        placeholder={t('Search events (/)')}
        value={text.value}
        onInput={({ currentTarget }) => (text.value = currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !event.shiftKey) return;
          event.preventDefault();
          void search.find('backwards');
        }}
      />
      {running.value ? (
        <button type="button" onClick={() => running.value?.abort()}>
          {t('Cancel')}
        </button>
      ) : (
        <>
          <button
            type="button"
            class="icon"
            title={t('Previous match (Shift+Enter)')}
            aria-label={t('Previous match (Shift+Enter)')}
            onClick={() => void search.find('backwards')}
          >
            ↑
          </button>
          <button
            type="submit"
            class="icon"
            title={t('Next match (Enter)')}
            aria-label={t('Next match (Enter)')}
          >
            ↓
          </button>
        </>
      )}
      {outcome.value !== '' && <span class="dim outcome">{outcome.value}</span>}
    </form>
  );
}
