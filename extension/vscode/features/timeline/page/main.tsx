import { batch, effect } from '@preact/signals';
import { formatNumber } from '../../../../measure';
import { announce, connect, mount, t } from '../../../page';
import { type FromTimeline, type ToTimeline, toTimeline } from '../protocol';
import type { Info } from '../schemas';
import { newActions } from './actions';
import { App } from './app';
import { startFeeds } from './feeds';
import { clampView } from './model';
import { newQuestions } from './questions';
import { newBackdrops } from './screen';
import { type Kept, keptSchema, newState } from './state';
import type { Store } from './store';
import './timeline.css';

/** The opening that is on screen; the editor counts them. */
let opening: number | undefined;

const bridge = connect<FromTimeline, ToTimeline, Kept>({
  receives: toTimeline,
  keeps: keptSchema,
  onMessage: receive,
  onMisfit: (message) => {
    state.phase.value = { is: 'failed', message, hint: undefined };
  },
});
const kept = bridge.state;
const state = newState(kept);
const questions = newQuestions((message) => bridge.post(message as Parameters<Store['post']>[0]));
const actions = newActions(state, questions);
const store: Store = {
  state,
  actions,
  questions,
  backdrops: newBackdrops(state),
  post: bridge.post,
};

startFeeds(state, questions);
startKeeping();
mount(<App store={store} />);
bridge.ready();

/** Handles messages from the editor. */
function receive(message: ToTimeline): void {
  switch (message.type) {
    case 'opening':
      state.phase.value = {
        is: 'opening',
        share: message.bytes > 0 ? Math.min(1, message.bytesRead / message.bytes) : 0,
        events: message.events,
      };
      break;
    case 'opened':
      openRecording(message);
      break;
    case 'failed':
      state.phase.value = { is: 'failed', message: message.message, hint: message.hint };
      break;
    case 'show':
      void actions.showSample(message.sample);
      break;
    case 'answer':
      questions.answer(message.id, message.answer);
      break;
    case 'progress':
      questions.progress(message.id, message.index);
      break;
    case 'refusal':
      questions.refuse(message.id, message.message);
  }
}

function openRecording({
  info,
  isExample,
  ...message
}: Extract<ToTimeline, { type: 'opened' }>): void {
  state.phase.value = { is: 'open' };
  // The editor repeats this on request; keep what is on screen.
  if (message.opening === opening) return;
  const isFirst = opening === undefined;
  opening = message.opening;
  const known = isFirst && kept && isSameExtent(kept.extent, info.extent) ? kept : undefined;
  batch(() => {
    forget();
    state.isExample.value = isExample;
    state.info.value = info;
    state.view.value = clampView(known?.view ?? info.first, info.extent);
    state.lane.value = known?.lane;
    state.cursor.value = known?.cursor;
    if (known?.sample) actions.restoreSample(known.sample);
  });
  announce(
    t('{0} events in {1} lanes', formatNumber(info.events), formatNumber(info.lanes.length)),
  );
}

function isSameExtent(a: Info['extent'], b: Info['extent']): boolean {
  return a.start === b.start && a.stop === b.stop;
}

/** Drops what belonged to another part of the recording. */
function forget(): void {
  state.fetched.value = undefined;
  state.overview.value = undefined;
  state.shares.value = [];
  state.cursor.value = undefined;
  state.event.value = undefined;
  state.lane.value = undefined;
  state.measured.value = undefined;
  state.sample.value = undefined;
  state.samples.value = [];
}

/** Keeps the user's set-up over a reload of the window. */
function startKeeping(): void {
  effect(() => {
    if (!state.info.value) return;
    bridge.keep({
      extent: state.extent.value,
      view: state.view.value,
      tab: state.tab.value,
      panelWidth: state.panelWidth.value,
      order: state.choice.value.order,
      hidden: [...state.choice.value.hidden],
      lane: state.lane.value,
      cursor: state.cursor.value,
      sample: state.sample.value,
    });
  });
}
