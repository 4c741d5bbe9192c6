import { effect } from '@preact/signals';
import { decodeWindow } from '../../../../trace';
import { type Asked, isUnfit, getSpanLength, newLatest, type Span, chooseWindow } from './model';
import type { Questions } from './questions';
import type { State } from './state';

/** Columns of the overview strip. */
const OVERVIEW_PIXELS = 800;

/** Fetches the windows to draw while the view moves. */
export function startFeeds(state: State, questions: Questions): void {
  feedWindow(state, questions);
  feedOverview(state, questions);
  feedShares(state, questions);
  feedMoment(state, questions);
  feedExplanation(state, questions);
}

interface RequestedWindow extends Asked {
  readonly lanes: readonly number[] | undefined;
}

async function fetchWindow(questions: Questions, request: RequestedWindow, signal?: AbortSignal) {
  const buffer = await questions.ask('window', request, signal && { signal });
  return buffer && decodeWindow(buffer);
}

function feedWindow(state: State, questions: Questions): void {
  const latest = newLatest<RequestedWindow>(async (request, signal) => {
    const window = await fetchWindow(questions, request, signal);
    if (window) state.fetched.value = { asked: request, lanes: request.lanes, window };
  });
  effect(() => {
    const info = state.info.value;
    const { width } = state.size.value;
    if (!info || width === 0) return;
    const pixels = Math.round(width * window.devicePixelRatio);
    const { extent, view, shown } = state;
    const lanes = shown.value.length === info.lanes.length ? undefined : shown.value;
    const fetched = state.fetched.value;
    const asked = fetched?.lanes === lanes ? fetched?.asked : undefined;
    if (!isUnfit(asked, view.value, pixels, extent.value)) return;
    latest({ ...chooseWindow(view.value, pixels, extent.value), lanes });
  });
}

function feedOverview(state: State, questions: Questions): void {
  effect(() => {
    const info = state.info.value;
    if (!info) return;
    const request = { ...info.extent, pixels: OVERVIEW_PIXELS, lanes: undefined };
    void fetchWindow(questions, request).then(
      (overview) => (state.overview.value = overview),
      () => (state.overview.value = undefined),
    );
  });
}

function feedShares(state: State, questions: Questions): void {
  const latest = newLatest<Span>(async (span) => {
    state.shares.value = await questions.ask('shares', span);
  });
  effect(() => {
    if (!state.info.value) return;
    const span = state.measured.value ?? state.view.value;
    if (getSpanLength(span) > 0)
      latest({ start: Math.floor(span.start), stop: Math.ceil(span.stop) });
  });
}

function feedMoment(state: State, questions: Questions): void {
  const latest = newLatest<number>(async (ticks) => {
    state.moment.value = await questions.ask('at', { ticks });
  });
  effect(() => {
    const ticks = state.cursor.value;
    if (ticks === undefined || !state.info.value) state.moment.value = undefined;
    else latest(ticks);
  });
}

function feedExplanation(state: State, questions: Questions): void {
  const latest = newLatest<Span & { readonly core: number | undefined }>(async (span) => {
    state.explanation.value = await questions.ask('explain', span);
  });
  effect(() => {
    const span = state.measured.value;
    const { value: info } = state.info;
    const core = info?.lanes[state.lane.peek() ?? -1]?.core ?? info?.cores[0]?.core;
    state.explanation.value = undefined;
    if (span && getSpanLength(span) > 0) latest({ ...span, core });
  });
}
