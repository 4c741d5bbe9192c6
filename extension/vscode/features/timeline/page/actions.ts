import { batch } from '@preact/signals';
import { announce, t } from '../../../page';
import type { EventRow, ExplainedSample } from '../schemas';
import {
  around,
  clampView,
  formatTicks,
  hitAt,
  lanesBeside,
  getSpanLength,
  panView,
  parseMoment,
  reveal,
  type Span,
  zoomAt,
} from './model';
import type { Questions } from './questions';
import type { State } from './state';

/** A pointer within this many pixels of an item selects it. */
export const REACH = 4;

/** The zoom factor of a closer look. */
const CLOSER = 1 / 20;

/** The margin on either side of a window shown, relative to its length. */
const ROOM = 0.6;

type Direction = 'forwards' | 'backwards';

/** The user's actions on the timeline, however they are triggered. */
export function newActions(state: State, questions: Questions) {
  const moves = newMoves(state);
  const goToEvent = (event: EventRow) => {
    batch(() => {
      moves.goTo(event.ticks);
      state.event.value = event;
      if (event.lane >= 0) state.lane.value = event.lane;
    });
    announce(`${formatTicks(state.clock.value, event.ticks)}, ${event.text}`);
  };
  return {
    ...moves,
    goToEvent,
    point: (ticks: number, lane: number | undefined) =>
      batch(() => {
        state.cursor.value = Math.round(ticks);
        if (lane !== undefined) state.lane.value = lane;
        state.event.value = undefined;
      }),
    selectBeside: (step: 1 | -1) => {
      const row = lanesBeside(state.layout.value, state.lane.value, step);
      if (row) state.lane.value = row.lane;
    },
    hide: (lane: number, isHidden = true) => {
      const hidden = new Set(state.choice.value.hidden);
      if (isHidden) hidden.add(lane);
      else hidden.delete(lane);
      state.choice.value = { ...state.choice.value, hidden };
    },
    /** Shows an operation's slowest sample. */
    showSlowest: async (operation: string, repeat: number) => {
      const samples = await questions.ask('slowest', { operation, repeat });
      state.samples.value = samples;
      if (samples[0]) await showSample(state, questions, samples[0]);
      else announce(t('No sample of {0} was traced.', operation));
    },
    showSample: (sample: ExplainedSample) => showSample(state, questions, sample),
    /** Zooms in on the item of a lane at a moment; explains a traced sample. */
    open: (ticks: number, lane: number | undefined) => openAt(state, questions, ticks, lane),
    /** Restores a sample shown earlier, without moving to it again. */
    restoreSample: (sample: ExplainedSample) => {
      state.sample.value = sample;
      void findSlower(state, questions, sample);
    },
    leaveSample: () => (state.sample.value = undefined),
    neighbour: (direction: Direction) => goToNeighbour(state, questions, direction, goToEvent),
  };
}

function newMoves({ view, extent, cursor, clock, event }: State) {
  const look = (next: Span) => (view.value = clampView(next, extent.value));
  const length = () => getSpanLength(view.value);
  const middle = () => {
    const { start, stop } = view.value;
    const at = cursor.value;
    return at !== undefined && at > start && at < stop ? at : (start + stop) / 2;
  };
  const goTo = (ticks: number) =>
    batch(() => {
      cursor.value = Math.round(ticks);
      event.value = undefined;
      view.value = reveal(view.value, ticks, extent.value);
    });
  return {
    look,
    goTo,
    fit: () => look(extent.value),
    zoom: (factor: number, at = middle()) =>
      (view.value = zoomAt(view.value, at, factor, extent.value)),
    pan: (ticks: number) => (view.value = panView(view.value, ticks, extent.value)),
    /** Pans by a share of the visible window. */
    panShare: (share: number) => (view.value = panView(view.value, share * length(), extent.value)),
    toStart: () => look({ start: extent.value.start, stop: extent.value.start + length() }),
    toEnd: () => look({ start: extent.value.stop - length(), stop: extent.value.stop }),
    zoomTo: (span: Span, room = ROOM) => (view.value = around(span, room, extent.value)),
    /** Returns false if the text is not a moment. */
    goToText: (text: string) => {
      const ticks = parseMoment(clock.value, text);
      if (ticks === undefined) return false;
      const { start, stop } = extent.value;
      goTo(Math.min(Math.max(ticks, start), stop));
      return true;
    },
  };
}

export type Actions = ReturnType<typeof newActions>;

async function showSample(
  state: State,
  questions: Questions,
  sample: ExplainedSample,
): Promise<void> {
  batch(() => {
    state.sample.value = sample;
    state.measured.value = undefined;
    state.cursor.value = sample.start;
    state.event.value = undefined;
    state.tab.value = 'details';
    state.view.value = around(sample, ROOM, state.extent.value);
  });
  announce(t('Sample {0} of {1}: {2}', sample.index, sample.operation, sample.sentence));
  await findSlower(state, questions, sample);
}

/** The other slow samples of the same operation, for stepping through them. */
async function findSlower(
  state: State,
  questions: Questions,
  sample: ExplainedSample,
): Promise<void> {
  const { operation, repeat } = sample;
  const isKnown = state.samples.value.some(
    (each) => each.operation === operation && each.repeat === repeat,
  );
  if (isKnown) return;
  state.samples.value = [];
  state.samples.value = await questions.ask('slowest', { operation, repeat }).catch(() => []);
}

async function openAt(
  state: State,
  questions: Questions,
  ticks: number,
  number: number | undefined,
): Promise<void> {
  const { fetched, view, size, extent, info } = state;
  const window = fetched.value?.window;
  if (!window || number === undefined) return;
  const reach = (getSpanLength(view.value) / Math.max(size.value.width, 1)) * REACH;
  const hit = hitAt(window, number, ticks, reach);
  // Zoom in if items cannot be distinguished at this scale.
  if (hit?.is !== 'span') view.value = zoomAt(view.value, ticks, CLOSER, extent.value);
  else if (info.value?.lanes[number]?.kind === 'sample') {
    const sample = await questions.ask('sample', { number: hit.ref });
    if (sample) await showSample(state, questions, sample);
  } else view.value = around(hit, ROOM, extent.value);
}

async function goToNeighbour(
  { lane, event, cursor, view }: State,
  questions: Questions,
  direction: Direction,
  goToEvent: (event: EventRow) => void,
): Promise<void> {
  if (lane.value === undefined) {
    announce(t('Select a lane first.'));
    return;
  }
  const from = event.value?.index ?? (await indexBeside());
  const found = await questions.ask('neighbour', { lane: lane.value, from, direction });
  if (found) goToEvent(found);
  else announce(t('There are no further events in this lane.'));

  async function indexBeside(): Promise<number> {
    const ticks = Math.round(cursor.value ?? view.value.start);
    const { index } = await questions.ask('at', { ticks });
    return direction === 'forwards' ? index - 1 : index;
  }
}
